import { describe, expect, test } from 'vitest';
import type { ScanView } from '../../../src/contract/scans.ts';
import { ScanLog, type Visit } from '../../../src/renderer/scan/scan-log.svelte.ts';
import { pass } from '../support/main.ts';
import { aScan, away, lentTo, returnedTo } from '../support/views.ts';

function aLog() {
  const report: { settled: ScanView[]; visits: Visit[]; named: ScanView[]; commands: ScanView[] } = {
    ...{ settled: [], visits: [], named: [], commands: [] },
  };
  const log = new ScanLog(
    (scan, visit) => {
      report.settled.push(scan);
      report.visits.push(visit);
    },
    (scan) => report.named.push(scan),
    (scan) => report.commands.push(scan),
  );
  const states = (): readonly string[] => log.rows.map(({ view }) => `${view.id} ${view.state}`);
  return { log, report, states };
}

const mine = (id: string) => ({ id, text: id, kind: 'unknown', action: 'lend' }) as const;

describe('a scan that comes in', () => {
  test('has its row at once, above those before', () => {
    const { log, states } = aLog();
    log.add(mine('1'));
    log.add({ ...mine('2'), text: 'x'.repeat(300) });
    expect(states()).toEqual(['2 received', '1 received']);
    expect(log.rows.map(({ view }) => view.order)).toEqual([2, 1]);
    expect(log.rows[0]?.view.text).toHaveLength(200);
    expect(log.open).toBe(2);
  });

  test('is shown as main has it; an answer that a report has overtaken is not shown', () => {
    const { log, states } = aLog();
    log.add(mine('1'));
    log.apply(aScan('1', 1, { state: 'done' }));
    log.confirm(aScan('1', 1, { state: 'refused' }));
    log.fail('1', away);
    expect(states()).toEqual(['1 done']);
    log.add(mine('2'));
    log.confirm(aScan('2', 2, { state: 'held' }));
    expect(states()).toEqual(['2 held', '1 done']);
  });

  test('that was not confirmed is told again once it is found out', () => {
    const { log, report } = aLog();
    log.apply(aScan('1', 1, { state: 'unclear' }));
    log.apply(aScan('1', 1, { state: 'unclear' }));
    expect(report.settled.map(({ state }) => state)).toEqual(['unclear']);
    log.apply(aScan('1', 1, { state: 'done' }));
    expect(report.settled.map(({ state }) => state)).toEqual(['unclear', 'done']);
    log.apply(aScan('1', 1, { state: 'done', result: lentTo('a', 'b') }));
    expect(report.settled).toHaveLength(2);
    expect(report.named.at(-1)).toMatchObject({ state: 'done' });
  });

  test('that main could not take stays, with the reason', () => {
    const { log, report } = aLog();
    log.add(mine('1'));
    log.fail('1', away);
    expect(log.rows[0]?.view).toMatchObject({ state: 'refused', failure: away });
    expect(report.settled).toHaveLength(1);
    expect(log.open).toBe(0);
  });

  test('is said to be on its way only once that takes long', async () => {
    const { log, states } = aLog();
    log.add(mine('1'));
    log.apply(aScan('1', 1, { state: 'sent' }));
    await pass(299);
    expect(states()).toEqual(['1 received']);
    await pass(1);
    expect(states()).toEqual(['1 sent']);
    log.add(mine('2'));
    log.apply(aScan('2', 2, { state: 'sent' }));
    log.apply(aScan('2', 2, { state: 'done' }));
    await pass(1000);
    expect(states()).toEqual(['2 done', '1 sent']);
  });

  test('is waited for once it takes long, and no longer than it is open', async () => {
    const { log } = aLog();
    log.add(mine('1'));
    log.add(mine('2'));
    await pass(299);
    expect(log.waitingCount).toBe(0);
    await pass(1);
    expect(log.waitingCount).toBe(2);
    log.apply(aScan('1', 1));
    expect(log.waitingCount).toBe(1);
    log.apply(aScan('2', 2));
    expect(log.waitingCount).toBe(0);
    log.add(mine('3'));
    log.apply(aScan('3', 3));
    await pass(1000);
    expect(log.waitingCount).toBe(0);
  });
});

