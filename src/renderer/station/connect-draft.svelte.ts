import type { Failure } from '../../contract/failure.ts';
import type { ConnectionTest, LibraryView, StationView } from '../../contract/station.ts';
import { call } from '../api.ts';

export type KeyStorage = 'keychain' | 'thisRun';

/** Where on the form a failure belongs. */
export type FormPart = 'address' | 'root' | 'key' | 'keep' | 'form';

/** The root segment nearly every service of this kind has. Source: Addresses. */
const usualRoot = 'svcws';

/**
 * What is filled in to connect a station. The API key is never part of it: the form hands it over for one call, and
 * nothing here remembers it.
 */
export class ConnectDraft {
  address = $state('');
  root = $state(usualRoot);
  keep = $state<KeyStorage>('keychain');
  busy = $state<'test' | 'connect' | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** What the last test found. */
  testResult = $state.raw<ConnectionTest | null>(null);
  connectResult = $state.raw<ConnectionTest | null>(null);
  /** Libraries that it may be: somebody has to say which. */
  possibleLibraries = $state.raw<readonly LibraryView[]>([]);
  /** How often the key of the institution that is known was asked for: it was for one run, and is gone. */
  keyRequests = $state(0);
  #stop: AbortController | null = null;

  get failedPart(): FormPart | null {
    return this.failure && partOf(this.failure);
  }

  /**
   * Tests the service; with `commit` the station then stands on it. Answers whether it does.
   *
   * @param library which library it is, where somebody has said so
   * @param leave although something is unclear or unfinished at the one before
   */
  async connect(
    key: string,
    commit: boolean,
    { library = null, leave = false }: { library?: string | null; leave?: boolean } = {},
  ): Promise<boolean> {
    const { address, root, keep } = this;
    const stop = new AbortController();
    this.#stop = stop;
    this.busy = commit ? 'connect' : 'test';
    this.forgetOutcome();
    const reply = await call(
      'station.connect',
      { address, root, key, keep, commit, library, leave },
      { signal: stop.signal },
    );
    this.busy = null;
    if (!reply.ok) {
      this.failure = reply.failure;
      return false;
    }
    this.possibleLibraries = reply.value.possibleLibraries;
    if (this.possibleLibraries.length > 0) return false;
    if (commit) this.connectResult = reply.value;
    else this.testResult = reply.value;
    return commit;
  }

  askForKey(institution: StationView['institution']): void {
    this.address = institution?.address ?? '';
    this.root = institution?.root ?? usualRoot;
    this.forgetOutcome();
    this.keyRequests += 1;
  }

  stop(): void {
    this.#stop?.abort();
  }

  /** Something was changed: what was said of the old values no longer holds. */
  forgetOutcome(): void {
    this.failure = null;
    this.testResult = null;
    this.connectResult = null;
    this.possibleLibraries = [];
    this.keyRequests = 0;
  }
}

function partOf(failure: Failure): FormPart {
  switch (failure.kind) {
    case 'invalid':
      return failure.field === 'address' || failure.field === 'root' || failure.field === 'key'
        ? failure.field
        : 'form';
    case 'unreachable':
      // What stands before the service is not what was typed.
      return failure.why.startsWith('proxy') ? 'form' : 'address';
    case 'unauthorized':
      return 'key';
    case 'locked':
      return 'keep';
    case 'refused':
    case 'unknown-outcome':
    case 'unsettled':
    case 'whichLibrary':
    case 'leaving':
    case 'throttled':
    case 'conflict':
    case 'cancelled':
    case 'printer':
    case 'journal':
    case 'rowLost':
    case 'settings':
    case 'defect':
      return 'form';
  }
}
