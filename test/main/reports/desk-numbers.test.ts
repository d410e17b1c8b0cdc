import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { percentile, ScanTally } from '../../../src/main/reports/desk-numbers.ts';
import type { ScanOutcome } from '../../../src/main/journal/port.ts';
import { localDay } from '../../../src/shared/days.ts';
import { Desk, scan } from '../journal/desk.ts';
import { openTestStation } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-numbers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const all = { library: 'here', since: '2026-01-01T00:00:00.000Z', until: '2027-01-01T00:00:00.000Z' };
const noon = new Date(2026, 10, 25, 12, 0, 0);
const outcome = (more: Partial<ScanOutcome> = {}): ScanOutcome => ({
  ...{ at: noon.toISOString(), room: 'desk', kind: 'item', action: 'lend', state: 'done', recovered: false },
  settledAt: new Date(noon.getTime() + 400).toISOString(),
  failure: null,
  ...more,
});
const day = { from: localDay(noon), to: localDay(noon) };

describe('when a scan was settled', () => {
  test('is kept from its first settling on, and not written again', () => {
    const desk = new Desk();
    const one = desk.journal();
    const settled = () =>
      one.scanOutcomes({ ...all, after: 0, most: 10 }).scans.map(({ settledAt }) => settledAt);
    one.saveScan(scan('1'));
    expect(settled()).toEqual([null]);
    desk.clock.move(1500);
    one.saveScan(scan('1', { state: 'sent' }));
    expect(settled()).toEqual([null]);
    one.saveScan(scan('1', { state: 'unclear' }));
    expect(settled()).toEqual(['2026-11-02T08:00:01.500Z']);
    desk.clock.move(60_000);
    one.saveScan(scan('1', { state: 'done' }));
    one.saveScan(scan('1', { state: 'held' }));
    expect(settled()).toEqual(['2026-11-02T08:00:01.500Z']);
    // One that is refused as soon as it is made.
    one.saveScan(scan('2', { state: 'refused' }));
    expect(settled()).toEqual(['2026-11-02T08:00:01.500Z', '2026-11-02T08:01:01.500Z']);
    expect(
      desk
        .journal()
        .openScans('desk')
        .map(({ scan: { state } }) => state),
    ).toEqual(['held', 'refused']);
  });

  test('a failure is told without its texts; the code and what was scanned are not told at all', () => {
    const desk = new Desk();
    const one = desk.journal();
    const refused = {
      kind: 'refused',
      ...{ operation: 'users.loans.create', status: 400, code: '401651' },
      ...{ message: 'Rivka Ben-Ami may not borrow', trackingId: 'E01' },
    } as const;
    one.saveScan(scan('1', { state: 'refused', failure: refused }));
    one.saveScan(
      scan('2', {
        state: 'refused',
        failure: { kind: 'invalid', field: 'x', reason: 'gone', detail: 'Rivka' },
      }),
    );
    const { scans } = one.scanOutcomes({ ...all, after: 0, most: 10 });
    expect(scans.map(({ failure }) => failure)).toEqual([
      { ...refused, message: '', trackingId: null },
      { kind: 'invalid', field: 'x', reason: 'gone', detail: '' },
    ]);
    expect(JSON.stringify(scans)).not.toMatch(/Rivka|31234000123456|E01/);
  });

  test('they come in pieces, of one library and of the time that was asked for', () => {
    const one = new Desk().journal();
    for (let nth = 0; nth < 5; nth += 1)
      one.saveScan(scan(String(nth), { at: `2026-11-0${nth + 1}T08:00:00.000Z` }));
    one.saveScan({ ...scan('else'), library: 'elsewhere' });
    const first = one.scanOutcomes({ ...all, until: '2026-11-05T00:00:00.000Z', after: 0, most: 3 });
    expect(first.scans).toHaveLength(3);
    const rest = one.scanOutcomes({
      ...all,
      until: '2026-11-05T00:00:00.000Z',
      after: first.last ?? 0,
      most: 3,
    });
    expect([rest.scans.length, rest.last]).toEqual([1, null]);
    expect([one.firstScan('here'), one.firstScan('nowhere')]).toEqual(['2026-11-01T08:00:00.000Z', null]);
  });
});

