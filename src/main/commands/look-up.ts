import * as z from 'zod';
import type { Client } from '../../client/client.ts';
import type { Command } from '../../service/endpoints.ts';
import type { JournalEntry } from '../ports.ts';
import { before } from './before.ts';
import { unclear } from './found.ts';
import type { Found, Question, Resolver } from './resolver.ts';
import { resolvers } from './resolvers.ts';

/** A command as the journal keeps it: what is needed to find out about it, in this run or a later one. */
export type Kept = Pick<JournalEntry, 'id' | 'operation' | 'payload' | 'before' | 'unreadable'>;

/** What was sent, as it comes back from the journal. What stands in it was checked before it was sent. */
const Payload = z.looseObject({
  path: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
});

/** Why no read can tell about this command; null where one can. */
export function whyAskPerson({ operation, unreadable }: Kept): string | null {
  if (unreadable) return 'the journal cannot be read: its key is lost';
  const resolver: Resolver<Command> = resolvers[operation];
  return 'askPerson' in resolver ? resolver.askPerson : null;
}

/** Asks the service once whether the command happened. Throws where the service cannot be asked. */
export async function lookUp(client: Client, entry: Kept, signal?: AbortSignal): Promise<Found<Command>> {
  const { id, operation } = entry;
  // The map pairs each command with its own resolver, which a command known only at run time cannot show.
  const resolver = resolvers[operation] as Resolver<Command>;
  if (entry.unreadable || 'askPerson' in resolver) return unclear;
  const question = {
    client,
    options: signal ? { signal } : {},
    id,
    args: Payload.parse(entry.payload),
    before: before[operation].parse(entry.before),
  } as unknown as Question<Command>;
  return resolver(question);
}
