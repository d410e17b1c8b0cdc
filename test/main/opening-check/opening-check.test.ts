import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CheckLine, OpeningReport } from '../../../src/contract/opening-check.ts';
import type { PrinterView } from '../../../src/contract/slips.ts';
import type { Command } from '../../../src/service/endpoints.ts';
import { systemClock } from '../../../src/main/clock.ts';
import { Failed } from '../../../src/main/failure.ts';
import { openingCheckHandlers } from '../../../src/main/opening-check/calls.ts';
import { harmlessReads } from '../../../src/main/opening-check/reads.ts';
import type { Network } from '../../../src/main/ports.ts';
import type { Settings } from '../../../src/main/station/settings.ts';
import { defaultSettings } from '../../../src/main/station/settings.ts';
import { StoredSlips } from '../../../src/main/station/slip-settings.ts';
import { endpoints } from '../../../src/service/endpoints.ts';
import { faultPanel } from '../../../src/server/faults/index.ts';
import type { RunningServer } from '../../../src/server/server.ts';
import { authority } from '../../client/proxy.ts';
import { tlsFront } from '../../client/tls-front.ts';
import { startSample } from '../../sample/server.ts';
import { plainNetwork, quietLog } from '../support/ports.ts';
import { stationOver } from '../station/support.ts';

let server: RunningServer;
beforeEach(async () => {
  server = await startSample({ database: ':memory:', faults: faultPanel });
});
afterEach(() => server.close());

const office: PrinterView = { name: 'office', label: 'Office printer', isDefault: false };

interface World {
  readonly start?: Partial<Settings>;
  readonly network?: Network;
  readonly printers?: () => Promise<readonly PrinterView[]>;
  /** How far the machine's clock is ahead, in milliseconds. */
  readonly ahead?: number;
}

function open({ start = {}, network = plainNetwork, printers, ahead = 0 }: World = {}) {
  const world = stationOver(server, start, undefined, network);
  const { station, journal } = world;
  const clock = { ...systemClock, now: () => new Date(Date.now() + ahead) };
  const printer = { list: printers ?? (() => Promise.resolve([{ ...office, isDefault: true }])) };
  const handlers = openingCheckHandlers({ station, journal, printer, clock, log: quietLog() });
  const progress: { line: CheckLine; done: number; total: number }[] = [];
  const run = (signal = new AbortController().signal): Promise<OpeningReport> =>
    handlers['openingCheck.run']({}, { signal, window: 1, report: (one) => progress.push(one) });
  return { ...world, run, progress };
}

const faults = async (...rules: readonly object[]): Promise<void> => {
  const headers = { authorization: `apikey ${server.key}`, 'content-type': 'application/json' };
  const body = JSON.stringify(rules);
  const answer = await fetch(`${new URL(server.url).origin}/faults`, { method: 'POST', headers, body });
  expect(answer.ok).toBe(true);
};

const lineOf = ({ lines }: OpeningReport, id: string): CheckLine | undefined =>
  lines.find((line) => line.id === id);

test('only reads that change nothing leave', async () => {
  const called: string[] = [];
  const client = {
    call: (operation: string) => {
      called.push(operation);
      return Promise.resolve(null);
    },
  } as unknown as Parameters<ReturnType<typeof harmlessReads>[number]['read']>[0];
  const reads = harmlessReads('2026-11-02', 'MAIN');
  for (const { read } of reads) await read(client, {});
  expect(called).toHaveLength(reads.length);
  for (const operation of called)
    expect(endpoints[operation as keyof typeof endpoints]).toMatchObject({ kind: 'read', method: 'GET' });
});

