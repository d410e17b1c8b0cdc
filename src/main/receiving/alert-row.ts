import * as z from 'zod';
import type { Alert } from '../../contract/trolley.ts';

const Text = z.string();

/** One schema for each kind of alert. A missing one does not compile. */
const kinds: { readonly [K in Alert['kind']]: z.ZodType<Extract<Alert, { kind: K }>> } = {
  interested: z.object({
    kind: z.literal('interested'),
    patrons: z.array(z.object({ userId: Text, name: Text, hold: z.boolean(), notify: z.boolean() })),
  }),
  requested: z.object({
    kind: z.literal('requested'),
    requester: Text,
    place: Text,
    count: z.number().nullable(),
  }),
  requestsUnread: z.object({ kind: z.literal('requestsUnread') }),
  rush: z.object({ kind: z.literal('rush') }),
  note: z.object({ kind: z.literal('note'), text: Text }),
};

/** The alerts of an item, as they are stored in a row. */
export const AlertRows: z.ZodType<readonly Alert[]> = z.array(z.union(Object.values(kinds)));
