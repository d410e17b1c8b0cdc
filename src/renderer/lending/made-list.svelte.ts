import type { Answer } from '../../contract/index.ts';
import type { Failure } from '../../contract/failure.ts';
import type { LendingRow, LendingView } from '../../contract/lending.ts';
import { call } from '../api.ts';
import { Listing } from '../ui/list/listing.svelte.ts';
import { matches } from './lending-words.ts';

/** A request that is shown whole. `id`: of its row, `''` where it was made elsewhere. */
interface OpenedRequest {
  readonly id: string;
  readonly request: LendingView;
  /** Of one that was made elsewhere: the partner under whose code it is found, and when it was read. */
  readonly found?: { readonly partner: string; readonly readAt: string };
}

/** What this station made, and the one that is open. */
export class MadeList {
  readonly list = new Listing<Answer<'lending.list'>>(async (signal) => {
    const reply = await call('lending.list', {}, { signal });
    if (reply.ok && !signal.aborted) this.#follow(reply.value);
    return reply;
  });
  filter = $state('');
  at = $state('');
  opened = $state.raw<OpenedRequest | null>(null);
  finding = $state(false);
  /** The not confirmed one about which a person says what came of it. */
  deciding = $state.raw<{ readonly row: LendingRow; readonly happened: boolean } | null>(null);
  /** How far those that are read again were read; null while none are. */
  reading = $state.raw<{ readonly read: number; readonly total: number } | null>(null);
  /** Why it ended before its end. */
  failure = $state.raw<Failure | null>(null);
  /** Why single ones were not read, by their ids. */
  failures = $state.raw<Readonly<Record<string, Failure>>>({});
  #running: AbortController | null = null;

  /** The rows that are shown. */
  get rows(): readonly LendingRow[] {
    return (this.list.value?.rows ?? []).filter(
      (row) => this.filter.trim() === '' || matches(row, this.filter),
    );
  }

  /** The row that is open, or else the one the focus is on. */
  get current(): LendingRow | null {
    const { opened, at, rows } = this;
    const id = opened ? opened.id : at;
    return (opened ? this.list.value?.rows : rows)?.find((row) => row.id === id) ?? null;
  }

  /** Another window is placing one of them: how that ends is not known here before the list is read again. */
  get isUnderWay(): boolean {
    return this.list.value?.rows.some(({ standing }) => standing === 'underWay') ?? false;
  }

  open(row: LendingRow): void {
    this.at = row.id;
    this.opened = { id: row.id, request: row.request };
  }

  /** Back to the list; answers whether one was open. */
  close(): boolean {
    // Its reading is shown with it.
    if (this.opened?.found) {
      this.stop();
      this.failure = null;
    }
    const was = this.opened !== null;
    this.opened = null;
    return was;
  }

  /** The ids of those that can be read again: the one that is open, or all that are shown. */
  get readable(): readonly string[] {
    const { opened, current } = this;
    const rows = opened ? [current] : this.rows;
    return rows.flatMap((row) => (row?.standing === 'made' ? [row.id] : []));
  }

  /** Whether anything can be read again: what is listed, or the one that was made elsewhere and is open. */
  get canReadAgain(): boolean {
    return this.opened?.found !== undefined || this.readable.length > 0;
  }

  /** Reads them again, one after the other. Answers how many were read; what was read stays, wherever it stops. */
  async readAgain(ids: readonly string[] = this.readable): Promise<number> {
    this.stop();
    const { opened } = this;
    if (opened?.found) return this.#readFound(opened, opened.found.partner);
    if (ids.length === 0) return 0;
    const running = new AbortController();
    this.#running = running;
    this.failure = null;
    this.failures = {};
    this.reading = { read: 0, total: ids.length };
    let done = 0;
    const reply = await call(
      'lending.readAgain',
      { ids: [...ids] },
      {
        signal: running.signal,
        onProgress: ({ read, total, one }) => {
          if (this.#running !== running) return;
          this.reading = { read, total };
          if (one.row) {
            done += 1;
            this.take(one.row);
          }
          if (one.failure) this.failures = { ...this.failures, [one.id]: one.failure };
        },
      },
    );
    if (this.#running !== running) return done;
    this.#running = null;
    this.reading = null;
    this.failure = reply.ok || reply.failure.kind === 'cancelled' ? null : reply.failure;
    return done;
  }

  /** Reads the one again that was made elsewhere: by its number, as it was found. What is known of it stays meanwhile. */
  async #readFound(opened: OpenedRequest, partner: string): Promise<number> {
    const running = new AbortController();
    this.#running = running;
    this.failure = null;
    this.failures = {};
    this.reading = { read: 0, total: 1 };
    const { requestId } = opened.request;
    const reply = await call('lending.find', { partner, requestId }, { signal: running.signal });
    if (this.#running !== running) return 0;
    this.#running = null;
    this.reading = null;
    if (!reply.ok) {
      this.failure = reply.failure.kind === 'cancelled' ? null : reply.failure;
      return 0;
    }
    const { request, readAt } = reply.value;
    if (request.requestId !== requestId) {
      // An answer that names no request, or another one, says nothing about this one.
      this.failure = { kind: 'unreachable', why: 'unreadable', detail: 'request_id' };
      return 0;
    }
    this.opened = { ...opened, request, found: { partner, readAt } };
    return 1;
  }

  stop(): void {
    this.#running?.abort();
    this.#running = null;
    this.reading = null;
  }

  /** A row as it is now takes the place of what it was. */
  take(row: LendingRow): void {
    const { value } = this.list;
    if (value) {
      const rows = value.rows.map((one) => (one.id === row.id ? row : one));
      this.list.value = { ...value, rows };
    }
    if (this.opened?.id === row.id) this.opened = { id: row.id, request: row.request };
  }

  forget(): void {
    this.stop();
    this.list.stop();
    this.list.value = null;
    this.list.failure = null;
    this.filter = this.at = '';
    this.opened = null;
    this.finding = false;
    this.deciding = null;
    this.failure = null;
    this.failures = {};
  }

  /** The one that is open is as it is listed now; one that was found not to have been placed is closed. */
  #follow({ rows, isCut }: Answer<'lending.list'>): void {
    const { opened } = this;
    if (!opened || opened.id === '') return;
    const row = rows.find(({ id }) => id === opened.id);
    if (row) this.opened = { id: row.id, request: row.request };
    else if (!isCut) this.close();
  }
}
