import type { Failure } from '../../contract/failure.ts';
import type { DeskNumbers } from '../../contract/reports.ts';
import { localDay } from '../../shared/days.ts';
import { dayPlus, type Slice } from '../../shared/report-slices.ts';
import { call } from '../api.ts';
import type { SectionState } from '../app/shell.svelte.ts';

export const spans = ['today', 'week', 'month'] as const;
export type Span = (typeof spans)[number];

/** What the scans are counted by. */
export const countings = ['hour', 'day', 'use', 'refusal'] as const;
export type Counting = (typeof countings)[number];

/** The days of a span, today included. */
export function daysOfSpan(span: Span, today = localDay()): Slice {
  const days = { today: 1, week: 7, month: 30 }[span];
  return { from: dayPlus(today, 1 - days), to: today };
}

/** The numbers of this desk, read from the journal as often as they are looked at. */
export class DeskNumbersState implements SectionState {
  span = $state<Span>('today');
  counting = $state<Counting>('hour');
  view = $state<'table' | 'chart'>('chart');
  numbers = $state.raw<(DeskNumbers & { readonly period: Slice }) | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** It is being read. */
  busy = $state(false);
  #running: AbortController | null = null;

  async read(): Promise<void> {
    this.#running?.abort();
    const { signal } = (this.#running = new AbortController());
    const period = daysOfSpan(this.span);
    this.failure = null;
    this.busy = true;
    const reply = await call('reports.deskNumbers', period, { signal });
    if (signal.aborted) return;
    this.busy = false;
    if (reply.ok) this.numbers = { ...reply.value, period };
    else this.failure = reply.failure;
  }

  forget(): void {
    this.#running?.abort();
    this.busy = false;
    this.numbers = null;
    this.failure = null;
  }
}