describe('what came of scans', () => {
  test('is told once for each, and counted, also for the same title', () => {
    const { log, report } = aLog();
    const done = aScan('1', 1, { result: lentTo('anna', 'b') });
    log.apply(done);
    log.apply(done);
    expect(report.settled).toEqual([done]);
    expect(log.latest?.count).toBe(1);
    log.apply(aScan('2', 2, { result: lentTo('anna', 'b') }));
    expect(log.latest).toMatchObject({ count: 2, scan: { id: '2' } });
  });

  test('that was turned away gets its title afterwards, and is not heard twice', () => {
    const { log, report } = aLog();
    log.apply(aScan('1', 1, { state: 'refused' }));
    log.apply(aScan('1', 1, { state: 'refused', title: 'Middlemarch' }));
    expect(report.settled).toHaveLength(1);
    expect(report.named.map(({ title }) => title)).toEqual(['Middlemarch']);
    expect(log.latest).toMatchObject({ count: 1, scan: { title: 'Middlemarch' } });
  });

  test('is counted for each patron; a loan that was taken back is none', () => {
    const { log } = aLog();
    log.apply(aScan('1', 1, { result: lentTo('anna', 'a') }));
    log.apply(aScan('2', 2, { result: lentTo('anna', 'b') }));
    log.apply(aScan('3', 3, { result: lentTo('ben', 'c') }));
    log.apply(aScan('4', 4, { result: returnedTo('Stacks') }));
    expect([log.lent, log.returned, log.lentTo]).toEqual([3, 1, { anna: 2, ben: 1 }]);
    const undone = { title: '', author: '', barcode: 'b', userId: 'anna' };
    const next = { to: 'shelf', place: 'Stacks' } as const;
    log.apply(aScan('5', 5, { result: { kind: 'undone', ...undone, next } }));
    expect([log.lent, log.lentTo]).toEqual([2, { anna: 1, ben: 1 }]);
  });

  test('that asks something asks until it was answered, the oldest first', () => {
    const { log } = aLog();
    const question = { userId: 'anna', offers: ['renew'] } as const;
    log.apply(aScan('1', 1, { state: 'refused', question }));
    log.apply(aScan('2', 2, { state: 'refused', question }));
    expect(log.questions.map(({ id }) => id)).toEqual(['1', '2']);
    log.apply(aScan('1', 1, { state: 'refused' }));
    expect(log.questions.map(({ id }) => id)).toEqual(['2']);
    log.apply(aScan('2', 2, { state: 'refused' }));
    expect(log.questions).toEqual([]);
  });
});

describe('a visit', () => {
  const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

  test('begins at nought: what was scanned before is of an earlier one', () => {
    const { log } = aLog();
    log.apply(aScan('1', 1, { result: lentTo('anna', 'a') }));
    log.apply(aScan('2', 2, { action: 'open', state: 'sent' }));
    log.apply(aScan('3', 3, { state: 'waiting' }));
    log.beginVisit(2);
    expect([ids(log.visitRows), ids(log.earlierRows)]).toEqual([['3', '2'], ['1']]);
    expect([log.lent, log.returned]).toEqual([0, 0]);
    log.apply(aScan('3', 3, { result: lentTo('ben', 'b') }));
    expect([log.lent, log.lentTo]).toEqual([1, { anna: 1, ben: 1 }]);
    log.reset([]);
    expect([log.visitFrom, log.earlierRows]).toEqual([1, []]);
  });

  test('gets what fails late of an earlier one; what is done late is only of that one', () => {
    const { log, report } = aLog();
    log.apply(aScan('1', 1, { state: 'sent' }));
    log.apply(aScan('2', 2, { state: 'sent' }));
    log.apply(aScan('3', 3, { action: 'open', state: 'sent' }));
    log.beginVisit(3);
    log.apply(aScan('1', 1, { state: 'refused' }));
    log.apply(aScan('2', 2, { result: lentTo('anna', 'b') }));
    expect([ids(log.visitRows), ids(log.earlierRows)]).toEqual([['3', '1'], ['2']]);
    expect(log.lent).toBe(0);
    expect(report.visits).toEqual(['earlier', 'earlier']);
  });
});

describe('a command barcode', () => {
  const command = (state: ScanView['state']) =>
    aScan('1', 1, { kind: 'command', action: 'command', state, result: { kind: 'command', command: 'END' } });

  test('is begun once, as soon as main says so', () => {
    const { log, report, states } = aLog();
    log.add(mine('1'));
    log.apply(command('waiting'));
    expect(report.commands).toEqual([]);
    log.apply(command('sent'));
    log.apply(command('sent'));
    expect(report.commands).toHaveLength(1);
    expect(states()).toEqual(['1 sent']);
    log.apply(command('done'));
    expect(report.commands).toHaveLength(1);
  });
});

describe('the session as main has it', () => {
  test('takes the place of what was there; rows that main has not heard of yet stay', () => {
    const { log, states, report } = aLog();
    log.apply(aScan('1', 1, { result: lentTo('anna', 'a') }));
    log.add(mine('local'));
    log.reset([aScan('3', 2, { state: 'held' }), aScan('2', 1, { result: returnedTo('Stacks') })]);
    expect(states()).toEqual(['local received', '3 held', '2 done']);
    expect([log.lent, log.returned, log.open]).toEqual([0, 1, 2]);
    expect(log.lentTo).toEqual({});
    expect(log.lastReturn?.id).toBe('2');
    // What was settled before the window looked is no news.
    expect(report.settled.map(({ id }) => id)).toEqual(['1']);
    log.confirm(aScan('local', 3, { state: 'done' }));
    expect(states()[0]).toBe('local done');
  });

  test('that is empty is the beginning of a new one', () => {
    const { log } = aLog();
    log.apply(aScan('1', 1, { result: returnedTo('Stacks'), recovered: true }));
    log.apply(aScan('2', 2, { result: lentTo('anna', 'a') }));
    expect(log.recovered).toBe(1);
    log.reset([]);
    expect(log.rows).toEqual([]);
    expect([log.lent, log.returned, log.open, log.recovered, log.waitingCount]).toEqual([0, 0, 0, 0, 0]);
    expect([log.latest, log.lastReturn, log.questions]).toEqual([null, null, []]);
    log.add(mine('3'));
    expect(log.rows[0]?.view.order).toBe(1);
  });

  test('does not count a scan twice that it had before', () => {
    const { log } = aLog();
    const scan = aScan('1', 1, { result: lentTo('anna', 'a') });
    log.apply(scan);
    log.reset([scan]);
    log.apply(scan);
    expect([log.lent, log.rows.length]).toEqual([1, 1]);
  });
});
