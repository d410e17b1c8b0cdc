import { describe, expect, test, vi } from 'vitest';
import type { StationView } from '../../../src/contract/station.ts';
import { readiness } from '../../../src/renderer/app/readiness.ts';
import { Shell } from '../../../src/renderer/app/shell.svelte.ts';
import { main } from '../support/main.ts';
import { aPatron } from '../support/views.ts';

vi.stubGlobal('document', { querySelector: () => null });
vi.stubGlobal('requestIdleCallback', () => 0);
const network = { onLine: true, language: 'en', languages: ['en'] };
vi.stubGlobal('navigator', network);

const main1 = { code: 'MAIN', label: 'Main Library' };
const desk1 = { code: 'DESK', label: 'Circulation desk 1' };

/** A window whose desk is there, at a station of this place; null where main has not said yet how the station stands. */
async function aShell(place: Pick<StationView, 'library' | 'desk'> | null): Promise<Shell> {
  const shell = new Shell();
  shell.start();
  const session = {
    patron: null,
    opening: false,
    which: null,
    scans: [],
    due: '',
    unread: null,
    visitFrom: 1,
  };
  await main.open('desk.watch').report({ type: 'session', session });
  if (place) shell.station.view = place as StationView;
  return shell;
}

describe('whether the next scan can come', () => {
  test('is not known before the desk is there', () => {
    expect(readiness(new Shell())).toEqual({ state: 'working', word: 'STARTING' });
  });

  test.each([
    ['at a desk', { library: main1, desk: desk1 }],
    ['before main has said how the station stands', null],
  ])('is that it can, %s', async (_, place) => {
    expect(readiness(await aShell(place))).toEqual({ state: 'ready', word: 'READY' });
  });

  test.each([
    ['no library', { library: null, desk: null }],
    ['a library, and no desk', { library: main1, desk: null }],
  ])('is that no desk is chosen, where there is %s; receiving needs none', async (_, place) => {
    const shell = await aShell(place);
    expect(readiness(shell)).toEqual({ state: 'attention', word: 'NO DESK CHOSEN' });
    shell.room = 'receiving';
    expect(readiness(shell)).toEqual({ state: 'ready', word: 'READY' });
  });

  test('is that there is no network, which the practice library does not need', async () => {
    const shell = await aShell({ library: main1, desk: desk1 });
    network.onLine = false;
    expect(readiness(shell)).toEqual({ state: 'attention', word: 'NO NETWORK' });
    shell.station.view = { library: main1, desk: desk1, mode: 'practice' } as StationView;
    expect(readiness(shell)).toEqual({ state: 'ready', word: 'READY' });
    network.onLine = true;
  });

  test('is that the last call had no answer, until one has', async () => {
    const shell = await aShell({ library: main1, desk: desk1 });
    shell.station.status = { state: 'away', ms: null, remaining: null };
    expect(readiness(shell)).toEqual({ state: 'attention', word: 'NO ANSWER' });
    // What keeps a book from being lent is said before it.
    shell.desk.shown = aPatron('anna', { active: false });
    expect(readiness(shell)).toEqual({ state: 'refused', word: 'NOT ACTIVE' });
    shell.desk.shown = null;
    shell.station.status = { state: 'slow', ms: 1600, remaining: 9 };
    expect(readiness(shell)).toEqual({ state: 'ready', word: 'READY' });
  });

  test('is that nothing can be lent, and why, with such a patron open', async () => {
    const shell = await aShell({ library: main1, desk: desk1 });
    shell.desk.shown = aPatron('anna', { expired: true, expiry: '2026-01-31' });
    expect(readiness(shell)).toEqual({ state: 'refused', word: 'EXPIRED' });
    shell.desk.shown = aPatron('anna', { active: false });
    expect(readiness(shell)).toEqual({ state: 'refused', word: 'NOT ACTIVE' });
    shell.room = 'receiving';
    expect(readiness(shell)).toEqual({ state: 'ready', word: 'READY' });
  });

  test('is how many are waited for, with a desk or without', async () => {
    const shell = await aShell({ library: null, desk: null });
    shell.logs.desk.waitingCount = 1;
    expect(readiness(shell)).toEqual({ state: 'working', word: 'WAITING FOR 1' });
  });
});
