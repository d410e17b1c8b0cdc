import { expect, test, vi } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { CancelledError, UnknownOutcomeError } from '../../src/client/errors.ts';
import { noLimit } from '../../src/client/limiter.ts';
import { realPace, type Pace } from '../../src/client/repeat.ts';
import { clientOf, closedPort, failing, json, key, refusalBody, stub } from './stub.ts';

const path = { user_id: 'u', loan_id: '1' };
const throttled = refusalBody('PER_SECOND_THRESHOLD', 'Slow.', null);

test('a read is repeated until it is answered, after pauses that grow', async () => {
  const service = await stub((response, _request, nth) => {
    if (nth === 1) json(response, throttled, 429);
    else if (nth === 2) response.socket?.destroy();
    else if (nth === 3) json(response, {}, 503);
    else json(response, { primary_id: 'u' });
  });
  const client = clientOf(service.address);
  expect(await client.call('users.get', { path })).toEqual({ primary_id: 'u' });
  expect(service.arrived).toHaveLength(4);
  expect(client.pauses).toEqual([300, 600, 1200]);
});

const inEightSeconds = (): string => new Date(Date.now() + 8000).toUTCString();

test.each([
  { as: 'seconds', retryAfter: () => '8', atLeast: 8000 },
  // A date has no parts of a second, and some time goes by until it is read.
  { as: 'a date', retryAfter: inEightSeconds, atLeast: 3000 },
])('Retry-After is honoured, in $as', async ({ retryAfter, atLeast }) => {
  const service = await stub((response, _request, nth) =>
    nth === 1 ? json(response, throttled, 429, { 'retry-after': retryAfter() }) : json(response, {}),
  );
  const client = clientOf(service.address);
  await client.call('users.get', { path });
  expect(client.pauses).toHaveLength(1);
  expect(client.pauses[0]).toBeGreaterThanOrEqual(atLeast);
  expect(client.pauses[0]).toBeLessThanOrEqual(8000);
});

test('twenty seconds are waited for', async () => {
  const service = await stub((response, _request, nth) =>
    nth === 1 ? json(response, throttled, 429, { 'retry-after': '20' }) : json(response, {}),
  );
  const client = clientOf(service.address);
  await client.call('users.get', { path });
  expect(client.pauses).toEqual([20_000]);
});

test('a wait that breaks down of itself is told as it is: nobody cancelled anything', async () => {
  const broken = new Error('no clock');
  const service = await stub((response) => json(response, throttled, 429));
  const pace = { random: () => 0.5, sleep: () => Promise.reject(broken) };
  expect(await failing(clientOf(service.address, { pace }).call('users.get', { path }))).toBe(broken);
  const limiter = { turn: () => Promise.reject(broken) };
  expect(await failing(clientOf(service.address, { limiter }).call('users.get', { path }))).toBe(broken);
});

test('a wait too long for a desk is told instead', async () => {
  const service = await stub((response) => json(response, throttled, 429, { 'retry-after': '3600' }));
  const client = clientOf(service.address);
  expect(await failing(client.call('users.get', { path }))).toMatchObject({
    name: 'ThrottledError',
    retryAfterMs: 3_600_000,
  });
  expect(service.arrived).toHaveLength(1);
});

test('a command is sent again after the per-second refusal, because it did not run', async () => {
  const service = await stub((response, _request, nth) =>
    nth < 3 ? json(response, throttled, 429) : json(response, { loan_id: '1' }),
  );
  expect(await clientOf(service.address).call('users.loans.renew', { path })).toEqual({ loan_id: '1' });
  expect(service.arrived).toHaveLength(3);
});

test('a command is sent again when nobody had listened', async () => {
  const client = clientOf(await closedPort());
  await failing(client.call('users.loans.renew', { path }));
  expect(client.pauses).toHaveLength(3);
});

test('401129 on creating a request is tried five times, two seconds apart', async () => {
  const service = await stub((response) => json(response, refusalBody('401129'), 400));
  const client = clientOf(service.address);
  const create = () =>
    client.call('users.requests.create', {
      path,
      query: { mms_id: '99' },
      body: { request_type: 'HOLD' },
    });
  expect(await failing(create())).toMatchObject({ name: 'RefusedError', code: '401129' });
  expect(service.arrived).toHaveLength(5);
  expect(client.pauses).toEqual([2000, 2000, 2000, 2000]);
  // On anything else the code is final.
  await failing(client.call('users.loans.renew', { path }));
  expect(service.arrived).toHaveLength(6);
});

