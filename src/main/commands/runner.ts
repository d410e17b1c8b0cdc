import { randomUUID } from 'node:crypto';
import type { ArgumentsOf } from '../../client/arguments.ts';
import type { CallOptions, Client } from '../../client/client.ts';
import { type ClientError, isClientError, UnknownOutcomeError } from '../../client/errors.ts';
import type { Failure } from '../../contract/failure.ts';
import type { AnswerOf } from '../../service/define.ts';
import type { Command, Endpoints } from '../../service/endpoints.ts';
import { AlreadyIntended } from '../journal/journal.ts';
import type { Clock, Log, Connection } from '../ports.ts';
import type { Journal } from '../journal/port.ts';
import { firstLooks } from './certainty.ts';
import type { Queues } from './queues.ts';
import type { Commands, CommandResult, CommandOrder } from './order.ts';
import type { Settlements } from './settlements.ts';
import type { PendingCommand, UnclearCommands } from './unclear.ts';
import { waiting } from './waiting.ts';
import { Failed, failureOf, invalid, unknownOutcome } from '../failure.ts';

interface RunnerDeps {
  readonly connection: Pick<Connection, 'library'>;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly queues: Queues;
  readonly settlements: Settlements;
  readonly unclear: UnclearCommands;
  readonly closing: AbortSignal;
}

/** What came of sending: an answer, or none that says anything. */
type SendResult<K extends Command> = CommandResult<K> | { readonly unclear: Failure };

/**
 * The one way in which this station changes anything at the service. A command is written into the journal before it
 * leaves, waits for its turn in its lane, is never sent twice, and is looked for where its answer is unclear.
 * Source: design, "The journal and the queue"; rules of the house, 2.
 */
export function createCommands(deps: RunnerDeps): Commands {
  const { connection, journal, clock, log, queues, settlements, unclear, closing } = deps;
  const asked = new IntentLibraries();
  const waitFor = waiting({ clock, log, unclear });

  function intend(pending: PendingCommand): void {
    try {
      const { till, ...entry } = pending;
      journal.intend({ ...entry, ...(till !== null && { till }) });
    } catch (error) {
      if (error instanceof AlreadyIntended) throw invalid('intent', 'alreadySent');
      throw error;
    }
  }

  function end(id: string, state: 'refused' | 'notSent', failure: Failure, trackingId: string | null): never {
    const wasToldDone = unclear.takeEarlyOutcome(id) === true;
    const by = state === 'refused' ? 'answer' : 'notLeft';
    settlements.settle(id, state, { by: wasToldDone ? 'late' : by, failure, trackingId });
    if (wasToldDone) unclear.changed();
    throw new Failed(failure);
  }

  /** Sends a command when it is its turn. It is looked for after the turn, so that the next of the lane need not wait. */
  async function send<K extends Command>(
    order: CommandOrder<K>,
    pending: PendingCommand,
  ): Promise<SendResult<K>> {
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
      const wasToldNotDone = unclear.takeEarlyOutcome(id) === false;
      unclear.happened.emit(pending);
      settlements.settle(id, 'accepted', { by: wasToldNotDone ? 'late' : 'answer' });
      if (wasToldNotDone) unclear.changed();
      return { id, answer };
    } catch (error) {
      if (isClientError(error) && !(error instanceof UnknownOutcomeError))
        return end(id, stateOf(error), failureOf(error, log), trackingOf(error));
      // An error of our own, or of the keychain: the request has not left.
      if (left.at === null && !isClientError(error)) {
        settlements.settle(id, 'notSent', { by: 'notLeft' });
        throw error;
      }
      const failure = unclearFailure(error, pending);
      // What was found or decided meanwhile stands: this error does not speak against it.
      if (unclear.takeEarlyOutcome(id) !== null) return { unclear: failure };
      // It is listed first: the journal may be on a full disk.
      unclear.add(pending, { failure, leftAt: left.at ?? clock.monotonic(), ownAnswerComes: true });
      settlements.settle(id, 'unknown', { failure, trackingId: failure.trackingId });
      return { unclear: failure };
    }
  }

  function unclearFailure(
    error: unknown,
    { id, operation }: PendingCommand,
  ): Failure & { readonly kind: 'unknown-outcome' } {
    const isKnown = error instanceof UnknownOutcomeError;
    if (isKnown) log.line('command.unknown', { operation, why: error.why, id });
    // When the program ends, the closed journal throws for what would leave again: that is no defect.
    else if (!closing.aborted) log.defect(error);
    const trackingId = isKnown ? error.trackingId : null;
    return unknownOutcome({ id, operation, trackingId });
  }

  /** Looks a few times while the one who asked waits; after that it is looked for in the background. */
  async function findOut<K extends Command>(
    order: CommandOrder<K>,
    pending: PendingCommand,
    failure: Failure,
  ): Promise<CommandResult<K>> {
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
      unclear.takeEarlyOutcome(id);
    }
    unclear.lookInBackground(id);
    throw new Failed(failure);
  }

  return {
    async run(order) {
      const { operation, args, keep = args, queue, about, before, service, till = null } = order;
      const id = order.id ?? randomUUID();
      const pending = {
        id,
        operation,
        payload: keep,
        before,
        queue,
        about,
        library: service.library.id,
        till,
      };
      asked.mustBeAt(id, service.library.id);
      const same = unclear.same(service.library.id, pending);
      if (same) throw new Failed(same);
      intend(pending);
      return waitFor(order, pending, async (given) => {
        const sent = await queues.run(queue, () => send(given, pending));
        return 'unclear' in sent ? findOut(given, pending, sent.unclear) : sent;
      });
    },
    mustBeNew(intent, library = connection.library()?.id) {
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

/** A refusal by the service is an answer to the command. With any other client error the command never ran. */
const stateOf = (error: ClientError): 'refused' | 'notSent' =>
  error.kind === 'refused' || error.kind === 'unauthorized' || error.kind === 'throttled'
    ? 'refused'
    : 'notSent';

const trackingOf = (error: ClientError): string | null => ('trackingId' in error ? error.trackingId : null);

/** How many intents are remembered of which nothing was sent: a command that is refused before it leaves adds one. */
const mostAsked = 1000;

/** At which library each intent was first asked for: it counts for that library and no other. */
class IntentLibraries {
  readonly #first = new Map<string, { readonly library: string | null; times: number }>();

  note(intent: string, library: string | null): void {
    const before = this.#first.get(intent);
    if (before) before.times += 1;
    else this.#first.set(intent, { library, times: 1 });
    const [oldest = ''] = this.#first.keys();
    if (this.#first.size > mostAsked) this.#first.delete(oldest);
  }

  mustBeAt(intent: string, library: string): void {
    const first = this.#first.get(intent);
    this.#first.delete(intent);
    if (!first || first.library === null || first.library === library) return;
    // Where the same was asked for twice, the other request may be under way.
    throw invalid('intent', first.times > 1 ? 'alreadySent' : 'moved');
  }
}