describe('the numbers of a desk', () => {
  test('count by hour, day, use and reason', () => {
    const tally = new ScanTally({ from: day.from, to: day.to });
    const no = (code: string) => ({
      ...({ kind: 'refused', operation: 'users.loans.create', status: 400, code } as const),
      ...{ message: '', trackingId: null },
    });
    tally.add(outcome());
    tally.add(outcome({ action: 'return' }));
    tally.add(outcome({ kind: 'patron', action: 'open' }));
    tally.add(outcome({ kind: 'command', action: 'command' }));
    tally.add(outcome({ room: 'receiving', kind: 'orderLine', action: 'find' }));
    for (const code of ['1', '2', '2']) tally.add(outcome({ state: 'refused', failure: no(code) }));
    const numbers = tally.numbers(day.from);
    expect(numbers.total).toEqual({ scans: 8, refused: 3 });
    expect(numbers.hours[12]).toEqual({ scans: 8, refused: 3 });
    expect(numbers.days).toEqual([{ day: day.from, scans: 8, refused: 3 }]);
    expect(numbers.uses.map(({ use, scans }) => [use, scans])).toEqual([
      ...[
        ['lend', 4],
        ['return', 1],
        ['card', 1],
        ['command', 1],
        ['receive', 1],
      ],
    ]);
    expect(numbers.refusals.map(({ failure, scans }) => [(failure as { code: string }).code, scans])).toEqual(
      [
        ['2', 2],
        ['1', 1],
      ],
    );
  });

  test('times that cannot be are left out and counted, as are those without one; a command has none', () => {
    const tally = new ScanTally(day);
    const after = (ms: number) => new Date(noon.getTime() + ms).toISOString();
    for (const ms of [100, 200, 300, 400]) tally.add(outcome({ settledAt: after(ms) }));
    tally.add(outcome({ settledAt: after(-1) }));
    tally.add(outcome({ settledAt: after(86_400_000) }));
    tally.add(outcome({ settledAt: 'never' }));
    tally.add(outcome({ recovered: true }));
    tally.add(outcome({ settledAt: null }));
    tally.add(outcome({ kind: 'command', action: 'command', settledAt: null }));
    expect(tally.numbers(null).times).toEqual({
      ...{ measured: 4, median: 200, p90: 400, p95: 400, longest: 400, unknown: 1, leftOut: 4 },
    });
    expect(new ScanTally(day).numbers(null).times).toMatchObject({ median: null, longest: null });
  });

  test('so many per cent are not longer than a percentile', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(), { minLength: 1 }),
        fc.constantFrom(50, 90, 95, 100),
        (times, percent) => {
          const sorted = times.toSorted((one, other) => one - other);
          const found = percentile(sorted, percent) ?? -1;
          expect(sorted).toContain(found);
          expect(sorted.filter((time) => time <= found).length * 100).toBeGreaterThanOrEqual(
            percent * sorted.length,
          );
        },
      ),
    );
  });

  test('come from the scans that were made at this library, with the time their answers took', async () => {
    const station = await openTestStation(folder);
    const window = station.window();
    await window.scanned('nothing that is known');
    await window.scanned('another');
    const today = localDay(station.clock.now());
    const numbers = await window.ask('reports.deskNumbers', { from: today, to: today });
    expect(numbers).toMatchObject({
      firstDay: today,
      total: { scans: 2 },
      times: { measured: 2, unknown: 0 },
    });
    expect(numbers.refusals.reduce((total, { scans }) => total + scans, 0)).toBe(numbers.total.refused);
    expect(JSON.stringify(numbers)).not.toContain('another');
    station.library = { ...station.library, id: 'another library' };
    const elsewhere = await window.ask('reports.deskNumbers', { from: today, to: today });
    expect(elsewhere).toMatchObject({ firstDay: null, total: { scans: 0 } });
  });
});
