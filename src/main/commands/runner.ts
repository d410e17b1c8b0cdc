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
import { firstLookupPauses } from './certainty.ts';
import type { Queues } from './queues.ts';
import type { Commands, CommandResult, CommandOrder } from './order.ts';
import type { Settlements } from './settlements.ts';
import type { PendingCommand, UnclearCommands } from './unclear.ts';
import { createAbortableRun } from './abortable-run.ts';
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

/** The result of sending: an answer, or a failure that says nothing about the outcome. */
type SendResult<K extends Command> = CommandResult<K> | { readonly unclear: Failure };

/**
 * The only way in which this station changes anything at the service. A command is written into the journal before it
 * is sent, waits for its turn in its queue, is never sent twice, and is looked up if its answer is unclear. Source:
 * design, "The journal and the queue"; rules of the house, 2.
 */
export function createCommands(deps: RunnerDeps): Commands {
  const { connection, journal, clock, log, queues, settlements, unclear, closing } = deps;
  const intentLibraries = new IntentLibraries();
  const runAbortable = createAbortableRun({ clock, log, unclear });

  function intend(pending: PendingCommand): void {
    try {
      const { till, ...entry } = pending;
      journal.intend({ ...entry, ...(till !== null && { till }) });
    } catch (error) {
      if (error instanceof AlreadyIntended) throw invalid('intent', 'alreadySent');
      throw error;
    }
  }

  function fail(
    id: string,
    state: 'refused' | 'notSent',
    failure: Failure,
    trackingId: string | null,
  ): never {
    const wasReportedDone = unclear.takeEarlyOutcome(id) === true;
    const by = state === 'refused' ? 'answer' : 'notLeft';
    settlements.settle(id, state, { by: wasReportedDone ? 'late' : by, failure, trackingId });
    if (wasReportedDone) unclear.changed();
    throw new Failed(failure);
  }

  /**
   * Sends a command when it is its turn. Lookups come after the turn, so that the next command of the queue need not
   * wait.
   */
  async function send<K extends Command>(
    order: CommandOrder<K>,
    pending: PendingCommand,
  ): Promise<SendResult<K>> {
    const { id, library } = pending;
    const { operation, args, service, signal, priority, onSent } = order;
    if (signal?.aborted) fail(id, 'notSent', { kind: 'cancelled' }, null);
    // Another command with the same effect may have become unclear while this one waited for its turn.
    const blocked = unclear.blockingFailure(library, pending);
    if (blocked) fail(id, 'notSent', blocked, null);
    // Set by a callback, which the compiler does not follow.
    const sent: { at: number | null } = { at: null };
    const options: CallOptions = {
      ...(signal && { signal }),
      ...(priority && { priority }),
      onSent: () => {
        // A request is repeated only where the service has not run it: if this throws, none has left that it ran.
        sent.at = null;
        journal.sent(id);
        onSent?.();
        sent.at = clock.monotonic();
      },
    };
    try {
      const answer = await callGeneric(service.client, operation, args, options);
      const wasReportedNotDone = unclear.takeEarlyOutcome(id) === false;
      unclear.happened.emit(pending);
      settlements.settle(id, 'accepted', { by: wasReportedNotDone ? 'late' : 'answer' });
      if (wasReportedNotDone) unclear.changed();
      return { id, answer };
    } catch (error) {
      if (isClientError(error) && !(error instanceof UnknownOutcomeError))
        return fail(id, stateOf(error), failureOf(error, log), trackingOf(error));
      // An error of this program, or of the keychain: the request was not sent.
      if (sent.at === null && !isClientError(error)) {
        settlements.settle(id, 'notSent', { by: 'notLeft' });
        throw error;
      }
      const failure = unclearFailure(error, pending);
      // A lookup or the user may have decided meanwhile; this error does not contradict that.
      if (unclear.takeEarlyOutcome(id) !== null) return { unclear: failure };
      // List it before writing: the disk of the journal may be full.
      unclear.add(pending, { failure, sentAt: sent.at ?? clock.monotonic(), ownAnswerComes: true });
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
    else log.defect(error);
    const trackingId = isKnown ? error.trackingId : null;
    return unknownOutcome({ id, operation, trackingId });
  }

  /** Looks the command up a few times while the user waits; after that, lookups continue in the background. */
  async function findOut<K extends Command>(
    order: CommandOrder<K>,
    pending: PendingCommand,
    failure: Failure,
  ): Promise<CommandResult<K>> {
    const { id } = pending;
    order.onUnclear?.(failure);
    try {
      for (const pause of firstLookupPauses) {
        if (pause > 0) await clock.sleep(pause, closing);
        const resolution = await unclear.lookUpNow(id, order.service);
        if (resolution === null) break;
        // The resolver of K answers what K answers.
        if (resolution.found === 'happened')
          return { id, answer: resolution.record as AnswerOf<Endpoints[K]> };
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
      const { operation, args, journaledArgs = args, queue, about, before, service, till = null } = order;
      const id = order.id ?? randomUUID();
      const pending = {
        id,
        operation,
        payload: journaledArgs,
        before,
        queue,
        about,
        library: service.library.id,
        till,
      };
      intentLibraries.mustBeAt(id, service.library.id);
      const blocked = unclear.blockingFailure(service.library.id, pending);
      if (blocked) throw new Failed(blocked);
      intend(pending);
      return runAbortable(order, pending, async (abortable) => {
        const sent = await queues.run(queue, () => send(abortable, pending));
        return 'unclear' in sent ? findOut(abortable, pending, sent.unclear) : sent;
      });
    },
    mustBeNew(intent, library = connection.library()?.id) {
      if (journal.entry(intent)) throw invalid('intent', 'alreadySent');
      intentLibraries.note(intent, library ?? null);
    },
  };
}

async function callGeneric<K extends Command>(
  client: Client,
  operation: K,
  args: ArgumentsOf<Endpoints[K]>,
  options: CallOptions,
): Promise<AnswerOf<Endpoints[K]>> {
  // `operation` is a type parameter here; the arguments were checked by the caller.
  const call = [operation, args, options] as unknown as Parameters<Client['call']>;
  return (await client.call(...call)) as AnswerOf<Endpoints[K]>;
}

/** A refusal by the service is an answer to the command. After any other client error, the command never ran. */
const stateOf = (error: ClientError): 'refused' | 'notSent' =>
  error.kind === 'refused' || error.kind === 'unauthorized' || error.kind === 'throttled'
    ? 'refused'
    : 'notSent';

const trackingOf = (error: ClientError): string | null => ('trackingId' in error ? error.trackingId : null);

/** How many intents are remembered that were never sent: a command that is refused before it is sent adds one. */
const maxIntents = 1000;

/** The library at which each intent was first used: it is valid only there. */
class IntentLibraries {
  readonly #firstUses = new Map<string, { readonly library: string | null; times: number }>();

  note(intent: string, library: string | null): void {
    const entry = this.#firstUses.get(intent);
    if (entry) entry.times += 1;
    else this.#firstUses.set(intent, { library, times: 1 });
    const [oldest = ''] = this.#firstUses.keys();
    if (this.#firstUses.size > maxIntents) this.#firstUses.delete(oldest);
  }

  mustBeAt(intent: string, library: string): void {
    const entry = this.#firstUses.get(intent);
    this.#firstUses.delete(intent);
    if (!entry || entry.library === null || entry.library === library) return;
    // If the same intent came twice, the other request may be in progress.
    throw invalid('intent', entry.times > 1 ? 'alreadySent' : 'moved');
  }
}
