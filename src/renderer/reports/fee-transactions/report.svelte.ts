import type { Failure } from '../../../contract/failure.ts';
import type { FeeTransactionRow, SliceRead } from '../../../contract/reports.ts';
import {
  judgePeriod,
  mostSlices,
  slicesOf,
  slicesWithoutAsking,
  type Slice,
} from '../../../shared/report-slices.ts';
import { call } from '../../api.ts';
import type { SectionState, Shell } from '../../app/shell.svelte.ts';
import { formatLocale } from '../../ui/format.ts';
import { CollectedRows } from './collected.ts';
import type { Act, Grouping } from './figures.ts';
import type { GroupColumn, RowColumn, Sort } from './order.ts';
import { firstDayOfWeek, periodOf, type Preset } from './periods.ts';

/** What is asked for; `''` is any. */
export interface Criteria {
  readonly period: Slice;
  readonly status: string;
  readonly library: string;
  readonly type: string;
}

/** Days that are not read: with why, where they were asked for. */
export interface Missing {
  readonly slice: Slice;
  readonly failure: Failure | null;
}

/** Why a report is not read as it was asked for. */
export type NotRead =
  | { readonly why: 'many'; readonly calls: number; readonly left: number | null }
  | { readonly why: 'tooMany'; readonly calls: number }
  | { readonly why: 'noCalls'; readonly calls: number; readonly left: number };

/** What is shown of a long report while it is read, anew after so many milliseconds: not with each week of ten years. */
const showEvery = 1000;

/** The report of fee transactions: what is asked for, and what was read of it. It stays while other rooms are open. */
export class FeeReport implements SectionState {
  preset = $state<Preset | 'own'>('today');
  from = $state('');
  to = $state('');
  status = $state('');
  library = $state('');
  type = $state('');
  grouping = $state<Grouping>('day');
  rowSort = $state.raw<Sort<RowColumn>>({ column: 'at', down: true });
  groupSort = $state.raw<Sort<GroupColumn>>({ column: 'of', down: true });
  view = $state<'table' | 'chart'>('table');
  /** Of what the chart is. */
  act = $state<Act>('PAYMENT');
  currency = $state('');
  /** The group whose transactions are shown; null while all are. */
  openGroup = $state.raw<string | null>(null);

  /** What the rows were read for; null while nothing was. */
  asked = $state.raw<Criteria | null>(null);
  rows = $state.raw<readonly FeeTransactionRow[]>([]);
  /** How many slices it takes in all. */
  slices = $state(0);
  missing = $state.raw<readonly Missing[]>([]);
  /** Days of which the library system gave a part. */
  short = $state.raw<readonly string[]>([]);
  reading = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  failure = $state.raw<Failure | null>(null);
  notRead = $state.raw<NotRead | null>(null);
  /** What is wrong with the days. */
  fault = $state.raw<ReturnType<typeof judgePeriod>>(null);

  readonly #shell: Shell;
  readonly #collected = new CollectedRows();
  #running: AbortController | null = null;
  #shown = 0;
  #toShow: ReturnType<typeof setTimeout> | null = null;

  constructor(shell: Shell) {
    this.#shell = shell;
    this.choose('today');
  }

  /** Only a part of what was asked for is here. */
  get isPart(): boolean {
    return this.missing.length > 0 || this.short.length > 0;
  }

  choose(preset: Preset | 'own'): void {
    this.preset = preset;
    this.fault = null;
    if (preset === 'own') return;
    const { from, to } = periodOf(preset, firstDayOfWeek(formatLocale()));
    this.from = from;
    this.to = to;
  }

  /** Reads it from the beginning, if the days are days, and it does not take many calls of which nobody knows. */
  async read(isAgreed = false): Promise<void> {
    // A day that has begun since: today is another.
    this.choose(this.preset);
    const period = { from: this.from.trim(), to: this.to.trim() };
    this.fault = judgePeriod(period);
    this.notRead = null;
    if (this.fault) return;
    const slices = slicesOf(period);
    const { remaining: left } = this.#shell.station.status;
    const calls = slices.length;
    if (calls > mostSlices) this.notRead = { why: 'tooMany', calls };
    else if (left !== null && calls >= left) this.notRead = { why: 'noCalls', calls, left };
    else if (calls > slicesWithoutAsking && !isAgreed) this.notRead = { why: 'many', calls, left };
    if (this.notRead) return;
    const { status, library, type } = this;
    this.#empty();
    this.asked = { period, status, library, type };
    this.slices = calls;
    this.missing = slices.map((slice) => ({ slice, failure: null }));
    await this.readMissing();
  }

  /** Reads what is not read yet: after it was stopped, or after a part of it failed. */
  async readMissing(): Promise<void> {
    const { asked } = this;
    if (!asked || this.missing.length === 0) return;
    this.stop();
    this.failure = null;
    const { signal } = (this.#running = new AbortController());
    const slices = this.missing.map(({ slice }) => slice);
    let done = 0;
    this.reading = { done, total: slices.length };
    const reply = await call(
      'reports.feeTransactions',
      { ...asked, slices },
      {
        signal,
        onProgress: (read) => {
          if (signal.aborted) return;
          done += 1;
          this.reading = { done, total: slices.length };
          this.#take(read);
        },
      },
    );
    if (signal.aborted) return;
    const failure = reply.ok ? reply.value.stopped : reply.failure;
    this.failure = failure?.kind === 'cancelled' ? null : failure;
    this.#end();
  }

  /** What was read stays. */
  stop(): void {
    this.#running?.abort();
    this.#end();
  }

  /** Esc: from the transactions of a group back to the groups; answers whether there was anything to go back from. */
  back(): boolean {
    if (this.openGroup === null) return false;
    this.openGroup = null;
    return true;
  }

  forget(): void {
    this.stop();
    this.#empty();
    this.asked = null;
    // Codes of the former library mean nothing at another.
    this.library = this.status = this.type = this.currency = '';
    this.notRead = null;
    this.failure = null;
  }

  #take({ slice, rows, short, failure }: SliceRead): void {
    const isThis = (one: Missing): boolean => one.slice.from === slice.from && one.slice.to === slice.to;
    if (failure) {
      this.missing = this.missing.map((one) => (isThis(one) ? { slice, failure } : one));
      return;
    }
    this.missing = this.missing.filter((one) => !isThis(one));
    this.#collected.add({ rows, short });
    this.short = this.#collected.short;
    this.#showSoon();
  }

  #showSoon(): void {
    const wait = this.#shown + showEvery - performance.now();
    if (wait <= 0) this.#show();
    else this.#toShow ??= setTimeout(() => this.#show(), wait);
  }

  #show(): void {
    if (this.#toShow !== null) clearTimeout(this.#toShow);
    this.#toShow = null;
    this.#shown = performance.now();
    if (this.#collected.size !== this.rows.length) this.rows = this.#collected.rows;
  }

  #end(): void {
    this.#running = null;
    this.reading = null;
    this.#show();
  }

  #empty(): void {
    this.#collected.clear();
    this.rows = [];
    this.slices = 0;
    this.missing = [];
    this.short = [];
    this.openGroup = null;
  }
}
