import type { Failure } from '../../contract/failure.ts';
import type { Command } from '../../service/endpoints.ts';
import { Failed, unknownOutcome } from '../failure.ts';
import type { Clock, Log } from '../ports.ts';
import type { CommandResult, CommandOrder } from './order.ts';
import type { PendingCommand, UnclearCommands } from './unclear.ts';

interface AbortableRunDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly unclear: UnclearCommands;
}

/** Runs an order. `work` gets the order with the signal and the callbacks to use. */
type AbortableRun = <K extends Command>(
  order: CommandOrder<K>,
  pending: PendingCommand,
  work: (order: CommandOrder<K>) => Promise<CommandResult<K>>,
) => Promise<CommandResult<K>>;

/**
 * Waits for a command until it is done or its signal is aborted. A command that was sent is never interrupted: the
 * caller is told that the outcome is unknown, and the command is listed as unclear until its answer comes.
 */
export const createAbortableRun =
  ({ clock, log, unclear }: AbortableRunDeps): AbortableRun =>
  (order, pending, work) => {
    const { signal } = order;
    if (!signal) return work(order);
    const { id, operation } = pending;
    const sending = new AbortController();
    const abandonment = Promise.withResolvers<never>();
    let isSent = false;
    let hasAnswer = false;
    let isAbandoned = false;
    const giveUp = (): void => {
      if (!isSent) {
        sending.abort();
        return;
      }
      // Its answer was unclear, and the outcome was found or decided since then: that is final.
      if (hasAnswer && !unclear.has(id)) return;
      isAbandoned = true;
      const failure = unknownOutcome({ id, operation, trackingId: null });
      unclear.add(pending, { failure, sentAt: clock.monotonic(), ownAnswerComes: true });
      abandonment.reject(new Failed(failure));
    };
    const onSent = (): void => {
      isSent = true;
      order.onSent?.();
    };
    const onUnclear = (failure: Failure): void => {
      hasAnswer = true;
      order.onUnclear?.(failure);
    };
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    const outcome = work({ ...order, signal: sending.signal, onSent, onUnclear });
    outcome
      .finally(() => signal.removeEventListener('abort', giveUp))
      .then(
        ({ answer }) => isAbandoned && unclear.answerArrived({ id, happened: true, record: answer }),
        (error: unknown) =>
          isAbandoned && didNotHappen(error) && unclear.answerArrived({ id, happened: false, record: null }),
      )
      .catch((error: unknown) => log.defect(error));
    return Promise.race([outcome, abandonment.promise]);
  };

/** Whether the command is known not to have happened. */
const didNotHappen = (error: unknown): boolean =>
  error instanceof Failed && error.failure.kind !== 'unknown-outcome';
