import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { graceMs } from '../../../../src/main/commands/certainty.ts';
import { noteDoubt } from '../../../../src/main/journal/meta.ts';
import { rest } from '../../support/lost.ts';
import { elsewhere, here, openTestStation, type TestStation, until } from '../../support/test-station.ts';
import { codesOnRecord, jobsOf, one, preview, sentOf, start, statesOf, writeElsewhere } from './asking.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-location-jobs-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A library with one location more, that no item is in. */
async function open() {
  const testStation = await openTestStation(folder);
  await testStation.client.call('conf.locations.create', {
    path: { library_code: 'LAW' },
    body: { code: 'OLD', name: 'Old room', type: { value: 'OPEN' } },
  });
  return { testStation, window: testStation.window() };
}

/** Two are made, two are changed, one stays, and `OLD` is deleted. */
const file = [
  'Code,Name,Type',
  'MAPS,Map room,OPEN',
  'ATLAS,Atlases,CLOSED',
  'OPEN,Ground floor,OPEN',
  'CLOSED,Cellar,CLOSED',
  'REMOTE,Remote Storage,REMOTE',
].join('\r\n');

async function begun() {
  const opened = await open();
  const shown = await preview(opened, file, { deletes: true });
  const job = await start(opened.window, shown);
  return { ...opened, id: job.id, job, shown };
}

const run = (id: string) => ['configuration.locations.run', { id }] as const;

/** All of the file, once. */
async function expectWritten(testStation: TestStation): Promise<void> {
  expect(await codesOnRecord(testStation)).toEqual(['ATLAS', 'CLOSED', 'MAPS', 'OPEN', 'REMOTE']);
  const names = await Promise.all(['OPEN', 'CLOSED', 'MAPS'].map((code) => one(testStation, code)));
  expect(names.map(({ name }) => name)).toEqual(['Ground floor', 'Cellar', 'Map room']);
}

describe('a job', () => {
  test('sends nothing before it is run, then every row once, and says what came of each', async () => {
    const { testStation, window, id, job, shown } = await begun();
    expect(shown.counts).toEqual({ make: 2, change: 2, delete: 1, same: 1, none: 0 });
    expect(job).toMatchObject({ total: 5, written: 0, finished: false, running: false });
    expect(sentOf(testStation)).toEqual([]);
    expect(testStation.domain.pendingCounts().unfinished).toBe(1);
    const reports: number[] = [];
    const done = await window.ask(...run(id), { report: ({ nth }) => reports.push(nth) });
    expect(statesOf(done)).toEqual(['done', 'done', 'done', 'done', 'done']);
    expect(done).toMatchObject({ written: 5, notWritten: 0, finished: true, failure: null });
    expect(reports).toEqual([0, 1, 2, 3, 4]);
    expect(sentOf(testStation)).toEqual(['create', 'create', 'update', 'update', 'delete']);
    await expectWritten(testStation);
    expect(testStation.domain.pendingCounts().unfinished).toBe(0);
  });

  test('stays with its outcomes until it is dismissed, also over a restart', async () => {
    const { testStation, window, id } = await begun();
    await window.ask(...run(id));
    testStation.restart();
    const later = testStation.window();
    expect(await jobsOf(later)).toMatchObject([{ id, finished: true, written: 5 }]);
    await later.ask('configuration.locations.dismiss', { id });
    expect(await jobsOf(later)).toEqual([]);
    expect(await later.failure('configuration.locations.job', { id })).toMatchObject({ reason: 'gone' });
    testStation.restart();
    expect(await jobsOf(testStation.window())).toEqual([]);
  });

  test('begun twice with one intent is one job, and runs once at a time', async () => {
    const { testStation, window, shown, id } = await begun();
    const input = { intent: id, preview: shown.preview };
    expect(await window.failure('configuration.locations.import.start', input)).toMatchObject({
      reason: 'alreadySent',
    });
    await testStation.faults({ operation: 'conf.locations.create', fault: 'delay', ms: 200, count: 1 });
    const running = window.ask(...run(id));
    await until(() => sentOf(testStation).length === 1);
    expect(await window.failure(...run(id))).toMatchObject({ reason: 'notNow' });
    expect(await window.failure('configuration.locations.dismiss', { id })).toMatchObject({
      reason: 'notNow',
    });
    expect((await jobsOf(window))[0]).toMatchObject({ running: true });
    await running;
    await window.ask(...run(id));
    expect(sentOf(testStation)).toHaveLength(5);
  });

  test('pauses before its next row, and goes on there', async () => {
    const { testStation, window, id } = await begun();
    const report = ({ nth }: { readonly nth: number }) => {
      if (nth === 1) void window.ask('configuration.locations.pause', { id });
    };
    const paused = await window.ask(...run(id), { report });
    expect(statesOf(paused)).toEqual(['done', 'done', 'toDo', 'toDo', 'toDo']);
    expect(paused).toMatchObject({ running: false, finished: false, failure: null });
    expect((await window.ask(...run(id))).finished).toBe(true);
    await expectWritten(testStation);
  });

  test('stops with its window, and goes on in another', async () => {
    const { testStation, window, id } = await begun();
    const leaving = new AbortController();
    await window.ask(...run(id), { signal: leaving.signal, report: () => leaving.abort() });
    expect(sentOf(testStation)).toEqual(['create']);
    await testStation.window().ask(...run(id));
    await expectWritten(testStation);
  });
});

