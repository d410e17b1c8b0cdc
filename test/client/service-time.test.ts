import { expect, test, vi } from 'vitest';
import { ServiceTime } from '../../src/client/service-time.ts';
import { clientOf, json, stub } from './stub.ts';

const noon = 'Mon, 02 Nov 2026 12:00:00 GMT';

test('the time at the service is that of its last answer, and what has passed since', () => {
  const passed = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const time = new ServiceTime();
  expect(time.now()).toBeNull();
  time.hear(noon);
  passed.mockReturnValue(61_500);
  expect(time.now()).toEqual(new Date('2026-11-02T12:01:00.500Z'));
  // What is no date says nothing.
  for (const none of [null, '', 'soon']) time.hear(none);
  expect(time.now()).toEqual(new Date('2026-11-02T12:01:00.500Z'));
  time.hear('Mon, 02 Nov 2026 11:00:00 GMT');
  expect(time.now()).toEqual(new Date('2026-11-02T11:00:00.000Z'));
  passed.mockRestore();
});

test('a client hears it in every answer, a refusal too', async () => {
  const { address } = await stub((response) => json(response, {}, 500, { date: noon }));
  const client = clientOf(address);
  expect(client.time()).toBeNull();
  await expect(client.call('conf.general')).rejects.toThrow();
  const ahead = Number(client.time()) - Date.parse(noon);
  expect(ahead).toBeGreaterThanOrEqual(0);
  expect(ahead).toBeLessThan(60_000);
});
