import * as z from 'zod';
import type { Client } from '../../client/client.ts';
import type { AskPerson } from '../../contract/desk.ts';
import type { Command } from '../../service/endpoints.ts';
import { NotAnAmount } from '../../shared/money.ts';
import type { JournalEntry } from '../journal/port.ts';
import {
  type AnyCommandEntry,
  type Resolution,
  type ResolverInput,
  type SentFields,
  text,
} from './command.ts';
import { contains, unclear } from './resolutions.ts';
import { isAbsent, isRefusedForGood } from './refusals.ts';

/** A command as the journal has it: what a lookup needs, in this run or a later one. */
export type JournaledCommand = Pick<JournalEntry, 'id' | 'operation' | 'payload' | 'before' | 'unreadable'>;

/** An entry for every command of the service. */
export type CommandEntries = { readonly [K in Command]: AnyCommandEntry<K> };

/** What was sent, as the journal has it. It was validated before it was sent. */
const Payload = z.looseObject({
  path: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
});

/** The same, with anything missing. */
const LooseFields = z.record(z.string(), z.unknown()).catch({});
const LoosePayload = z
  .looseObject({ path: LooseFields, query: LooseFields, body: LooseFields })
  .catch({ path: {}, query: {}, body: {} });

const sentBy = ({ payload, before }: Pick<JournaledCommand, 'payload' | 'before'>): SentFields => ({
  ...LoosePayload.parse(payload),
  before: LooseFields.parse(before),
});

/** The entries of all commands of the service. They come from the subjects. */
export class CommandTable {
  readonly entries: CommandEntries;

  constructor(entries: CommandEntries) {
    this.entries = entries;
  }

  /** Why no read can find out about this command; null if a read can. */
  whyAskPerson({ operation, unreadable }: JournaledCommand): AskPerson | null {
    const entry = this.#entryOf(operation);
    if (!entry) return 'unknownOperation';
    if (unreadable) return 'journalKeyLost';
    return 'askPerson' in entry.resolve ? entry.resolve.askPerson : null;
  }

  /** Reads once from the service whether the command happened. Throws if the service cannot be reached. */
  async lookUp(
    client: Client,
    command: JournaledCommand,
    signal?: AbortSignal,
  ): Promise<Resolution<Command>> {
    const entry = this.#entryOf(command.operation);
    if (!entry || command.unreadable || 'askPerson' in entry.resolve) return unclear;
    const args = Payload.safeParse(command.payload);
    const before = entry.before.safeParse(command.before);
    // Written by another version in an unknown form: there is nothing to compare.
    if (!args.success || !before.success) return unclear;
    const options = signal ? { signal } : {};
    const input = { client, options, id: command.id, args: args.data, before: before.data };
    try {
      // A resolver takes the output of its own entry's schema, which the types of the whole table cannot express.
      return await entry.resolve(input as unknown as ResolverInput<Command, never>);
    } catch (error) {
      // The record is gone, hidden, or has an amount that is no number: another read would not change that.
      if (isAbsent(error) || isRefusedForGood(error) || error instanceof NotAnAmount) return unclear;
      throw error;
    }
  }

  /** The primary id of the patron that a command is for; `''` where it is for none, or cannot be read. */
  patronOf({ payload, unreadable }: Pick<JournalEntry, 'payload' | 'unreadable'>): string {
    return unreadable ? '' : text(LoosePayload.parse(payload).path, 'user_id');
  }

  /** The effects of a command. Empty if the command cannot be read, or is from another version. */
  effectsOf({ operation, payload, before, unreadable }: JournaledCommand): readonly string[] {
    if (unreadable) return [];
    return this.#entryOf(operation)?.effects(sentBy({ payload, before })) ?? [];
  }

  /** Whether what a read finds of a command may be the effect of a later one. */
  isRepeatedBy(one: JournaledCommand, later: JournaledCommand): boolean {
    if (!this.hasSameEffect(one, later)) return false;
    const replacementOf = this.#entryOf(one.operation)?.replacement;
    return replacementOf === undefined || contains(replacementOf(sentBy(later)), replacementOf(sentBy(one)));
  }

  /** Whether two commands do the same thing to the same record: create, pay, replace. */
  hasSameEffect(one: JournaledCommand, other: JournaledCommand): boolean {
    // Some operations have several actions, which `op` in the query distinguishes.
    const opOf = ({ payload }: JournaledCommand): string => text(LoosePayload.parse(payload).query, 'op');
    if (one.operation !== other.operation || opOf(one) !== opOf(other)) return false;
    const effects = this.effectsOf(one);
    return this.effectsOf(other).some((effect) => effects.includes(effect));
  }

  /** Whether the effect of this command contains the journal's id, so that it cannot be mistaken for another's. */
  carriesItsId(operation: Command): boolean {
    return this.#entryOf(operation)?.carriesItsId === true;
  }

  /**
   * What the user requested: the operation, or which of its several actions. An entry that was reduced, or cannot be
   * read, is named by its operation.
   */
  actOf({ operation, payload }: Pick<JournalEntry, 'operation' | 'payload'>): string {
    return this.#entryOf(operation)?.act?.(LoosePayload.parse(payload).query) ?? operation;
  }

  /** A row of the journal may be from another version, with operations that this one does not know. */
  #entryOf(operation: Command): AnyCommandEntry<Command> | null {
    return Object.hasOwn(this.entries, operation) ? this.entries[operation] : null;
  }
}
