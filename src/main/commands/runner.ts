import { randomUUID } from 'node:crypto';
import type { ArgumentsOf } from '../../client/arguments.ts';
import type { CallOptions, Client } from '../../client/client.ts';
import { isClientError, UnknownOutcomeError, type ClientError } from '../../client/errors.ts';
import type { Priority } from '../../client/limiter.ts';
import type { Failure } from '../../contract/failure.ts';
import type { AnswerOf } from '../../service/define.ts';
import type { Command, Endpoints } from '../../service/endpoints.ts';
import { Failed, invalid } from '../failed.ts';
import { AlreadyIntended } from '../journal/journal.ts';
import type { Clock, Journal, JournalEntry, Log, Service } from '../ports.ts';
import type { Before } from './before.ts';
import { callFailure } from './call-failure.ts';
import { failureIn } from './failure-in.ts';
import type { Lanes } from './lanes.ts';
import { lookUp, type Kept } from './look-up.ts';
import type { Found } from './resolver.ts';
import type { UnclearCommands } from './unclear.ts';

/** One command to be done, once. */
export interface Order<K extends Command> {
  readonly operation: K;
  readonly args: ArgumentsOf<Endpoints[K]>;
  /** The window's intent, and the journal's id; a new one where the window gave none. */
  readonly id?: string;
  readonly lane: string;
  /** What it is about, in the words of the record. */
  readonly about: string;
  /** What the journal keeps in place of the arguments, where these are more than it should hold. */
  readonly keep?: ArgumentsOf<Endpoints[K]>;
  /** The state it found. */
  readonly before: Before<K>;
  readonly service: Service;
  /** The till that the money goes into, or comes from. */
  readonly till?: string;
  /** Keeps the command from leaving, if it has not left. Afterwards it only ends the waiting for its outcome. */
  readonly signal?: AbortSignal;
  readonly priority?: Priority;
  /** The request leaves, and the journal knows. */
  readonly onSent?: () => void;
}

/** A command that happened: by its own answer, or by a read after an answer that was unclear. */
export interface Done<K extends Command> {
  readonly id: string;
  readonly answer: AnswerOf<Endpoints[K]>;
}

/** Does commands. Whatever it ends in, other than being done, is a `Failed`. */
export interface Commands {
  run<K extends Command>(order: Order<K>): Promise<Done<K>>;
  /** Throws `alreadySent` where the intent was used before, so that nothing is even looked at. */
  mustBeNew(intent: string): void;
}

interface Parts {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly lanes: Lanes;
  readonly unclear: UnclearCommands;
  readonly closing: AbortSignal;
}

/**
 * When to look for the effect of a command whose answer did not come, or said nothing. Once the service itself has
 * answered, with an error of its own, it is not at work on it any more; behind a gateway's page or a connection that
 * broke it may still be for some seconds. Where somebody gave up waiting, we or a gateway, it may be for minutes.
 */
const looks = { answered: [0, 1000], broken: [0, 1000, 3000, 6000], givenUp: [0, 1000, 3000] } as const;

/** The window, the client or a gateway gave up waiting, while the service may still be at work. */
const wasGivenUp = ({ why, status, code }: UnknownOutcomeError): boolean =>
  why === 'aborted' || why === 'timeout' || (status === 504 && code === '');

/**
 * The one way in which this station changes anything at the service: written into the journal before it leaves, one at
 * a time in its lane, never sent twice, and looked up where its answer is unclear.
 * Source: design, "The journal and the queue"; rules of the house, 2.
 */
