import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';

/** Starting a process takes its time on a busy machine. */
vi.setConfig({ testTimeout: 30_000 });

const utility = fileURLToPath(new URL('../../src/server/utility.ts', import.meta.url));

/** Gives a plain Node process the port that Electron gives a utility process. */
const asUtility = `data:text/javascript,${encodeURIComponent(`
  import { EventEmitter } from 'node:events';
  const port = new EventEmitter();
  port.postMessage = (message) => process.send(message);
  process.on('message', (data) => port.emit('message', { data }));
  process.parentPort = port;
`)}`;

function start(): ChildProcess {
  return fork(utility, { execArgv: ['--import', asUtility], silent: true });
}

const next = (child: ChildProcess) =>
  new Promise<Record<string, unknown>>((resolve) =>
    child.once('message', (message) => resolve(message as never)),
  );
const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

test('starts on one message, serves, and stops on another', async () => {
  const child = start();
  const listening = next(child);
  child.send({ database: ':memory:', key: 'k' });
  const { type, port, libraryId } = await listening;
  expect([type, typeof port, libraryId]).toEqual([
    'listening',
    'number',
    expect.stringMatching(/^[0-9a-f-]{36}$/),
  ]);
  const headers = { Authorization: 'apikey k' };
  expect((await fetch(`http://127.0.0.1:${String(port)}/svcws/v1/users`, { headers })).status).toBe(200);
  expect(child.spawnargs.join(' ')).not.toContain('apikey');
  const over = ended(child);
  child.send({ type: 'stop' });
  expect(await over).toBe(0);
});

test('says that it failed', async () => {
  for (const message of [{ database: '/', key: 'k' }, { key: 'secret-key' }]) {
    const child = start();
    const reply = next(child);
    const over = ended(child);
    child.send(message);
    const answer = await reply;
    expect(answer['type']).toBe('failed');
    expect(JSON.stringify(answer)).not.toContain('secret-key');
    expect(await over).toBe(1);
  }
});

test('ends when its parent is gone', async () => {
  const child = start();
  const listening = next(child);
  child.send({ database: ':memory:', key: 'k' });
  await listening;
  const over = ended(child);
  child.disconnect();
  expect(await over).toBe(0);
});

test('does not start without a parent', async () => {
  const child = fork(utility, { silent: true });
  expect(await ended(child)).toBe(2);
});
