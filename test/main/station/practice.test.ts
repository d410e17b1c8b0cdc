import { describe, expect, test, vi } from 'vitest';
import {
  PracticeLibrary,
  type PracticeOptions,
  type PracticeProcess,
} from '../../../src/main/station/practice.ts';
import { quietLog } from '../support/ports.ts';
import { QuickClock } from '../support/quick-clock.ts';

/** Milliseconds: no start is put off for longer. */
const longestBackOffMs = 30_000;

/** A process that does what a test says. */
function actor() {
  const posted: unknown[] = [];
  let onMessage: (message: unknown) => void = () => undefined;
  let onExit: (code: number) => void = () => undefined;
  const process: PracticeProcess & { killed: boolean } = {
    killed: false,
    post: (message) => void posted.push(message),
    onMessage: (listener) => (onMessage = listener),
    onExit: (listener) => (onExit = listener),
    kill() {
      this.killed = true;
      setImmediate(() => onExit(9));
    },
  };
  return {
    process,
    posted,
    say: (message: unknown) => onMessage(message),
    exit: (code: number) => onExit(code),
  };
}

function library(change: Partial<PracticeOptions> = {}) {
  const started: ReturnType<typeof actor>[] = [];
  const log = quietLog();
  const onGone = vi.fn();
  const clock = new QuickClock();
  const practice = new PracticeLibrary({
    start: () => {
      const one = actor();
      started.push(one);
      return one.process;
    },
    database: '/folder/practice.sqlite',
    key: 'random',
    log,
    clock,
    onGone,
    limits: { start: 2000, stop: 20 },
    ...change,
  });
  return { practice, started, clock, onGone };
}

const unreachable = expect.objectContaining({ kind: 'unreachable', why: 'connectionRefused' }) as unknown;

describe('the practice library', () => {
  test('is started when it is needed, once, with its key by message', async () => {
    const { practice, started } = library();
    expect(started).toHaveLength(0);
    const both = [practice.address(), practice.address()];
    expect(started).toHaveLength(1);
    expect(started[0]?.posted).toEqual([{ database: '/folder/practice.sqlite', key: 'random' }]);
    started[0]?.say({ type: 'listening', port: 4711, libraryId: 'practised' });
    for (const address of await Promise.all(both)) {
      expect(address).toEqual({ address: 'http://127.0.0.1:4711', key: 'random', libraryId: 'practised' });
    }
  });

  test('is started again when it dies, and calls wait for that', async () => {
    const { practice, started, clock, onGone } = library();
    const first = practice.address();
    started[0]?.say({ type: 'listening', port: 1, libraryId: 'practised' });
    await first;
    started[0]?.exit(9);
    expect(onGone).toHaveBeenCalledOnce();
    const second = practice.address();
    await clock.pass(longestBackOffMs);
    expect(started).toHaveLength(2);
    started[1]?.say({ type: 'listening', port: 2, libraryId: 'practised' });
    expect((await second).address).toBe('http://127.0.0.1:2');
  });

  test('a start that fails is a failure of the call, and is tried again a few times only', async () => {
    const { practice, started, clock } = library();
    const first = practice.address();
    started[0]?.say({ type: 'failed', message: 'disk full' });
    await expect(first).rejects.toMatchObject({ failure: { kind: 'unreachable', detail: 'disk full' } });
    expect(started[0]?.process.killed).toBe(true);
    for (let i = 1; i < 6; i++) {
      await clock.pass(longestBackOffMs);
      expect(started).toHaveLength(i + 1);
      started[i]?.exit(1);
    }
    await clock.pass(60 * longestBackOffMs);
    expect(started).toHaveLength(6);
    const address = practice.address();
    expect(started).toHaveLength(7);
    started[6]?.say({ type: 'listening', port: 7, libraryId: 'practised' });
    await address;
  });

  test('a process that cannot be started, or says nothing, is a failure too', async () => {
    const broken = library({
      start: () => {
        throw new Error('no such file');
      },
    });
    await expect(broken.practice.address()).rejects.toMatchObject({ failure: unreachable });
    const mute = library({ limits: { start: 20, stop: 20 } });
    const waiting = mute.practice.address();
    mute.started[0]?.say('hello');
    mute.started[0]?.say({ type: 'listening', port: 0, libraryId: 'practised' });
    await expect(waiting).rejects.toMatchObject({ failure: unreachable });
    await mute.practice.stop();
  });

  test('is asked to end, and ended if it does not', async () => {
    const kind = library();
    void kind.practice.address();
    kind.started[0]?.say({ type: 'listening', port: 1, libraryId: 'practised' });
    const ending = kind.practice.stop();
    expect(kind.started[0]?.posted.at(-1)).toEqual({ type: 'stop' });
    kind.started[0]?.exit(0);
    await ending;
    expect(kind.onGone).not.toHaveBeenCalled();
    await expect(kind.practice.address()).rejects.toMatchObject({ failure: unreachable });

    const deaf = library();
    void deaf.practice.address();
    deaf.started[0]?.say({ type: 'listening', port: 1, libraryId: 'practised' });
    await deaf.practice.stop();
    expect(deaf.started[0]?.process.killed).toBe(true);
  });
});
