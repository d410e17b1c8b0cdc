import { randomBytes } from 'node:crypto';
import type { RunningServer } from '../../../src/server/server.ts';
import type { Keychain, Network } from '../../../src/main/ports.ts';
import { Failed } from '../../../src/main/failure.ts';
import { KeychainProblem } from '../../../src/main/station/keychain.ts';
import { defaultSettings, type Settings, type SettingsStore } from '../../../src/main/station/settings.ts';
import { Station } from '../../../src/main/station/station.ts';
import { openJournal } from '../../../src/main/journal/journal.ts';
import { createSeal } from '../../../src/main/journal/seal.ts';
import { heldClock, plainNetwork, quietLog } from '../support/ports.ts';

/** A keychain in memory; `problem` is what it does instead, where it is set. */
export function memoryKeychain(): Keychain & {
  readonly secrets: Map<string, string>;
  problem: KeychainProblem['why'] | null;
} {
  const secrets = new Map<string, string>();
  const act = <T>(what: () => T): Promise<T> =>
    keychain.problem ? Promise.reject(new KeychainProblem(keychain.problem)) : Promise.resolve(what());
  const keychain = {
    secrets,
    problem: null as KeychainProblem['why'] | null,
    read: (account: string) => act(() => secrets.get(account) ?? null),
    write: (account: string, secret: string) => act(() => void secrets.set(account, secret)),
    forget: (account: string) => act(() => void secrets.delete(account)),
  };
  return keychain;
}

/** Settings in memory; `full` makes every change fail, as on a full disk. */
export function memorySettings(start: Partial<Settings> = {}): SettingsStore & { full: boolean } {
  let now = { ...defaultSettings, ...start };
  return {
    full: false,
    get now() {
      return now;
    },
    change(change) {
      if (this.full) throw new Failed({ kind: 'settings', why: 'full' });
      now = { ...now, ...change };
    },
  };
}

/** A station over a practice library that really runs, on a keychain and settings of its own. */
export function stationOver(
  server: RunningServer,
  start: Partial<Settings> = {},
  journal = openJournal({ file: ':memory:', seal: createSeal(randomBytes(32)), clock: heldClock() }),
  network: Network = plainNetwork,
) {
  const keychain = memoryKeychain();
  const settings = memorySettings(start);
  const log = quietLog();
  const { libraryId } = server;
  const work = { isOpen: false, changes: 0 };
  const practice = { address: `http://127.0.0.1:${server.port}`, key: server.key, libraryId };
  const station = new Station({
    settings,
    keychain,
    network,
    log,
    practice: { address: () => Promise.resolve(practice) },
    journal,
    onLibraryChanged: () => (work.changes += 1),
    isWorkOpen: () => work.isOpen,
    journalSeal: 'file',
    host: { name: 'stand-in', version: '1' },
    version: '0.1.0',
  });
  return { keychain, settings, log, station, practice, journal, work };
}
