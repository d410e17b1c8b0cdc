import type { Failure } from '../../contract/failure.ts';
import type { Command } from '../../service/endpoints.ts';
import { Failed, unknownOutcome } from '../failure.ts';
import type { Clock, Log } from '../ports.ts';
import type { CommandResult, CommandOrder } from './order.ts';
import type { PendingCommand, UnclearCommands } from './unclear.ts';

interface WaitDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly unclear: UnclearCommands;
}

/** Does an order; `work` is given the order as it is to be worked on. */
type WaitFor = <K extends Command>(
  order: CommandOrder<K>,
  pending: PendingCommand,
  work: (order: CommandOrder<K>) => Promise<CommandResult<K>>,
) => Promise<CommandResult<K>>;

/**
 * Waits for a command until it is done or its signal is aborted. A command that has left is never broken off: who gives
 * up is told that its outcome is unknown, and it is listed as unclear until its answer has come.
 */
export const waiting =
  ({ clock, log, unclear }: WaitDeps): WaitFor =>
  (order, pending, work) => {
    const { signal } = order;
    if (!signal) return work(order);
    const { id, operation } = pending;
    const leaving = new AbortController();
    const givenUp = Promise.withResolvers<never>();
    let left = false;
    let answered = false;
    let gone = false;
    const giveUp = (): void => {
      if (!left) {
        leaving.abort();
        return;
      }
      // Its answer said nothing, and what came of it was found or decided since: that stands.
      if (answered && !unclear.has(id)) return;
      gone = true;
      const failure = unknownOutcome({ id, operation, trackingId: null });
      unclear.add(pending, { failure, leftAt: clock.monotonic(), ownAnswerComes: true });
      givenUp.reject(new Failed(failure));
    };
    const onSent = (): void => {
      left = true;
      order.onSent?.();
    };
    const onUnclear = (failure: Failure): void => {
      answered = true;
      order.onUnclear?.(failure);
    };
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    const working = work({ ...order, signal: leaving.signal, onSent, onUnclear });
    working
      .finally(() => signal.removeEventListener('abort', giveUp))
      .then(
        ({ answer }) => gone && unclear.answeredLate({ id, happened: true, record: answer }),
        (error: unknown) =>
          gone && cameToNothing(error) && unclear.answeredLate({ id, happened: false, record: null }),
      )
      .catch((error: unknown) => log.defect(error));
    return Promise.race([working, givenUp.promise]);
  };

/** Whether the command is known not to have happened. */
const cameToNothing = (error: unknown): boolean =>
  error instanceof Failed && error.failure.kind !== 'unknown-outcome';
