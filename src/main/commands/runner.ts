import { randomUUID } from 'node:crypto';
import type { ArgumentsOf } from '../../client/arguments.ts';
import type { CallOptions, Client } from '../../client/client.ts';
import { isClientError, UnknownOutcomeError, type ClientError } from '../../client/errors.ts';
import type { Priority } from '../../client/limiter.ts';
import type { Failure } from '../../contract/failure.ts';
import type { AnswerOf } from '../../service/define.ts';
import type { Command, Endpoints } from '../../service/endpoints.ts';
import { AlreadyIntended } from '../journal/journal.ts';
import type { Clock, Journal, Log, Service, Standing } from '../ports.ts';
import { AskedAt } from './asked-at.ts';
import { firstLooks } from './certainty.ts';
import type { Lanes } from './lanes.ts';
import type { Settlements } from './settlements.ts';
import type { Pending, UnclearCommands } from './unclear.ts';
import { Failed, failureOf, invalid, unknownOutcome } from '../failure.ts';

/** One command to be done, once. `B`: the state before, as its entry in the table asks for it. */
export interface Order<K extends Command, B = unknown> {
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
  readonly before: B;
  readonly service: Service;
  /** The till that the money goes into, or comes from. */
  readonly till?: string;
  /** Keeps the command from leaving, if it has not left. Afterwards it only ends the waiting for its outcome. */
  readonly signal?: AbortSignal;
  readonly priority?: Priority;
  /** The request leaves, and the journal knows. */
  readonly onSent?: () => void;
  /** No answer has come, or one that says nothing: it is looked for, and whoever is next need not wait for that. */
  readonly onUnclear?: (failure: Failure) => void;
}

/** A command that happened: by its own answer, or by a read after an answer that was unclear. */
export interface Done<K extends Command> {
  readonly id: string;
  readonly answer: AnswerOf<Endpoints[K]>;
}

/** Does commands. Whatever it ends in, other than being done, is a `Failed`. */
export interface Commands<States extends Record<Command, unknown> = Record<Command, unknown>> {
  run<K extends Command>(order: Order<K, States[K]>): Promise<Done<K>>;
  /**
   * Throws `alreadySent` where the intent was used before, so that nothing is even looked at. It is for this library, the
   * one that is connected now unless said: at another, `run` throws `moved`, or `alreadySent` where it was asked for
   * more than once.
   */
  mustBeNew(intent: string, library?: string): void;
}

interface Parts {
  readonly standing: Pick<Standing, 'library'>;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly lanes: Lanes;
  readonly settlements: Settlements;
  readonly unclear: UnclearCommands;
  readonly closing: AbortSignal;
}

/** What came of sending: an answer, or none that says anything. */
type Sent<K extends Command> = Done<K> | { readonly unclear: Failure };

/**
 * The one way in which this station changes anything at the service: written into the journal before it leaves, one at
 * a time in its lane, never sent twice, and looked for where its answer is unclear.
 * Source: design, "The journal and the queue"; rules of the house, 2.
 */
