import { expect, test } from 'vitest';
import { CommandQueue } from '../../../src/main/scans/command-queue.ts';
import { ScanList } from '../../../src/main/scans/scan-list.ts';
import { Desk } from '../journal/desk.ts';
import { quietLog } from '../support/ports.ts';
import { until } from '../support/test-station.ts';

test('what comes during a hold waits for its end, also where a command before it ends meanwhile', async () => {
  const desk = new Desk();
  const [journal, log] = [desk.journal(), quietLog()];
  const ports = { journal, log, clock: desk.clock, connection: { library: () => null } };
  const scans = new ScanList('receiving', ports, () => undefined);
  const add = (id: string, kind: 'command' | 'item') =>
    scans.add({ ...{ id, kind, text: id, action: 'find', state: 'waiting', failure: null } }, 'auto');
  const begun: string[] = [];
  const queue = new CommandQueue<{ id: string }>({ scans, log, begin: ({ id }) => begun.push(id) });
  add('next', 'command');
  queue.putCommand('next', 'NEXT');

  const { promise, resolve } = Promise.withResolvers<null>();
  const held = queue.hold(() => promise);
  add('book', 'item');
  queue.put({ id: 'book' });
  queue.ran('next', null);
  await until(() => scans.get('next')?.state === 'done');
  await new Promise(setImmediate);
  expect(begun).toEqual([]);
  resolve(null);
  await held;
  expect(begun).toEqual(['book']);
});