describe('a check', () => {
  test('of a station where all is well says so, line by line', async () => {
    const { run, progress } = open();
    const report = await run();
    expect(report.mode).toBe('practice');
    const notOk = report.lines.filter(({ answer, kind }) => answer !== 'ok' && kind !== 'write');
    expect(notOk).toEqual([lineOf(report, 'scanner')]);
    expect(
      report.lines.filter(({ kind }) => kind === 'write').every(({ answer }) => answer === 'unknown'),
    ).toBe(true);
    expect(new Set(report.lines.map(({ id }) => id)).size).toBe(report.lines.length);
    expect(progress.map(({ line }) => line)).toEqual(report.lines);
    expect(progress.map(({ done }) => done)).toEqual(report.lines.map((_, nth) => nth + 1));
    expect(progress.at(-1)).toMatchObject({ done: report.lines.length, total: report.lines.length });
    expect(lineOf(report, 'certificate')).toMatchObject({ answer: 'ok', why: 'plain' });
    expect(JSON.stringify(report)).not.toContain(server.key);
  });

  test('says what the scanner was taught, and that it was not tried where that is nothing', async () => {
    const plain = await open().run();
    expect(lineOf(plain, 'scanner')).toMatchObject({ answer: 'unknown', prefix: '', suffix: '' });
    const taught = await open({ start: { scanner: { prefix: '*', suffix: 'd' } } }).run();
    expect(lineOf(taught, 'scanner')).toMatchObject({ answer: 'ok', prefix: '*', suffix: 'd' });
  });

  test('says what the key may not read, and what could not be told', async () => {
    const { run } = open();
    await faults(
      { operation: 'users.list', fault: 'status', status: 403 },
      { operation: 'conf.letters.list', fault: 'status', status: 401 },
      { operation: 'acq.invoices.list', fault: 'half-json' },
      { operation: 'conf.departments.list', fault: 'status', status: 400 },
    );
    const report = await run();
    expect(lineOf(report, 'read patrons')).toMatchObject({
      answer: 'look',
      failure: { kind: 'unauthorized' },
    });
    expect(lineOf(report, 'read letters')).toMatchObject({ answer: 'look' });
    expect(lineOf(report, 'read invoices')).toMatchObject({
      answer: 'unknown',
      failure: { why: 'unreadable' },
    });
    expect(lineOf(report, 'read departments')).toMatchObject({ answer: 'unknown' });
    // Whether the department still exists, nobody can tell then.
    expect(lineOf(report, 'code department ACQ')).toMatchObject({ answer: 'unknown' });
    expect(lineOf(report, 'read items')).toMatchObject({ answer: 'ok' });
  });

  test('names codes that do not exist any more', async () => {
    const practicePlace = {
      ...defaultSettings.practicePlace,
      library: { code: 'MAIN', label: 'Main' },
      desk: { code: 'GONE_DESK', label: 'Old desk' },
      department: { code: 'ACQ', label: 'Acquisitions', library: 'GONE' },
    };
    const { run, journal } = open({ start: { practicePlace } });
    const settings = {
      ...{ mode: 'keep', date: '', confirmedFuture: false },
      ...{ department: 'GONE_DEPT', departmentLibrary: 'MAIN' },
    };
    await run();
    const [library] = journal.libraries();
    journal.saveStep({
      ...{ id: 'trolley', at: '2026-11-02T08:00:00.000Z', library: library?.id ?? '' },
      data: {
        kind: 'trolley',
        settings: { ...settings, workOrderType: 'AcqWorkOrder', status: 'GONE_STATUS' },
        ...{ next: null, aside: null, check: null },
      },
    });
    const report = await run();
    expect(lineOf(report, 'code library MAIN')).toMatchObject({ answer: 'ok' });
    expect(lineOf(report, 'code desk GONE_DESK')).toMatchObject({ answer: 'look', label: 'Old desk' });
    expect(lineOf(report, 'code department ACQ')).toMatchObject({ answer: 'look' });
    expect(lineOf(report, 'code department GONE_DEPT')).toMatchObject({ answer: 'look' });
    expect(lineOf(report, 'code workOrderType AcqWorkOrder')).toMatchObject({ answer: 'ok' });
    expect(lineOf(report, 'code workOrderStatus GONE_STATUS')).toMatchObject({ answer: 'look' });
  });

  test('without a library or a desk says that none is chosen', async () => {
    const practicePlace = { ...defaultSettings.practicePlace, library: null, desk: null, department: null };
    const report = await open({ start: { practicePlace } }).run();
    expect(lineOf(report, 'code library ')).toMatchObject({ answer: 'look', code: '' });
    expect(lineOf(report, 'code desk ')).toMatchObject({ answer: 'look' });
    expect(lineOf(report, 'code department ')).toMatchObject({ answer: 'ok' });
  });

  test('has for writing what the journal has seen, and nothing of a refusal for another reason', async () => {
    const { run, journal } = open();
    await run();
    const library = journal.libraries()[0]?.id ?? '';
    const did = (
      id: string,
      operation: Command,
      state: 'accepted' | 'refused',
      failure?: Failed['failure'],
    ) => {
      journal.intend({ ...{ id, operation, library, queue: 'q', about: '' }, payload: {}, before: null });
      journal.settle(id, state, { ...(failure && { failure }) });
    };
    did('a', 'users.loans.create', 'accepted');
    did('b', 'acq.pol.update', 'accepted');
    did('c', 'acq.pol.update', 'refused', { kind: 'unauthorized', trackingId: 'E01-9' });
    const other = {
      kind: 'refused',
      operation: '',
      status: 400,
      code: '1',
      message: '',
      trackingId: null,
    } as const;
    did('d', 'acq.pol.update', 'refused', other);
    did('e', 'users.fees.pay', 'refused', other);
    const said = { id: 'f', operation: 'users.create', library, queue: 'q', about: '' } as const;
    journal.intend({ ...said, payload: {}, before: null });
    journal.settle('f', 'accepted', { by: 'person' });
    const report = await run();
    expect(lineOf(report, 'write loans')).toMatchObject({ answer: 'ok' });
    // A loan tells nothing of another permission.
    expect(lineOf(report, 'write scanIn')).toMatchObject({ answer: 'unknown', at: null });
    expect(lineOf(report, 'write orders')).toMatchObject({
      answer: 'look',
      failure: { trackingId: 'E01-9' },
    });
    for (const untold of ['write fees', 'write patrons'])
      expect(lineOf(report, untold)).toMatchObject({ answer: 'unknown', at: null });
  });

  test('compares the clock with the service, and counts the calls that are left', async () => {
    const report = await open({ ahead: 10 * 60_000 }).run();
    const clock = lineOf(report, 'clock');
    expect(clock).toMatchObject({ answer: 'look' });
    expect(clock?.kind === 'clock' && Math.abs((clock.aheadMs ?? 0) - 600_000)).toBeLessThan(5000);
    expect(lineOf(report, 'calls')).toMatchObject({ kind: 'calls', answer: 'ok' });
  });

  test('looks for the printers of what is printed here', async () => {
    const slips = StoredSlips.parse({
      kinds: {
        hold: { when: 'always', printer: { at: 'printer', name: 'gone' } },
        transit: { when: 'always', printer: { at: 'printer', name: 'office' } },
      },
    });
    const report = await open({ start: { slips }, printers: () => Promise.resolve([office]) }).run();
    expect(lineOf(report, 'printed printer gone')).toMatchObject({
      answer: 'look',
      label: 'gone',
      uses: ['hold'],
    });
    expect(lineOf(report, 'printed printer office')).toMatchObject({ answer: 'ok', label: 'Office printer' });
    // No printer of the system is the default one.
    expect(lineOf(report, 'printed system')).toMatchObject({ answer: 'look' });
    expect(lineOf(report, 'printed ask')).toMatchObject({ answer: 'ok' });
    const unread = await open({
      printers: () => Promise.reject(new Failed({ kind: 'printer', why: 'notListed', detail: '' })),
    }).run();
    expect(lineOf(unread, 'printed system')).toMatchObject({
      answer: 'unknown',
      failure: { kind: 'printer' },
    });
    const toFiles = await open({ start: { slips: StoredSlips.parse({ to: 'pdf' }) } }).run();
    expect(lineOf(toFiles, 'folder')).toMatchObject({ answer: 'look', at: 'folder' });
  });

  test('of a service that is away asks once, and says of all the rest that it cannot be told', async () => {
    const { run, progress, station } = open();
    await station.service();
    await server.close();
    const report = await run();
    const reads = report.lines.filter(({ kind }) => kind === 'read');
    expect(
      reads.every(({ answer, failure }) => answer === 'unknown' && failure?.kind === 'unreachable'),
    ).toBe(true);
    expect(lineOf(report, 'code library MAIN')).toMatchObject({ answer: 'unknown' });
    expect(lineOf(report, 'clock')).toMatchObject({ answer: 'unknown', aheadMs: null });
    expect(progress).toHaveLength(report.lines.length);
    server = await startSample({ database: ':memory:' });
  });

  test('stops where it is told to', async () => {
    const { run, progress } = open();
    await faults({ operation: 'users.list', fault: 'delay', ms: 60_000 });
    const stop = new AbortController();
    const running = run(stop.signal);
    await expect.poll(() => progress.length).toBe(5);
    stop.abort();
    await expect(running).rejects.toThrow();
    expect(progress).toHaveLength(5);
  });
});

