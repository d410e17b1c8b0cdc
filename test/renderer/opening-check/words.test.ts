import { describe, expect, test } from 'vitest';
import { m } from '../../../src/messages/compiled/messages.js';
import type { CheckLine, OpeningReport } from '../../../src/contract/opening-check.ts';
import { OpeningCheck } from '../../../src/renderer/opening-check/opening-check.svelte.ts';
import {
  linesIn,
  markOf,
  parts,
  textOf,
  verdictOn,
  wordsOf,
} from '../../../src/renderer/opening-check/words.ts';
import { main, settled } from '../support/main.ts';

const base = { failure: null } as const;
const lines: readonly CheckLine[] = [
  { ...base, id: '1', kind: 'read', area: 'patrons', answer: 'ok' },
  {
    ...{ id: '2', kind: 'read', area: 'letters', answer: 'look' },
    failure: { kind: 'unauthorized', trackingId: 'E01-7' },
  },
  { ...base, id: '3', kind: 'read', area: 'items', answer: 'unknown' },
  { ...base, id: '4', kind: 'write', area: 'fees', answer: 'unknown', at: null },
  { ...base, id: '5', kind: 'write', area: 'loans', answer: 'ok', at: '2026-11-02T08:00:00.000Z' },
  { ...base, id: '6', kind: 'write', area: 'orders', answer: 'look', at: '2026-11-02T08:00:00.000Z' },
  { ...base, id: '7', kind: 'code', use: 'desk', code: 'D', label: 'Old desk', answer: 'look' },
  { ...base, id: '8', kind: 'code', use: 'workOrderType', code: 'W', label: 'W', answer: 'look' },
  { ...base, id: '9', kind: 'code', use: 'library', code: '', label: '', answer: 'look' },
  { ...base, id: '10', kind: 'code', use: 'department', code: 'A', label: 'Acq', answer: 'unknown' },
  { ...base, id: '11', kind: 'clock', answer: 'look', aheadMs: 600_000 },
  { ...base, id: '12', kind: 'clock', answer: 'look', aheadMs: -600_000 },
  { ...base, id: '13', kind: 'clock', answer: 'unknown', aheadMs: null },
  { ...base, id: '14', kind: 'certificate', answer: 'look', until: '2026-11-20T00:00:00.000Z', why: null },
  { ...base, id: '15', kind: 'certificate', answer: 'unknown', until: null, why: 'untold' },
  { ...base, id: '16', kind: 'calls', answer: 'look', remaining: 12 },
  { ...base, id: '17', kind: 'calls', answer: 'unknown', remaining: null },
  { ...base, id: '18', kind: 'printer', at: 'system', label: '', uses: ['due', 'pages'], answer: 'look' },
  { ...base, id: '19', kind: 'printer', at: 'folder', label: '', uses: ['labels'], answer: 'look' },
  { ...base, id: '20', kind: 'printer', at: 'printer', label: 'Office', uses: ['hold'], answer: 'unknown' },
  { ...base, id: '21', kind: 'scanner', prefix: '', suffix: '', answer: 'unknown' },
  { ...base, id: '22', kind: 'scanner', prefix: 'ID ', suffix: '#', answer: 'ok' },
];
const report: OpeningReport = {
  ...{
    at: '2026-11-02T08:00:00.000Z',
    mode: 'institution',
    library: 'library',
    address: 'https://library.example',
    lines,
  },
};
const words = (id: string) => {
  const line = lines.find((one) => one.id === id);
  if (!line) throw new Error(id);
  return wordsOf(line);
};

describe('the sheet in plain words', () => {
  test('says each thing differently, and what is to be looked at with what to do', () => {
    expect(new Set(lines.map((line) => wordsOf(line).what)).size).toBe(lines.length);
    for (const line of lines.filter(({ answer }) => answer === 'look'))
      expect([line.id, wordsOf(line).todo]).not.toEqual([line.id, '']);
    expect(words('1')).toMatchObject({ todo: '', why: '' });
    expect(words('2').why).toContain('E01-7');
    expect(words('11').what).toContain('600 seconds ahead');
    expect(words('12').what).toContain('600 seconds behind');
    expect(words('22').what).toContain('ID␣ … #');
  });

  test('has each line in one part, and in its text', () => {
    expect(parts.flatMap((part) => linesIn(lines, part))).toEqual(lines);
    const text = textOf(report, 'Main');
    for (const line of lines) expect(text).toContain(wordsOf(line).what);
    expect(text).toContain('https://library.example');
  });

  test('comes to a verdict: what was not tried yet is no trouble', () => {
    const only = (...ids: readonly string[]) => lines.filter(({ id }) => ids.includes(id));
    expect(verdictOn(only('1', '4', '5', '21'))).toMatchObject({ meaning: 'done' });
    for (const line of only('4', '21')) expect(markOf(line).word).toBe(m.check_not_tried());
    expect(verdictOn(only('1', '3'))).toMatchObject({ meaning: 'attention' });
    expect(verdictOn(only('2', '3', '7')).word).toContain('2 lines');
  });
});

describe('the check of a window', () => {
  const line = lines[0] as CheckLine;

  test('shows each line as it comes, and is whole in the end', async () => {
    const check = new OpeningCheck();
    check.offered = true;
    void check.run();
    expect(check.offered).toBe(false);
    await main.open('openingCheck.run').report({ line, done: 1, total: 20 });
    expect([check.lines, check.running]).toEqual([[line], { done: 1, total: 20 }]);
    await main.open('openingCheck.run').answer(report);
    expect([check.lines, check.running, check.report]).toEqual([lines, null, report]);
  });

  test('keeps what was known when it was stopped, and begins with nothing', async () => {
    const check = new OpeningCheck();
    void check.run();
    const first = main.open('openingCheck.run');
    await first.report({ line, done: 1, total: 20 });
    check.stop();
    expect([check.lines, check.stopped, check.running]).toEqual([[line], true, null]);
    void check.run();
    expect([check.lines, check.stopped]).toEqual([[], false]);
    await settled();
  });

  test('of another library says nothing any more', async () => {
    const check = new OpeningCheck();
    void check.run();
    await main.open('openingCheck.run').answer(report);
    check.forget();
    expect([check.lines, check.report, check.running]).toEqual([[], null, null]);
  });
});
