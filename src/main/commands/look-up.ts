import * as z from 'zod';
import type { Client } from '../../client/client.ts';
import type { AskPerson } from '../../contract/desk.ts';
import type { Command } from '../../service/endpoints.ts';
import { NotAnAmount } from '../../shared/money.ts';
import type { JournalEntry } from '../ports.ts';
import { before } from './before.ts';
import { isAbsent, isRefusedForGood, unclear } from './found.ts';
import type { Found, Question, Resolver } from './resolver.ts';
import { resolvers } from '../resolvers.ts';

/** A command as the journal keeps it: what is needed to find out about it, in this run or a later one. */
export type Kept = Pick<JournalEntry, 'id' | 'operation' | 'payload' | 'before' | 'unreadable'>;

/** What was sent, as it comes back from the journal. What stands in it was checked before it was sent. */
const Payload = z.looseObject({
  path: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
});

/** Why no read can tell about this command; null where one can. */
export function whyAskPerson({ operation, unreadable }: Kept): AskPerson | null {
  // A row of the journal may be of another version of this program.
  if (!Object.hasOwn(resolvers, operation)) return 'unknownOperation';
  if (unreadable) return 'journalKeyLost';
  const resolver: Resolver<Command> = resolvers[operation];
  return 'askPerson' in resolver ? resolver.askPerson : null;
}

/** Asks the service once whether the command happened. Throws where the service cannot be asked. */
export async function lookUp(client: Client, entry: Kept, signal?: AbortSignal): Promise<Found<Command>> {
  const { id, operation } = entry;
  if (whyAskPerson(entry) !== null) return unclear;
  const args = Payload.safeParse(entry.payload);
  const state = before[operation].safeParse(entry.before);
  // Written by another version, in a form that this one does not know: nothing can be compared with it.
  if (!args.success || !state.success) return unclear;
  // The map pairs each command with its own resolver, which a command known only at run time cannot show.
  const resolver = resolvers[operation] as Extract<Resolver<Command>, (...asked: never) => unknown>;
  const options = signal ? { signal } : {};
  const question = { client, options, id, args: args.data, before: state.data };
  try {
    return await resolver(question as unknown as Question<Command>);
  } catch (error) {
    // The record is gone, not shown, or says no amount where one is: another look does not change that.
    if (isAbsent(error) || isRefusedForGood(error) || error instanceof NotAnAmount) return unclear;
    throw error;
  }
}
