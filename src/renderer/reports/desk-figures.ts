import type { Failure } from '../../contract/failure.ts';
import type { AnswerTimes, DeskNumbers, ScanUse } from '../../contract/reports.ts';
import { m } from '../../messages/compiled/messages.js';
import { failureText } from '../failures/failure-text.ts';
import { dateText, durationText } from '../ui/format.ts';
import type { Counting } from './desk-numbers.svelte.ts';

/** A line of the numbers: an hour, a day, a use, or a reason. */
export interface DeskFigure {
  readonly id: string;
  readonly label: string;
  readonly scans: number;
  /** Null where every one of them is a refusal. */
  readonly refused: number | null;
}

const uses: Readonly<Record<ScanUse, () => string>> = {
  lend: m.reports_use_lend,
  return: m.reports_use_return,
  renew: m.reports_use_renew,
  card: m.reports_use_card,
  receive: m.reports_use_receive,
  command: m.reports_use_command,
  other: m.reports_use_other,
};

const two = (hour: number): string => String(hour).padStart(2, '0');

/** What a refusal is called: its reason in our words, and the service’s code where we have none for it. */
export function reasonText(failure: Failure | null): string {
  if (failure === null) return m.reports_reason_unknown();
  const { what } = failureText(failure);
  const isUnsaid = failure.kind === 'refused' && what === m.failures_refused_unsaid();
  return isUnsaid && failure.code !== '' ? m.reports_reason_code({ code: failure.code }) : what;
}

/** The lines of the numbers. Hours before the first scan of the day and after the last are no lines. */
export function deskFigures(numbers: DeskNumbers, counting: Counting): readonly DeskFigure[] {
  switch (counting) {
    case 'hour': {
      const busy = numbers.hours.flatMap(({ scans }, hour) => (scans > 0 ? [hour] : []));
      const [first = 0, last = -1] = [busy.at(0), busy.at(-1)];
      return numbers.hours.slice(first, last + 1).map((count, index) => ({
        ...count,
        id: String(first + index),
        label: m.reports_hours({ from: two(first + index), to: two((first + index + 1) % 24) }),
      }));
    }
    case 'day':
      return numbers.days.map(({ day, ...count }) => ({ ...count, id: day, label: dateText(day, 'day') }));
    case 'use':
      return numbers.uses.map(({ use, room, ...count }) => ({
        ...{ ...count, id: `${room} ${use}` },
        label: room === 'receiving' && use === 'command' ? m.reports_use_command_receiving() : uses[use](),
      }));
    case 'refusal':
      return byReason(numbers.refusals);
  }
}

/** Several failures may have the same words: to a reader they are one reason. */
function byReason(refusals: DeskNumbers['refusals']): readonly DeskFigure[] {
  const reasons = new Map<string, number>();
  for (const { failure, scans } of refusals) {
    const reason = reasonText(failure);
    reasons.set(reason, (reasons.get(reason) ?? 0) + scans);
  }
  return Array.from(reasons, ([label, scans]) => ({ id: label, label, scans, refused: null })).toSorted(
    (one, other) => other.scans - one.scans,
  );
}

/** How long answers took, each with its name. */
export function timeFigures(
  times: AnswerTimes,
): readonly { readonly label: string; readonly value: string }[] {
  const text = (ms: number | null): string => (ms === null ? '—' : durationText(ms));
  return [
    { label: m.reports_time_median(), value: text(times.median) },
    { label: m.reports_time_p90(), value: text(times.p90) },
    { label: m.reports_time_p95(), value: text(times.p95) },
    { label: m.reports_time_longest(), value: text(times.longest) },
  ];
}