test('onSent is called before every try that leaves, and not at all for what never leaves', async () => {
  const service = await stub((response, _request, nth) =>
    json(response, nth < 3 ? throttled : {}, nth < 3 ? 429 : 200),
  );
  const client = clientOf(service.address);
  const before: number[] = [];
  await client.call('users.loans.renew', { path }, { onSent: () => before.push(service.arrived.length) });
  expect(before).toEqual([0, 1, 2]);

  const unsent = vi.fn();
  await failing(client.call('users.loans.renew', { path: { user_id: '', loan_id: '' } }, { onSent: unsent }));
  await failing(client.call('users.loans.renew', { path }, { onSent: unsent, signal: AbortSignal.abort() }));
  expect(unsent).not.toHaveBeenCalled();
});

test('what onSent throws keeps the request from leaving', async () => {
  const service = await stub((response) => json(response, {}));
  const full = new Error('the journal is full');
  const call = clientOf(service.address).call(
    'users.loans.renew',
    { path },
    {
      onSent: () => {
        throw full;
      },
    },
  );
  expect(await failing(call)).toBe(full);
  expect(service.arrived).toEqual([]);
});

test('aborted before it was sent: cancelled, even a command', async () => {
  const service = await stub((response) => json(response, {}));
  const waiting = clientOf(service.address, {
    limiter: {
      turn: (_priority, signal) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('gone')))),
    },
  });
  const controller = new AbortController();
  const call = failing(waiting.call('users.loans.renew', { path }, { signal: controller.signal }));
  controller.abort(new Error('a reason with secrets'));
  const error = await call;
  expect(error).toBeInstanceOf(CancelledError);
  expect(String((error as Error).stack)).not.toContain('secrets');
  expect(service.arrived).toEqual([]);
});

test('aborted while the key is fetched: cancelled, and never journalled as sent', async () => {
  const service = await stub((response) => json(response, {}));
  const controller = new AbortController();
  const client = clientOf(service.address, {
    key: () => {
      controller.abort();
      return key;
    },
  });
  const onSent = vi.fn();
  const call = client.call('users.loans.renew', { path }, { signal: controller.signal, onSent });
  expect(await failing(call)).toBeInstanceOf(CancelledError);
  expect(onSent).not.toHaveBeenCalled();
  expect(service.arrived).toEqual([]);
});

test('aborted after it was sent: a read is cancelled, of a command nobody knows', async () => {
  const controller = { read: new AbortController(), command: new AbortController() };
  const service = await stub((_response, { method }) =>
    controller[method === 'GET' ? 'read' : 'command'].abort(),
  );
  const client = clientOf(service.address);
  const signal = (kind: 'read' | 'command') => ({ signal: controller[kind].signal });
  expect(await failing(client.call('users.get', { path: { user_id: 'u' } }, signal('read')))).toBeInstanceOf(
    CancelledError,
  );
  const error = await failing(client.call('users.loans.renew', { path }, signal('command')));
  expect(error).toBeInstanceOf(UnknownOutcomeError);
  expect(error).toMatchObject({ why: 'aborted', status: null });
});

test('aborted while the answer comes in: of a command nobody knows', async () => {
  const controller = new AbortController();
  const service = await stub((response) => void response.writeHead(200).write('{"loan_id"'));
  /** Aborts once the head of the answer has come, while its body is read. */
  const fetchAndAbort: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    setImmediate(() => controller.abort());
    return response;
  };
  const client = clientOf(service.address, { fetch: fetchAndAbort });
  const call = client.call('users.loans.renew', { path }, { signal: controller.signal });
  expect(await failing(call)).toMatchObject({ why: 'aborted' });
});

test('aborted between two tries of a command that did not run: cancelled, at once', async () => {
  const controller = new AbortController();
  const service = await stub((response) => json(response, throttled, 429, { 'retry-after': '15' }));
  /** The program's own pace; the call is aborted while it waits. */
  const pace: Pace = {
    ...realPace,
    sleep: (ms, signal) => {
      setImmediate(() => controller.abort());
      return realPace.sleep(ms, signal);
    },
  };
  const client = createClient({ address: service.address, key: () => key, limiter: noLimit, pace });
  const error = await failing(client.call('users.loans.renew', { path }, { signal: controller.signal }));
  expect(error).toBeInstanceOf(CancelledError);
  expect(service.arrived).toHaveLength(1);
});

test('a call has its own time limit', async () => {
  const service = await stub(() => undefined);
  const call = clientOf(service.address).call('users.get', { path: { user_id: 'u' } }, { timeoutMs: 60 });
  expect(await failing(call)).toMatchObject({ kind: 'unreachable', why: 'timeout' });
});