export function createCommands(parts: Parts): Commands {
  const { standing, journal, clock, log, lanes, settlements, unclear, closing } = parts;
  const asked = new AskedAt();

  function intend(pending: Pending): void {
    try {
      const { till, ...entry } = pending;
      journal.intend({ ...entry, ...(till !== null && { till }) });
    } catch (error) {
      if (error instanceof AlreadyIntended) throw invalid('intent', 'alreadySent');
      throw error;
    }
  }

  function end(id: string, state: 'refused' | 'notSent', failure: Failure, trackingId: string | null): never {
    const wasToldDone = unclear.saidMeanwhile(id) === true;
    const by = state === 'refused' ? 'answer' : 'notLeft';
    settlements.settle(id, state, { by: wasToldDone ? 'late' : by, failure, trackingId });
    if (wasToldDone) unclear.tell();
    throw new Failed(failure);
  }

  /** In its turn. Looking for an unclear outcome comes after: the next command of the lane does not wait for that. */
  async function send<K extends Command>(order: Order<K>, pending: Pending): Promise<Sent<K>> {
    const { id, library } = pending;
    const { operation, args, service, signal, priority, onSent } = order;
    if (signal?.aborted) end(id, 'notSent', { kind: 'cancelled' }, null);
    // Another command of the same effect may have become unclear while this one waited for its turn.
    const same = unclear.same(library, pending);
    if (same) end(id, 'notSent', same, null);
    // Set by a callback, which the compiler does not follow.
    const left: { at: number | null } = { at: null };
    const options: CallOptions = {
      ...(signal && { signal }),
      ...(priority && { priority }),
      onSent: () => {
        journal.sent(id);
        left.at = clock.monotonic();
        onSent?.();
      },
    };
    try {
      const answer = await callGeneric(service.client, operation, args, options);
      const wasToldNotDone = unclear.saidMeanwhile(id) === false;
      unclear.done.tell(pending);
      settlements.settle(id, 'accepted', { by: wasToldNotDone ? 'late' : 'answer' });
      if (wasToldNotDone) unclear.tell();
      return { id, answer };
    } catch (error) {
      if (isClientError(error) && !(error instanceof UnknownOutcomeError))
        return end(id, stateOf(error), failureOf(error, log), trackingOf(error));
      // Ours, or the keychain's: the request has not left.
      if (left.at === null && !isClientError(error)) {
        settlements.settle(id, 'notSent', { by: 'notLeft' });
        throw error;
      }
      const failure = unclearFailure(error, pending);
      // What was found or decided meanwhile stands: this says nothing against it.
      if (unclear.saidMeanwhile(id) !== null) return { unclear: failure };
      // In sight before it is on the disk, which may be full.
      unclear.add(pending, { failure, leftAt: left.at ?? clock.monotonic(), ownAnswerComes: true });
      settlements.settle(id, 'unknown', { failure, trackingId: failure.trackingId });
      return { unclear: failure };
    }
  }

  function unclearFailure(
    error: unknown,
    { id, operation }: Pending,
  ): Failure & { readonly kind: 'unknown-outcome' } {
    const isKnown = error instanceof UnknownOutcomeError;
    if (isKnown) log.line('command.unknown', { operation, why: error.why, id });
    // As the program ends the journal is closed, and what is to leave again does not.
    else if (!closing.aborted) log.defect(error);
    const trackingId = isKnown ? error.trackingId : null;
    return unknownOutcome({ id, operation, trackingId });
  }

  /** Looks a few times while whoever asked waits; after that it is listed, and looked for in the background. */
  async function findOut<K extends Command>(
    order: Order<K>,
    pending: Pending,
    failure: Failure,
  ): Promise<Done<K>> {
    const { id } = pending;
    order.onUnclear?.(failure);
    try {
      for (const pause of firstLooks) {
        if (pause > 0) await clock.sleep(pause, closing);
        const look = await unclear.lookFor(id, order.service);
        if (look === null) break;
        // The resolver of K answers what K answers.
        if (look.found === 'happened') return { id, answer: look.record as AnswerOf<Endpoints[K]> };
      }
    } catch {
      // The program ends.
    } finally {
      unclear.saidMeanwhile(id);
    }
    unclear.look(id);
    throw new Failed(failure);
  }

  /**
   * A command that has left is never broken off: whoever gives up waiting is told that its outcome is unknown, and it
   * is listed as such until it has come.
   */
  async function waitedFor<K extends Command>(
    order: Order<K>,
    pending: Pending,
    work: (order: Order<K>) => Promise<Done<K>>,
  ): Promise<Done<K>> {
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
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    const onUnclear = (failure: Failure): void => {
      answered = true;
      order.onUnclear?.(failure);
    };
    const working = work({ ...order, signal: leaving.signal, onSent, onUnclear });
    working
      .finally(() => signal.removeEventListener('abort', giveUp))
      .then(
        ({ answer }) => gone && unclear.cameToLight({ id, happened: true, record: answer }),
        (error: unknown) =>
          gone && isOver(error) && unclear.cameToLight({ id, happened: false, record: null }),
      )
      .catch((error: unknown) => log.defect(error));
    return Promise.race([working, givenUp.promise]);
  }

  return {
    async run(order) {
      const { operation, args, keep = args, lane, about, before, service, till = null } = order;
      const id = order.id ?? randomUUID();
      const pending = {
        id,
        operation,
        payload: keep,
        before,
        lane,
        about,
        library: service.library.id,
        till,
      };
      asked.mustBeAt(id, service.library.id);
      const same = unclear.same(service.library.id, pending);
      if (same) throw new Failed(same);
      intend(pending);
      return waitedFor(order, pending, async (given) => {
        const sent = await lanes.turn(lane, () => send(given, pending));
        return 'unclear' in sent ? findOut(given, pending, sent.unclear) : sent;
      });
    },
    mustBeNew(intent, library = standing.library()?.id) {
      if (journal.entry(intent)) throw invalid('intent', 'alreadySent');
      asked.note(intent, library ?? null);
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

/** Whether the command is known to have come to nothing. */
const isOver = (error: unknown): boolean =>
  error instanceof Failed && error.failure.kind !== 'unknown-outcome';
