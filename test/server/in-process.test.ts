import { expect, test } from 'vitest';
import { faultPanel } from '../../src/server/faults/index.ts';
import { openLibrary } from '../../src/server/library.ts';
import { inProcess } from './in-process.ts';

/** A library whose time stands still until it sleeps, and whose chances are those of a list. */
async function still(options: { chances?: number[]; perSecond?: number } = {}) {
  let ms = Date.parse('2026-11-20T09:00:00Z');
  const slept: number[] = [];
  const chances = options.chances ?? [];
  const library = await openLibrary({
    key: 'k',
    faults: faultPanel,
    empty: true,
    ...(options.perSecond === undefined ? {} : { perSecond: options.perSecond }),
    delayMs: 400_000,
    now: () => new Date(ms),
    monotonic: () => ms,
    sleep: (forMs) => {
      slept.push(forMs);
      ms += forMs;
      return Promise.resolve();
    },
    random: () => chances.shift() ?? 0,
  });
  const fetch = inProcess(library);
  const send = (path: string, method = 'GET', body?: unknown) =>
    fetch(`http://127.0.0.1${path}`, {
      method,
      headers: { Authorization: 'apikey k' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  return { library, slept, send };
}

test('a library answers in this process, in the time and by the chance it is given', async () => {
  const { library, slept, send } = await still({ chances: [0.4, 0.6, 0, 0, 0, 0, 0, 0] });
  expect((await send('/svcws/v1/conf/general')).status).toBe(200);
  expect(slept).toEqual([400_000]);
  await send('/faults', 'POST', [{ fault: 'status', probability: 0.5 }]);
  expect((await send('/svcws/v1/conf/general')).status).toBe(503);
  expect((await send('/svcws/v1/conf/general')).status).toBe(200);
  await send('/faults', 'DELETE');
  const refused = (await (await send('/svcws/v1/users/nobody')).json()) as object;
  expect(JSON.stringify(refused)).toContain('"trackingId":"E01-2009264000');
  expect(JSON.stringify(refused)).toContain('-AAAAA-AWAE0000000000"');
  await library.close();
});

test('a fault ends a call that came without a socket', async () => {
  const { library, slept, send } = await still();
  const fault = (rule: object) => send('/faults', 'POST', [rule]);
  for (const kind of ['drop-before', 'drop-after']) {
    await fault({ fault: kind });
    await expect(send('/svcws/v1/conf/general'), kind).rejects.toThrow('fetch failed');
  }
  await fault({ fault: 'truncated' });
  await expect((await send('/svcws/v1/conf/general')).text()).rejects.toThrow('terminated');
  await fault({ fault: 'slow', ms: 600_000 });
  expect(await (await send('/svcws/v1/conf/general')).json()).toHaveProperty('institution');
  expect(slept.reduce((sum, ms) => sum + ms)).toBe(4 * 400_000 + 20 + 600_000);
  await library.close();
});

test('the threshold counts in the same time', async () => {
  const { library, send } = await still({ perSecond: 2 });
  const health = async () => (await send('/health')).status;
  expect([await health(), await health(), await health()]).toEqual([200, 200, 429]);
  await library.close();
});