describe('a row', () => {
  test('that is refused keeps its reason, and does not stop the others', async () => {
    const { testStation, window } = await open();
    const shown = await preview({ testStation, window }, 'Code,Name,Type\nBAD,Bad,NONE\nMAPS,Maps,OPEN\n');
    const { id } = await start(window, shown);
    const done = await window.ask(...run(id));
    expect(done.rows).toMatchObject([
      { state: 'refused', failure: { kind: 'refused', code: '60297' } },
      { state: 'done' },
    ]);
    expect(done).toMatchObject({ finished: true, written: 1, notWritten: 1 });
    testStation.restart();
    const later = await testStation.window().ask('configuration.locations.job', { id });
    expect(later.rows[0]).toMatchObject({ state: 'refused', failure: { code: '60297' } });
  });

  test('that someone else has changed, deleted or made meanwhile is not written', async () => {
    const { testStation, window, id } = await begun();
    const { client } = testStation;
    const path = { library_code: 'LAW' };
    await writeElsewhere(testStation, 'OPEN', { name: 'Theirs' });
    await writeElsewhere(testStation, 'OLD', { description: 'needed' });
    await client.call('conf.locations.create', {
      path,
      body: { code: 'MAPS', name: 'Their maps', type: { value: 'OPEN' } },
    });
    await client.call('conf.locations.create', {
      path,
      body: { code: 'ATLAS', name: 'Atlases', type: { value: 'CLOSED' } },
    });
    const done = await window.ask(...run(id));
    expect(statesOf(done)).toEqual(['taken', 'alreadySo', 'changedElsewhere', 'done', 'changedElsewhere']);
    expect(done).toMatchObject({ finished: true, written: 2, notWritten: 3 });
    expect(sentOf(testStation)).toEqual(['update']);
    expect(await one(testStation, 'OPEN')).toMatchObject({ name: 'Theirs' });
    testStation.restart();
    const later = await testStation.window().ask('configuration.locations.job', { id });
    expect(statesOf(later)).toEqual(statesOf(done));
  });

  test('of a location that is gone is not made again, and needs no deleting', async () => {
    const { testStation, window } = await open();
    const path = { library_code: 'LAW' };
    await testStation.client.call('conf.locations.create', {
      path,
      body: { code: 'NEAR', name: 'Near', type: { value: 'OPEN' } },
    });
    const text = `${file}\r\nNEAR,Nearer,OPEN`;
    const { id } = await start(window, await preview({ testStation, window }, text, { deletes: true }));
    for (const location_code of ['NEAR', 'OLD'])
      await testStation.client.call('conf.locations.delete', { path: { ...path, location_code } });
    const done = await window.ask(...run(id));
    expect(statesOf(done)).toEqual(['done', 'done', 'done', 'done', 'gone', 'alreadySo']);
  });

  test('is not taken for changed where a list says less of it than a read of it alone', async () => {
    const { testStation, window } = await open();
    testStation.odd['conf.locations.list'] = (answer) => {
      const { items, ...rest } = answer as { readonly items: readonly Record<string, unknown>[] };
      return { ...rest, items: items.map(({ code, name, type }) => ({ code, name, type })) };
    };
    const shown = await preview({ testStation, window }, `${file}\r\n`, { deletes: true });
    const { id } = await start(window, shown);
    expect(await window.ask(...run(id))).toMatchObject({ finished: true, written: 5 });
    await expectWritten(testStation);
  });

  test('keeps what the file does not say as it is', async () => {
    const { testStation, window, id } = await begun();
    const before = await one(testStation, 'OPEN');
    await window.ask(...run(id));
    expect(await one(testStation, 'OPEN')).toEqual({ ...before, name: 'Ground floor' });
  });

  test('whose answer is lost is looked up, and the job goes on', async () => {
    const { testStation, window, id } = await begun();
    await testStation.faults({ operation: 'conf.locations.create', fault: 'drop-after', count: 1 });
    const done = await window.ask(...run(id));
    expect(done).toMatchObject({ finished: true, written: 5 });
    await expectWritten(testStation);
  });

  test('that stays unclear stops the run; the next one leaves it, and it is sent again only once it is clear', async () => {
    const { testStation, window, id } = await begun();
    await testStation.faults({ operation: 'conf.locations.create', fault: 'drop-before', count: 1 });
    const stopped = await window.ask(...run(id));
    expect(stopped.rows[0]).toMatchObject({ state: 'unclear', failure: { kind: 'unknown-outcome' } });
    expect(stopped).toMatchObject({ unclear: 1, finished: false, failure: { kind: 'unknown-outcome' } });
    const others = await window.ask(...run(id));
    expect(others).toMatchObject({ finished: false, written: 4, unclear: 1 });
    await rest(testStation);
    expect(await window.unclear()).toEqual([]);
    expect(await window.ask(...run(id))).toMatchObject({ finished: true, written: 5 });
    await expectWritten(testStation);
  });

  test.each([
    [401, 'unauthorized'],
    [503, 'refused'],
  ])('that finds the service away (%i) stops the run, and is tried again', async (status, kind) => {
    const { testStation, window, id } = await begun();
    await testStation.faults({ operation: 'conf.locations.get', fault: 'status', status });
    const stopped = await window.ask(...run(id));
    expect(stopped).toMatchObject({ failure: { kind }, written: 2, finished: false });
    expect(statesOf(stopped)).toEqual(['done', 'done', 'failed', 'toDo', 'toDo']);
    await testStation.faults();
    expect(await window.ask(...run(id))).toMatchObject({ failure: null, finished: true, written: 5 });
    await expectWritten(testStation);
  });
});