test('of a library that the station leaves meanwhile is no check of the next one', async () => {
  const next = await startSample({ database: ':memory:' });
  try {
    // It is at the printers, when somebody connects the station to another library.
    const world = open({
      printers: async () => {
        await world.station.connect({
          ...{ address: new URL(next.url).origin, root: 'svcws', key: next.key },
          ...{ keep: 'thisRun', commit: true, library: null, leave: true },
        });
        return [];
      },
    });
    const run = world.run();
    await expect(run).rejects.toMatchObject({ failure: { kind: 'invalid', reason: 'moved' } });
    expect(world.progress.filter(({ line }) => ['calls', 'certificate', 'code'].includes(line.kind))).toEqual(
      [],
    );
    const { station, run: again } = open();
    const { library } = await again();
    expect(library).toBe(station.library()?.id);
  } finally {
    await next.close();
  }
});

test('the certificate is that of the connection over which the calls go', async () => {
  await using front = await tlsFront(server.port);
  const network: Network = { proxyFor: () => Promise.resolve('DIRECT'), authorities: () => [authority()] };
  const { station, run } = open({ network });
  await station.connect({
    ...{ address: `https://localhost:${front.port}`, root: 'svcws', key: server.key },
    ...{ keep: 'thisRun', commit: true, library: null },
  });
  const report = await run();
  expect(report).toMatchObject({ mode: 'institution', address: `https://localhost:${front.port}` });
  const line = lineOf(report, 'certificate');
  expect(line).toMatchObject({ kind: 'certificate', why: null });
  expect(line?.kind === 'certificate' && Date.parse(line.until ?? '')).toBeGreaterThan(0);
  const later = open({ network, ahead: 50 * 365 * 86_400_000 });
  expect(later.station.certificateUntil()).toBeNull();
  expect(JSON.stringify(report)).not.toContain(server.key);
});
