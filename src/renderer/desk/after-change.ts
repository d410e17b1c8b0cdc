import { call } from '../api.ts';
import type { Listing } from '../ui/list/listing.svelte.ts';

/** After a change: reads the list again, and the patron, whose counts and balance have changed too. */
export async function afterChange<T>(listing: Listing<T>): Promise<void> {
  await Promise.all([listing.load(), call('desk.refresh', {})]);
}
