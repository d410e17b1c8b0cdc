import * as z from 'zod';
import type { Client } from '../../client/client.ts';
import type { AskPerson } from '../../contract/desk.ts';
import type { Command } from '../../service/endpoints.ts';
import { NotAnAmount } from '../../shared/money.ts';
import type { JournalEntry } from '../journal/port.ts';
import { type AnyCommandEntry, type Resolution, type ResolverInput, text } from './command.ts';
import { unclear } from './found.ts';
import { isAbsent, isRefusedForGood } from './refusals.ts';

/** A command as the journal keeps it: what is needed to find out about it, in this run or a later one. */
export type JournaledCommand = Pick<JournalEntry, 'id' | 'operation' | 'payload' | 'before' | 'unreadable'>;

/** An entry for every command of the service. */
export type CommandEntries = { readonly [K in Command]: AnyCommandEntry<K> };

/** What was sent, as it comes back from the journal. It was checked before it was sent. */
const Payload = z.looseObject({
  path: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
});

/** The same where anything may be missing. */
const Loose = z.record(z.string(), z.unknown()).catch({});
const LoosePayload = z
  .looseObject({ path: Loose, query: Loose, body: Loose })
  .catch({ path: {}, query: {}, body: {} });

/** What is known of every command of the service. The entries come from the subjects. */
export class CommandTable {
  readonly entries: CommandEntries;

  constructor(entries: CommandEntries) {
    this.entries = entries;
  }

  /** Why no read can tell about this command; null where one can. */
  whyAskPerson({ operation, unreadable }: JournaledCommand): AskPerson | null {
    const entry = this.#entryOf(operation);
    if (!entry) return 'unknownOperation';
    if (unreadable) return 'journalKeyLost';
    return 'askPerson' in entry.resolve ? entry.resolve.askPerson : null;
  }

  /** Asks the service once whether the command happened. Throws where the service cannot be asked. */
  async lookUp(client: Client, kept: JournaledCommand, signal?: AbortSignal): Promise<Resolution<Command>> {
    const entry = this.#entryOf(kept.operation);
    if (!entry || kept.unreadable || 'askPerson' in entry.resolve) return unclear;
    const args = Payload.safeParse(kept.payload);
    const before = entry.before.safeParse(kept.before);
    // Written by another version, in a form that this one does not know: nothing can be compared with it.
    if (!args.success || !before.success) return unclear;
    const options = signal ? { signal } : {};
    const question = { client, options, id: kept.id, args: args.data, before: before.data };
    try {
      // An entry's resolver takes what the same entry's schema gave, which the types of the whole table cannot show.
      return await entry.resolve(question as unknown as ResolverInput<Command, never>);
    } catch (error) {
      // The record is gone, not shown, or says no amount where one is: another look does not change that.
      if (isAbsent(error) || isRefusedForGood(error) || error instanceof NotAnAmount) return unclear;
      throw error;
    }
  }

  /** The names of what a command has an effect on. None where it cannot be read, or is of another version. */
  effectsOf({ operation, payload, before, unreadable }: JournaledCommand): readonly string[] {
    if (unreadable) return [];
    const sent = { ...LoosePayload.parse(payload), before: Loose.parse(before) };
    return this.#entryOf(operation)?.effects(sent) ?? [];
  }

  /**
   * Whether two commands do the same to the same record, so that a read cannot tell which of them happened. Two that
   * do different things to one record can be told apart.
   */
  isSameAgain(one: JournaledCommand, other: JournaledCommand): boolean {
    // Some operations have several acts, which their query tells apart.
    const opOf = ({ payload }: JournaledCommand): string => text(LoosePayload.parse(payload).query, 'op');
    if (one.operation !== other.operation || opOf(one) !== opOf(other)) return false;
    const effects = this.effectsOf(one);
    return this.effectsOf(other).some((effect) => effects.includes(effect));
  }

  /** Whether the effect of such a command carries the journal's id, so that it cannot be taken for another's. */
  carriesItsId(operation: Command): boolean {
    return this.#entryOf(operation)?.carriesItsId === true;
  }

  /**
   * What a person asked for: the operation, or which of the several things that one operation does. What was reduced,
   * or cannot be read, is named by its operation.
   */
  actOf({ operation, payload }: Pick<JournalEntry, 'operation' | 'payload'>): string {
    return this.#entryOf(operation)?.act?.(LoosePayload.parse(payload).query) ?? operation;
  }

  /** A row of the journal may be of another version of this program, whose operations this one does not know. */
  #entryOf(operation: Command): AnyCommandEntry<Command> | null {
    return Object.hasOwn(this.entries, operation) ? this.entries[operation] : null;
  }
}