export function createCommands(parts: Parts): Commands {
  const { journal, clock, log, lanes, unclear, closing } = parts;

  function intend(entry: Kept & Pick<JournalEntry, 'lane' | 'about' | 'library'> & { till?: string }): void {
    try {
      journal.intend(entry);
    } catch (error) {
      if (error instanceof AlreadyIntended) throw invalid('intent', 'alreadySent');
      throw error;
    }
  }

  function end(id: string, state: 'refused' | 'notSent', failure: Failure, trackingId: string | null): never {
    journal.settle(id, state, { failure, trackingId });
    throw new Failed(failure);
  }

  /** What has happened has, also where the journal cannot be written at this moment: then the next run finds out again. */
  function accepted(id: string, trackingId: string | null = null): void {
    try {
      journal.settle(id, 'accepted', { trackingId });
    } catch (error) {
      log.defect(error);
    }
  }

  async function send<K extends Command>(order: Order<K>, kept: Kept): Promise<Done<K>> {
    const { id } = kept;
    const { operation, args, service, signal, priority, onSent } = order;
    if (signal?.aborted) end(id, 'notSent', { kind: 'cancelled' }, null);
    const options: CallOptions = {
      ...(signal && { signal }),
      ...(priority && { priority }),
      onSent: () => {
        journal.sent(id);
        onSent?.();
      },
    };
    try {
      const answer = await callGeneric(service.client, operation, args, options);
      accepted(id);
      return { id, answer };
    } catch (error) {
      if (error instanceof UnknownOutcomeError) return findOut(order, kept, error);
      if (isClientError(error)) return end(id, stateOf(error), callFailure(error, id), trackingOf(error));
      // Ours, or the keychain's: the request did not leave, unless the journal says that it did.
      const failure = failureIn(error, log);
      const left = journal.entry(id)?.state === 'sent';
      journal.settle(id, left ? 'unknown' : 'notSent', { failure });
      if (left) unclear.add(id, failure, true);
      throw new Failed(failure);
    }
  }

  async function findOut<K extends Command>(
    order: Order<K>,
    kept: Kept,
    error: UnknownOutcomeError,
  ): Promise<Done<K>> {
    const { id } = kept;
    const { trackingId } = error;
    const failure = callFailure(error, id);
    let lastFailure = failure;
    journal.settle(id, 'unknown', { failure, trackingId });
    log.line('command.unknown', { operation: kept.operation, why: error.why, id });
    const givenUp = wasGivenUp(error);
    const pauses = error.code !== '' ? looks.answered : givenUp ? looks.givenUp : looks.broken;
    let found: Found<Command>['found'] | 'notAsked' = 'notAsked';
    for (const pause of pauses) {
      try {
        if (pause > 0) await clock.sleep(pause, closing);
        const look = await lookUp(order.service.client, kept, closing);
        if (look.found === 'happened') {
          accepted(id, trackingId);
          // The resolver of K answers what K answers.
          return { id, answer: look.record as AnswerOf<Endpoints[K]> };
        }
        found = look.found;
        if (found === 'unclear') break;
      } catch (lookError) {
        found = 'notAsked';
        if (!closing.aborted) lastFailure = failureIn(lookError, log);
        break;
      }
    }
    if (found === 'didNotHappen' && !givenUp) {
      end(id, 'notSent', { kind: 'unreachable', why: 'didNotHappen', detail: '' }, trackingId);
    }
    unclear.add(id, lastFailure, found !== 'unclear');
    throw new Failed(failure);
  }

  /**
   * A command that has left is never broken off: whoever gives up waiting is told that its outcome is unknown, and it
   * is listed as such until it has come.
   */
  async function waitedFor<K extends Command>(
    order: Order<K>,
    { id, operation }: Kept,
    work: (order: Order<K>) => Promise<Done<K>>,
  ): Promise<Done<K>> {
    const { signal } = order;
    if (!signal) return work(order);
    const leaving = new AbortController();
    const givenUp = Promise.withResolvers<never>();
    let left = false;
    let gone = false;
    const giveUp = (): void => {
      if (!left) {
        leaving.abort();
        return;
      }
      gone = true;
      const failure: Failure = { kind: 'unknown-outcome', operation, journalId: id, trackingId: null };
      unclear.add(id, failure, false);
      givenUp.reject(new Failed(failure));
    };
    const onSent = (): void => {
      left = true;
      order.onSent?.();
    };
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    const working = work({ ...order, signal: leaving.signal, onSent });
    working
      .finally(() => signal.removeEventListener('abort', giveUp))
      .then(
        ({ answer }) => gone && unclear.cameToLight({ id, happened: true, record: answer }),
        () => gone && isOver(id) && unclear.cameToLight({ id, happened: false, record: null }),
      )
      .catch((error: unknown) => log.defect(error));
    return Promise.race([working, givenUp.promise]);
  }

  const isOver = (id: string): boolean => {
    const state = journal.entry(id)?.state;
    return state === 'refused' || state === 'notSent';
  };

  return {
    async run(order) {
      const { operation, args, keep = args, lane, about, before, service, till } = order;
      const id = order.id ?? randomUUID();
      const kept: Kept = { id, operation, payload: keep, before };
      intend({ ...kept, lane, about, library: service.library.id, ...(till !== undefined && { till }) });
      return waitedFor(order, kept, (given) => lanes.turn(lane, () => send(given, kept)));
    },
    mustBeNew(intent) {
      if (journal.entry(intent)) throw invalid('intent', 'alreadySent');
    },
  };
}

async function callGeneric<K extends Command>(
  client: Client,
  operation: K,
  args: ArgumentsOf<Endpoints[K]>,
  options: CallOptions,
): Promise<AnswerOf<Endpoints[K]>> {
  // `operation` is a type parameter here; its arguments were checked where they were given.
  const call = [operation, args, options] as unknown as Parameters<Client['call']>;
  return (await client.call(...call)) as AnswerOf<Endpoints[K]>;
}

/** A service that answers with a refusal has had the command; otherwise it never ran. */
const stateOf = (error: ClientError): 'refused' | 'notSent' =>
  error.kind === 'refused' || error.kind === 'unauthorized' || error.kind === 'throttled'
    ? 'refused'
    : 'notSent';

const trackingOf = (error: ClientError): string | null => ('trackingId' in error ? error.trackingId : null);
