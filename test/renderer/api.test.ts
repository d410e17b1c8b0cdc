import { describe, expect, test, vi } from 'vitest';
import { call, isAtWork, watch } from '../../src/renderer/api.ts';
import { main, pass } from './support/main.ts';
import { aScan, away } from './support/views.ts';

describe('what a window asks of main', () => {
  test('crosses as plain data, and is answered as main says', async () => {
    const reply = call('desk.open', { userId: 'a', nothing: undefined } as { userId: string });
    expect(Object.keys(main.open('desk.open').input)).toEqual(['userId']);
    await main.open('desk.open').fail(away);
    expect(await reply).toEqual({ ok: false, failure: away });
  });

  test('never rejects: a crossing that breaks is a fault of ours', async () => {
    const reply = call('desk.end', {});
    await main.open('desk.end').breakOff();
    expect(await reply).toEqual({ ok: false, failure: { kind: 'defect', id: 'bridge' } });
  });

  test('that was not wanted any more before it was asked is not asked', async () => {
    const reply = await call('desk.end', {}, { signal: AbortSignal.abort() });
    expect(reply).toEqual({ ok: false, failure: { kind: 'cancelled' } });
    expect(main.times('desk.end')).toBe(0);
  });

  test('is stopped at main, once, and only while it runs', async () => {
    const stop = new AbortController();
    void call('fees.types', {}, { signal: stop.signal });
    const request = main.open('fees.types');
    await request.answer([]);
    stop.abort();
    expect(request.aborted).toBe(false);
    const other = new AbortController();
    void call('fees.types', {}, { signal: other.signal });
    const running = main.open('fees.types');
    other.abort();
    expect(running.aborted).toBe(true);
  });

  test('reports to whoever asked, and to nobody once it is answered', async () => {
    const heard: number[] = [];
    const ask = () =>
      call('sharing.list', { userId: 'a', also: [] }, { onProgress: ({ read }) => heard.push(read) });
    expect(isAtWork()).toBe(false);
    void ask();
    const first = main.open('sharing.list');
    expect(isAtWork()).toBe(true);
    await first.report({ read: 1, total: 2 });
    await first.answer({ requests: [], older: 0 });
    await first.report({ read: 2, total: 2 });
    expect(heard).toEqual([1]);
    expect(isAtWork()).toBe(false);
  });
});

describe('what a window follows', () => {
  test('is no work, goes on, and is put up again a second after it broke off', async () => {
    const heard: string[] = [];
    const stop = watch('desk.watch', (event) => heard.push(event.type));
    expect(isAtWork()).toBe(false);
    await main.open('desk.watch').report({ type: 'scan', scan: aScan('1', 1) });
    await main.open('desk.watch').report({ type: 'due', due: '' });
    expect(heard).toEqual(['scan', 'due']);
    await main.open('desk.watch').breakOff();
    await pass(990);
    expect(main.times('desk.watch')).toBe(1);
    await pass(10);
    expect(main.times('desk.watch')).toBe(2);
    await main.open('desk.watch').report({ type: 'which', which: null });
    expect(heard).toEqual(['scan', 'due', 'which']);
    stop();
    expect(main.all('desk.watch')[1]?.aborted).toBe(true);
    await main.all('desk.watch')[1]?.fail({ kind: 'cancelled' });
    await pass(5000);
    expect(main.times('desk.watch')).toBe(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});
