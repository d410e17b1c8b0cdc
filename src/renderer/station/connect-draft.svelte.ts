import type { Failure } from '../../contract/failure.ts';
import type { ConnectionTest, LibraryView, StationView } from '../../contract/station.ts';
import { call } from '../api.ts';

export type KeyStorage = 'keychain' | 'thisRun';

/** The part of the form that a failure belongs to. */
export type FormPart = 'address' | 'root' | 'key' | 'keep' | 'form';

/** The usual root segment of a service. Source: Addresses. */
const usualRoot = 'svcws';

/**
 * The form that connects a station. The API key is not part of it: the form passes it for one call, and it is not stored
 * here.
 */
export class ConnectDraft {
  address = $state('');
  root = $state(usualRoot);
  keep = $state<KeyStorage>('keychain');
  busy = $state<'test' | 'connect' | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** The result of the last test. */
  testResult = $state.raw<ConnectionTest | null>(null);
  connectResult = $state.raw<ConnectionTest | null>(null);
  /** The libraries that it may be; the user says which. */
  possibleLibraries = $state.raw<readonly LibraryView[]>([]);
  /** How often the user was asked for the key again, because it was kept for one run only. */
  keyRequests = $state(0);
  /** What the address alone has shown; null where nothing is known. */
  addressCheck = $state.raw<{ readonly ms: number } | 'running' | null>(null);
  #stop: AbortController | null = null;

  get failedPart(): FormPart | null {
    return this.failure && partOf(this.failure);
  }

  /**
   * Tests the service; with `commit` the station then uses it. Answers whether it does.
   *
   * @param library which library it is, if the user has said so
   * @param leave even if something is unclear or unfinished at the previous library
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

  /** Looks whether the library system answers at the address that was typed, before there is a key. */
  async checkAddress(): Promise<void> {
    const { address, root } = this;
    const isBusy = (): boolean => this.busy !== null;
    if (address.trim() === '' || isBusy()) return;
    this.addressCheck = 'running';
    const reply = await call('firstStart.address', { address, root });
    if (address !== this.address || root !== this.root || isBusy()) return;
    this.addressCheck = reply.ok ? reply.value : null;
    this.failure = reply.ok ? null : reply.failure;
  }

  /** Takes the address that a policy holds: nobody types it here. */
  hold(institution: NonNullable<StationView['institution']>): void {
    if (this.address === institution.address && this.root === institution.root) return;
    this.address = institution.address;
    this.root = institution.root;
  }

  /** A field was changed: the outcome for the old values is not shown any more. */
  forgetOutcome(): void {
    this.addressCheck = null;
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
      // A proxy is not something that was typed into this form.
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
    case 'switchedOff':
    case 'defect':
      return 'form';
  }
}