describe('another library', () => {
  test('has no part in it: the job waits for its own', async () => {
    const { testStation, window, id, shown } = await begun();
    testStation.library = elsewhere;
    expect(await window.failure(...run(id))).toMatchObject({ reason: 'gone' });
    expect((await jobsOf(window))[0]).toMatchObject({ id, elsewhere: { mode: 'institution' } });
    expect(testStation.domain.pendingCounts().unfinished).toBe(0);
    const input = { intent: randomUUID(), preview: shown.preview };
    expect(await window.failure('configuration.locations.import.start', input)).toMatchObject({
      reason: 'moved',
    });
    testStation.library = here;
    expect(await window.ask(...run(id))).toMatchObject({ finished: true });
  });

  test('that is connected on the way stops it before the next row', async () => {
    const { testStation, window, id } = await begun();
    const moved = await window.failure('configuration.locations.job', { id: randomUUID() });
    expect(moved).toMatchObject({ reason: 'gone' });
    const stopping = window.ask(...run(id), {
      report: () => {
        testStation.library = elsewhere;
      },
    });
    await stopping;
    expect(sentOf(testStation)).toEqual(['create']);
    testStation.library = here;
    await window.ask(...run(id));
    await expectWritten(testStation);
  });
});

describe('after a crash', () => {
  test.each([
    ['create', 0],
    ['create', 1],
    ['update', 0],
    ['update', 1],
    ['delete', 0],
  ] as const)('at %s (%i before it) it goes on there, and writes nothing twice', async (act, after) => {
    const { testStation, window, id } = await begun();
    const operation = `conf.locations.${act}` as const;
    await testStation.faults({ operation, fault: 'delay', ms: 300, after, count: 1 });
    void window.ask(...run(id)).catch(() => undefined);
    const ofAct = () => sentOf(testStation).filter((sent) => sent === act).length;
    await until(
      () => ofAct() === after + 1 && testStation.journal.unsettled().some(({ state }) => state === 'sent'),
    );
    testStation.restart();
    const later = testStation.window();
    expect(await jobsOf(later)).toMatchObject([{ id, running: false, finished: false }]);
    // What had left is still carried out by the service, and found by the lookups after it.
    await new Promise((resolve) => setTimeout(resolve, 400));
    await rest(testStation);
    expect(await later.unclear()).toEqual([]);
    expect(await later.ask(...run(id))).toMatchObject({ finished: true, written: 5 });
    await expectWritten(testStation);
    expect(sentOf(testStation)).toHaveLength(5);
  });

  test.each(['list', 'get'] as const)('while it reads (%s) it goes on there', async (read) => {
    const { testStation, window, id } = await begun();
    await testStation.faults({ operation: `conf.locations.${read}`, fault: 'delay', ms: 60_000, count: 1 });
    void window.ask(...run(id)).catch(() => undefined);
    await until(() => sentOf(testStation).length === (read === 'get' ? 2 : 0));
    testStation.restart();
    expect(await testStation.window().ask(...run(id))).toMatchObject({ finished: true, written: 5 });
    await expectWritten(testStation);
    expect(sentOf(testStation)).toHaveLength(5);
  });

  test.each([0, 2, 5])(
    'with a journal that has lost its rows after %i of them, nothing is written twice',
    async (done) => {
      const { testStation, window, id } = await begun();
      const leaving = new AbortController();
      let count = 0;
      const report = () => {
        count += 1;
        if (count === done) leaving.abort();
      };
      if (done > 0) await window.ask(...run(id), { signal: leaving.signal, report });
      testStation.restart(() => {
        const db = new DatabaseSync(testStation.journalFile);
        db.exec('DELETE FROM entries');
        noteDoubt(db);
        db.close();
      });
      const later = testStation.window();
      const [after] = await Promise.all([later.ask(...run(id)), testStation.clock.pass(graceMs)]);
      expect(after).toMatchObject({ finished: true, written: 5 });
      await expectWritten(testStation);
      expect(sentOf(testStation)).toHaveLength(5);
    },
  );
});
