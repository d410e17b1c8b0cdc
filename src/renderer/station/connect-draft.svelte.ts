import type { Failure } from '../../contract/failure.ts';
import type { ConnectionTest, LibraryView, StationView } from '../../contract/station.ts';
import { call } from '../api.ts';

export type KeyStorage = 'keychain' | 'thisRun';

/** The part of the form that a failure belongs to. */
export type FormPart = 'address' | 'root' | 'key' | 'keep' | 'form';

/** What a check of a part of the form, before anybody asks for it, has shown; null where nothing is known. */
type Check<T> = T | 'running' | null;

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
  addressCheck = $state.raw<Check<{ readonly ms: number }>>(null);
  keyCheck = $state.raw<Check<ConnectionTest>>(null);
  /** The failure is that of a check: nobody has asked for the connection yet. */
  isOfCheck = $state(false);
  #stop: AbortController | null = null;
  #stopAddress: AbortController | null = null;
  #stopKey: AbortController | null = null;
  /** What the keys that were checked have shown, by a digest: a key itself is not stored here, nor checked twice. */
  readonly #keysChecked: Record<string, ConnectionTest | Failure> = {};

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
    this.#stopChecks();
    this.forgetOutcome('key');
    this.failure = null;
    this.isOfCheck = false;
    const reply = await call(
      'station.connect',
      { address, root, key, keep, commit, library, leave },
      { signal: stop.signal },
    );
    this.busy = null;
    if (!reply.ok) {
      this.failure = reply.failure;
      if (this.failedPart === 'address' || this.failedPart === 'root') this.addressCheck = null;
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

  /** Nothing is waited for any more. */
  stop(): void {
    this.#stop?.abort();
    this.#stopChecks();
  }

  get isChecking(): boolean {
    return this.addressCheck === 'running' || this.keyCheck === 'running';
  }

  /** Looks whether the library system answers at the address that was typed, before there is a key. */
  async checkAddress(): Promise<void> {
    const { address, root } = this;
    if (address.trim() === '' || this.busy !== null) return;
    const stop = new AbortController();
    this.#stopAddress = stop;
    this.addressCheck = 'running';
    const reply = await call('firstStart.address', { address, root }, { signal: stop.signal });
    if (stop.signal.aborted) return;
    this.addressCheck = reply.ok ? reply.value : null;
    if (!reply.ok) this.#fail(reply.failure);
  }

  /** Whether the address is known well enough for the key to be sent there. */
  get isKeyCheckable(): boolean {
    const { failedPart } = this;
    const isAddressWrong = failedPart === 'address' || failedPart === 'root';
    return (
      this.address.trim() !== '' && this.busy === null && this.addressCheck !== 'running' && !isAddressWrong
    );
  }

  /**
   * Looks whether the library system takes the key that was filled in, without connecting to it: its calls are counted by
   * the day, so each key is sent once.
   */
  async checkKey(key: string): Promise<void> {
    if (key.trim() === '' || !this.isKeyCheckable) return;
    const { address, root, keep } = this;
    const stop = new AbortController();
    this.#stopKey?.abort();
    this.#stopKey = stop;
    const isStopped = (): boolean => stop.signal.aborted;
    const name = await digest([address, root, key.trim()]);
    if (isStopped()) return;
    const known = this.#keysChecked[name];
    if (known) {
      if ('kind' in known) this.#fail(known);
      else this.keyCheck = known;
      return;
    }
    this.keyCheck = 'running';
    const request = { address, root, key, keep, commit: false } as const;
    const reply = await call('station.connect', request, { signal: stop.signal });
    if (isStopped()) return;
    this.keyCheck = reply.ok ? reply.value : null;
    // Of a service that did not answer nothing is known: the key is checked again.
    if (reply.ok) this.#keysChecked[name] = reply.value;
    else if (reply.failure.kind === 'unauthorized') this.#keysChecked[name] = reply.failure;
    if (!reply.ok) this.#fail(reply.failure);
  }

  /** Takes the address that a policy holds: nobody types it here. */
  hold(institution: NonNullable<StationView['institution']>): void {
    if (this.address === institution.address && this.root === institution.root) return;
    this.address = institution.address;
    this.root = institution.root;
  }

  /** A field was changed: the outcome for the old values is not shown any more. Of the address it stays with another key. */
  forgetOutcome(of: 'address' | 'key' = 'address'): void {
    const { failedPart } = this;
    this.#stopKey?.abort();
    this.keyCheck = null;
    if (of === 'address') {
      this.#stopAddress?.abort();
      this.addressCheck = null;
    }
    if (of === 'address' || (failedPart !== 'address' && failedPart !== 'root')) this.failure = null;
    this.isOfCheck &&= this.failure !== null;
    this.testResult = null;
    this.connectResult = null;
    this.possibleLibraries = [];
    this.keyRequests = 0;
  }

  #fail(failure: Failure): void {
    this.failure = failure;
    this.isOfCheck = true;
  }

  #stopChecks(): void {
    this.#stopAddress?.abort();
    this.#stopKey?.abort();
    if (this.addressCheck === 'running') this.addressCheck = null;
    if (this.keyCheck === 'running') this.keyCheck = null;
  }
}

/** Of what must not be stored as it is. */
async function digest(parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join();
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
