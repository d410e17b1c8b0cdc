import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { differencesBetween } from '../../../src/main/records/replace-whole.ts';
import { editLocation } from '../../../src/main/configuration/locations/edit.ts';
import type { Command } from '../../../src/service/endpoints.ts';
import { openTestStation } from '../support/test-station.ts';
import { lostBefore } from '../support/lost.ts';
import { programRunOf } from '../support/program-run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-tables-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { signal } = new AbortController();
const intent = () => randomUUID();

const open = async () => {
  const testStation = await openTestStation(folder);
  const { deps } = programRunOf(testStation);
  return { testStation, work: { ...deps, service: await deps.connection.service() } };
};

test('a location', async () => {
  const { testStation, work } = await open();
  const at = { path: { library_code: 'SCI', location_code: 'REMOTE' } };
  const seen = await testStation.client.call('conf.locations.get', at);
  const edit = (name: string) =>
    editLocation(
      work,
      { library: 'SCI', code: 'REMOTE' },
      { intent: intent(), seen, change: (record) => ({ ...record, name }) },
      signal,
    );
  expect(await edit('Depot')).toEqual({ ...seen, name: 'Depot' });
  await expect(edit('Cellar')).rejects.toMatchObject({
    failure: { kind: 'conflict', differences: [{ field: 'name', was: 'Remote Storage', is: 'Depot' }] },
  });
});

test('an intent is used once', async () => {
  const { testStation, work } = await open();
  const at = { path: { library_code: 'SCI', location_code: 'OPEN' } };
  const seen = await testStation.client.call('conf.locations.get', at);
  const input = { intent: intent(), seen, change: <T>(record: T) => record };
  await editLocation(work, { library: 'SCI', code: 'OPEN' }, input, signal);
  await expect(editLocation(work, { library: 'SCI', code: 'OPEN' }, input, signal)).rejects.toMatchObject({
    failure: { kind: 'invalid', reason: 'alreadySent' },
  });
});

describe('an answer that is lost is looked up', () => {
  const place = { code: 'MAPS', name: 'Map Room', type: { value: 'OPEN' } };
  const at = { library_code: 'LAW', location_code: 'MAPS' };

  async function bothWays(
    operation: Command,
    { testStation, work }: Awaited<ReturnType<typeof open>>,
    run: () => Promise<unknown>,
  ) {
    await lostBefore(testStation, operation, run, () => work.unclear.list());
    await testStation.faults({ operation, fault: 'drop-after', count: 1 });
    await run();
  }

  test('of a new location, and of one deleted', async () => {
    const { testStation, work } = await open();
    const { commands, service } = work;
    const common = { queue: 'test', about: 'a test', before: null, service };
    await bothWays('conf.locations.create', { testStation, work }, () =>
      commands.run({
        ...common,
        operation: 'conf.locations.create',
        args: { path: { library_code: 'LAW' }, body: place },
      }),
    );
    expect(await testStation.client.call('conf.locations.get', { path: at })).toMatchObject(place);
    await bothWays('conf.locations.delete', { testStation, work }, () =>
      commands.run({ ...common, operation: 'conf.locations.delete', args: { path: at } }),
    );
    const { items } = await testStation.client.call('conf.locations.list', { path: { library_code: 'LAW' } });
    expect(items).toHaveLength(3);
  });

  test('of a location that is edited', async () => {
    const { testStation, work } = await open();
    const path = { library_code: 'SCI', location_code: 'OPEN' };
    const seenPlace = await testStation.client.call('conf.locations.get', { path });
    await bothWays('conf.locations.update', { testStation, work }, () =>
      editLocation(
        work,
        { library: 'SCI', code: 'OPEN' },
        { intent: intent(), seen: seenPlace, change: (is) => ({ ...is, name: 'Ground floor' }) },
        signal,
      ),
    );
  });

  test('of a workflow: nobody but a person can tell', async () => {
    const { testStation, work } = await open();
    await testStation.faults({ operation: 'conf.workflows.run', fault: 'drop-after', count: 1 });
    const run = work.commands.run({
      operation: 'conf.workflows.run',
      args: { path: { workflow_id: 'EXPIRE_HOLDS' } },
      queue: 'test',
      about: 'a test',
      before: null,
      service: await work.connection.service(),
    });
    await expect(run).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
  });
});

describe('what differs', () => {
  test('is nothing between equals, and is named by field and by row', () => {
    const row = (code: string, description: string) => ({ code, description });
    expect(differencesBetween({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toEqual([]);
    expect(
      differencesBetween(
        { row: [row('A', 'a'), row('B', 'b')], type: { value: 'X' }, gone: 1 },
        { row: [row('A', 'a'), row('C', 'c')], type: { value: 'Y' } },
      ),
    ).toEqual([
      { field: 'row.B', was: 'B · b', is: '' },
      { field: 'row.C', was: '', is: 'C · c' },
      { field: 'type', was: 'X', is: 'Y' },
      { field: 'gone', was: '1', is: '' },
    ]);
  });

  test('is the order of the rows where only that changed', () => {
    const [one, two] = [{ code: 'A' }, { code: 'B' }];
    expect(differencesBetween({ row: [one, two] }, { row: [two, one] })).toEqual([
      { field: 'row', was: 'A, B', is: 'B, A' },
    ]);
  });
});
