import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { contract, type CallName } from '../../src/contract/index.ts';
import type { LoansRead } from '../../src/contract/loans.ts';
import { Failed, failureOf } from '../../src/main/failure.ts';
import { createRouter, type Context, type Handler, type Handlers } from '../../src/main/router.ts';
import { quietLog } from './support/ports.ts';
import { settled } from './support/quick-clock.ts';

const waitForAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

/** A router whose handlers all answer null, but for those given. */
function routerWith(values: Partial<Handlers>) {
  const log = quietLog();
  const rest = Object.fromEntries(Object.keys(contract).map((name) => [name, () => Promise.resolve(null)]));
  return {
    router: createRouter({ ...(rest as unknown as Handlers), ...values }, (error) => failureOf(error, log)),
    log,
  };
}

const peer = (window = 1) => ({
  window,
  report: vi.fn(),
});

describe('router', () => {
  test('answers in an envelope, with what the handler gave', async () => {
    const { router } = routerWith({ 'scans.drop': ({ id }) => Promise.resolve({ id } as never) });
    const id = crypto.randomUUID();
    expect(await router.call(peer(), 'scans.drop', 'a', { id })).toEqual({ ok: true, value: { id } });
  });

  test.each([
    'nothing.here',
    '__proto__',
    'constructor',
    'toString',
    '',
    null,
    7,
    { toString: () => 'station.get' },
  ])('refuses the name %o', async (name) => {
    const { router } = routerWith({});
    expect(await router.call(peer(), name, 'a', {})).toMatchObject({
      ok: false,
      failure: { kind: 'invalid', field: 'name' },
    });
  });

  test.each([undefined, null, 3, '', 'x'.repeat(101), {}])('refuses the call id %o', async (id) => {
    const { router } = routerWith({});
    expect(await router.call(peer(), 'station.get', id, {})).toMatchObject({
      ok: false,
      failure: { field: 'id' },
    });
  });

  test.each([
    ['desk.search', { text: 7, limit: 1, offset: 0 }, 'text', 'malformed'],
    ['desk.search', { limit: 1, offset: 0 }, 'text', 'required'],
    ['desk.search', { text: 'x'.repeat(1001), limit: 1, offset: 0 }, 'text', 'tooLong'],
    ['desk.search', { text: 'x', limit: 1.5, offset: 0 }, 'limit', 'malformed'],
    ['fees.plan', { userId: '1', amount: '1', feeIds: [] }, 'feeIds', 'required'],
    ['fees.plan', { userId: '1', amount: '1', feeIds: ['1', 2] }, 'feeIds.1', 'malformed'],
    ['station.connect', null, '', 'malformed'],
    ['scans.submit', undefined, '', 'required'],
  ] as const)('names the field of a bad input: %s %o', async (name, input, field, reason) => {
    const run = vi.fn();
    const { router } = routerWith({ [name]: run });
    expect(await router.call(peer(), name, 'a', input)).toEqual({
      ok: false,
      failure: { kind: 'invalid', field, reason, detail: expect.stringContaining('') as unknown },
    });
    expect(run).not.toHaveBeenCalled();
  });

  const round: Record<string, unknown> = {};
  round['self'] = round;
  const deep = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as unknown;
  // All of this can cross from a window, and none of it can be written into the journal or sent.
  test.each([
    ['a number that is none', Number.NaN, 'malformed'],
    ['a number beyond JSON', 10n, 'malformed'],
    ['a date', new Date(), 'malformed'],
    ['a map', new Map(), 'malformed'],
    ['bytes', new Uint8Array(1), 'malformed'],
    ['a list with holes', Array(2), 'malformed'],
    ['a cycle', round, 'malformed'],
    ['nesting without end', deep, 'malformed'],
    ['a text without end', 'x'.repeat(6_000_000), 'tooLong'],
  ])('takes plain data only: not %s', async (_name, own, reason) => {
    const run = vi.fn();
    const { router, log } = routerWith({ 'patrons.save': run });
    const input = { intent: crypto.randomUUID(), seen: { own }, form: {} };
    expect(await router.call(peer(), 'patrons.save', 'a', structuredClone(input))).toMatchObject({
      ok: false,
      failure: { kind: 'invalid', field: '', reason },
    });
    expect(run).not.toHaveBeenCalled();
    expect(log.defects).toEqual([]);
  });

  test('never repeats the value of a bad input', async () => {
    const { router } = routerWith({});
    const key = 'l7xx-very-secret';
    const reply = await router.call(peer(), 'station.connect', 'a', {
      address: [key],
      root: { key },
      key: { key },
      keep: key,
      commit: key,
    });
    expect(JSON.stringify(reply)).not.toContain(key);
  });

  test('reports to the window that asked, under the id of its call, until it is aborted', async () => {
    const { router } = routerWith({
      'station.watch': async (_, { signal, report }) => {
        const event = { type: 'service', status: { state: 'unknown', ms: null, remaining: null } } as const;
        report(event);
        await waitForAbort(signal).catch(() => undefined);
        report(event);
        return null;
      },
    });
    const asking = peer(4);
    const reply = router.call(asking, 'station.watch', 'w', {});
    router.abort(4, 'w');
    expect(await reply).toEqual({ ok: true, value: null });
    expect(asking.report.mock.calls).toEqual([['w', expect.objectContaining({ type: 'service' })]]);
  });

  test('an aborted call ends as cancelled; another window, or another id, cannot abort it', async () => {
    const { router } = routerWith({ 'desk.watch': (_, { signal }) => waitForAbort(signal) });
    const ended = vi.fn();
    const reply = router.call(peer(1), 'desk.watch', 'w', {}).finally(ended);
    router.abort(2, 'w');
    router.abort(1, 'v');
    router.abort(1, { w: 1 });
    router.abortAll(2);
    await settled();
    expect(ended).not.toHaveBeenCalled();
    router.abort(1, 'w');
    expect(await reply).toEqual({ ok: false, failure: { kind: 'cancelled' } });
  });

  test('an outcome that is unknown stays unknown when the call was aborted', async () => {
    const failure = {
      kind: 'unknown-outcome',
      operation: 'users.fees.pay',
      journalId: 'j',
      trackingId: null,
    } as const;
    const { router } = routerWith({
      'fees.pay': async (_, { signal }) => {
        await waitForAbort(signal).catch(() => undefined);
        throw new Failed(failure);
      },
    });
    const input = { intent: crypto.randomUUID(), userId: '1', feeId: '2', amount: '3', method: 'CASH' };
    const reply = router.call(peer(1), 'fees.pay', 'p', input);
    router.abort(1, 'p');
    expect(await reply).toEqual({ ok: false, failure });
  });

  test('all of a window’s calls are aborted when it goes, and its ids are free again', async () => {
    const { router } = routerWith({ 'desk.watch': (_, { signal }) => waitForAbort(signal) });
    const replies = ['a', 'b'].map((id) => router.call(peer(1), 'desk.watch', id, {}));
    expect(await router.call(peer(1), 'desk.watch', 'a', {})).toMatchObject({
      failure: { field: 'id', reason: 'alreadySent' },
    });
    router.abortAll(1);
    for (const reply of await Promise.all(replies))
      expect(reply).toMatchObject({ failure: { kind: 'cancelled' } });
    const again = router.call(peer(1), 'desk.watch', 'a', {});
    router.abortAll(1);
    expect(await again).toMatchObject({ failure: { kind: 'cancelled' } });
  });

  test('what nobody foresaw is a defect with an id, and says nothing else to the window', async () => {
    const { router, log } = routerWith({
      'station.get': () => Promise.reject(new TypeError('Cohen, 31234000')),
    });
    const reply = await router.call(peer(), 'station.get', 'a', {});
    expect(reply).toEqual({ ok: false, failure: { kind: 'defect', id: 'defect-1' } });
    expect(log.defects).toHaveLength(1);
  });

  test('a handler that throws before its first await answers too', async () => {
    const { router } = routerWith({
      'station.get': () => {
        throw new Failed({ kind: 'throttled' });
      },
    });
    expect(await router.call(peer(), 'station.get', 'a', {})).toEqual({
      ok: false,
      failure: { kind: 'throttled' },
    });
  });
});

describe('types', () => {
  test('a handler for each call, and no other', () => {
    expectTypeOf<keyof Handlers>().toEqualTypeOf<CallName>();
    expectTypeOf<Omit<Handlers, 'fees.pay'>>().not.toExtend<Handlers>();
  });

  test('the handler gets what the schema made, reports what the contract says, and answers it', () => {
    expectTypeOf<Parameters<Handler<'scans.submit'>>[0]['mode']>().toEqualTypeOf<'auto' | 'return'>();
    expectTypeOf<Parameters<Context<'loans.list'>['report']>[0]>().toEqualTypeOf<LoansRead>();
    expectTypeOf<Parameters<Context<'station.get'>['report']>[0]>().toBeNever();
    expectTypeOf<Awaited<ReturnType<Handler<'desk.watch'>>>>().toBeNull();
  });
});
