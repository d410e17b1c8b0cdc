import { beforeEach, expect, test, vi } from 'vitest';
import type { Appearance, StationView } from '../../../src/contract/station.ts';
import { StationState } from '../../../src/renderer/station/station.svelte.ts';
import { main } from '../support/main.ts';
import { away } from '../support/views.ts';

const dataset: Record<string, string> = {};
vi.stubGlobal('document', { documentElement: { dataset } });
vi.stubGlobal('requestIdleCallback', () => 0);

beforeEach(() => {
  for (const name of Object.keys(dataset)) Reflect.deleteProperty(dataset, name);
});

const usual: Appearance = {
  ...{ theme: 'system', density: 'dense', text: 'usual', sounds: true, volume: 0.5 },
  ...{ blurAfter: 0, clearAfter: 0 },
};
const stationWith = (appearance: Partial<Appearance>): StationView =>
  ({ mode: 'practice', appearance: { ...usual, ...appearance } }) as StationView;

async function aStation(): Promise<StationState> {
  const station = new StationState();
  station.start();
  await main.open('station.watch').report({ type: 'station', station: stationWith({}) });
  return station;
}

test('its appearance is put on the page', async () => {
  const station = await aStation();
  expect(dataset).toEqual({ density: 'dense', text: 'usual' });
  await main.open('station.watch').report({
    ...{ type: 'station', station: stationWith({ theme: 'dark', sounds: false, volume: 0.1 }) },
  });
  expect(dataset).toEqual({ theme: 'dark', density: 'dense', text: 'usual' });
  expect([station.speaker.on, station.speaker.volume]).toEqual([false, 0.1]);
});

test('how the service is doing is what main said last', async () => {
  const station = await aStation();
  const status = { state: 'slow', ms: 900, remaining: null } as const;
  await main.open('station.watch').report({ type: 'service', status });
  expect(station.status).toEqual(status);
});

test('a change is shown at once, and taken back where main could not keep it', async () => {
  const station = await aStation();
  const changed = station.change({ theme: 'dark' });
  expect(dataset['theme']).toBe('dark');
  await main.open('station.appearance').fail(away);
  expect(await changed).toEqual(away);
  expect(dataset['theme']).toBeUndefined();
  expect(station.view?.appearance.theme).toBe('system');
});

test('what main tells of an earlier change does not undo the next one', async () => {
  const station = await aStation();
  void station.change({ volume: 0.6 });
  void station.change({ volume: 0.7 });
  const [first, second] = main.all('station.appearance');
  await first?.answer(stationWith({ volume: 0.6 }));
  expect(station.view?.appearance.volume).toBe(0.7);
  await second?.answer(stationWith({ volume: 0.7 }));
  expect(station.view?.appearance.volume).toBe(0.7);
  await main.open('station.watch').report({ type: 'station', station: stationWith({ volume: 0.2 }) });
  expect(station.view?.appearance.volume).toBe(0.2);
});

test('nothing is changed before main has said what it is', async () => {
  const station = new StationState();
  expect(await station.change({ theme: 'dark' })).toBeNull();
  expect(main.times('station.appearance')).toBe(0);
});
