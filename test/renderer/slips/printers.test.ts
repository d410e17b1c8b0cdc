import { describe, expect, test } from 'vitest';
import { rollWidths } from '../../../src/shared/limits.ts';
import { m } from '../../../src/messages/compiled/messages.js';
import {
  choiceOf,
  PrinterList,
  parseRollWidth,
  valueOf,
} from '../../../src/renderer/slips/printers.svelte.ts';
import { main } from '../support/main.ts';
import { refused } from '../support/views.ts';

const star = { name: 'Star_TSP', label: 'Star TSP143', isDefault: false };
const labels = (list: PrinterList, ...[choice]: Parameters<PrinterList['optionsFor']>) =>
  list.optionsFor(choice).map(({ label }) => label);

describe('where something is printed', () => {
  test('is one value of a list, whatever a printer is called', () => {
    const all = [
      { at: 'system' },
      { at: 'ask' },
      { at: 'printer', name: 'ask' },
      { at: 'printer', name: 'printer system' },
    ] as const;
    expect(all.map((one) => choiceOf(valueOf(one)))).toEqual(all);
  });

  test('is offered by the names that people know, with the default printer’s', async () => {
    const list = new PrinterList();
    void list.read();
    expect(labels(list, { at: 'system' })).toEqual([m.slips_printer_system_unread(), m.slips_printer_ask()]);
    await main.open('slips.printers').answer([star]);
    expect(labels(list, { at: 'system' })[0]).toBe(m.slips_printer_system_none());
    void list.read();
    await main.open('slips.printers').answer([{ ...star, isDefault: true }]);
    expect(labels(list, { at: 'system' })).toEqual([
      m.slips_printer_system({ printer: 'Star TSP143' }),
      'Star TSP143',
      m.slips_printer_ask(),
    ]);
  });

  test('is still to be seen where the printer is not there, which is said once it is known', async () => {
    const list = new PrinterList();
    const zebra = { at: 'printer', name: 'Zebra' } as const;
    expect([labels(list, zebra)[1], list.isMissing(zebra)]).toEqual(['Zebra', false]);
    void list.read();
    await main.open('slips.printers').answer([star]);
    expect([labels(list, zebra)[2], list.isMissing(zebra)]).toEqual(['Zebra', true]);
    expect([list.isMissing({ at: 'printer', name: star.name }), list.isMissing({ at: 'ask' })]).toEqual([
      false,
      false,
    ]);
    expect(list.optionsFor(zebra).map(({ value }) => value)).toContain(valueOf(zebra));
  });

  test('says why the list was not read, and keeps the one that it had', async () => {
    const list = new PrinterList();
    void list.read();
    await main.open('slips.printers').answer([star]);
    void list.read();
    await main.open('slips.printers').fail(refused);
    expect([list.readFailure, list.printers]).toEqual([refused, [star]]);
    void list.read();
    await main.open('slips.printers').answer([]);
    expect(list.readFailure).toBeNull();
  });
});

test('a roll is as wide as the contract lets it be, with a point or a comma; nothing typed is a sheet', () => {
  const { least, most } = rollWidths;
  expect([least, most].map((width) => parseRollWidth(String(width)))).toEqual([least, most]);
  expect(['80', ' 57,5 ', '57.5', ''].map((text) => parseRollWidth(text))).toEqual([80, 57.5, 57.5, null]);
  for (const text of ['19', '217', '8O', '-80', '80mm', '1e2']) expect(parseRollWidth(text)).toBe('wrong');
});

test('a test page says what came of it, one at a time', async () => {
  const list = new PrinterList();
  void list.test('hold');
  expect(list.testing).toBe('hold');
  expect(main.open('slips.test').input).toMatchObject({ of: 'hold' });
  await main.open('slips.test').answer({ file: null });
  expect([list.testing, list.done]).toEqual([null, m.slips_test_done({ slip: m.slips_kind_hold() })]);
  void list.test('pages');
  expect(list.done).toBe('');
  await main.open('slips.test').answer({ file: null, stopped: true });
  expect(list.done).toBe(m.slips_test_stopped({ slip: m.slips_printers_pages() }));
  void list.test('due');
  await main.open('slips.test').fail(refused);
  expect([list.done, list.testFailure]).toEqual(['', { of: 'due', failure: refused }]);
});
