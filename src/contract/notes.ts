import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Id, Intent, Nothing, type Accepted, type Coded } from './common.ts';
import type { PatronView } from './desk.ts';

export const notes = {
  'notes.types': asks(Nothing).answers<readonly Coded[]>(),
  /** Adds a note to the open patron's notes. A pop-up note counts as read by the user who writes it. */
  'notes.add': asks(
    z.object({
      intent: Intent,
      userId: Id,
      text: z.string().max(10_000),
      type: z.string().max(100),
      visibleToPatron: z.boolean(),
      popUp: z.boolean(),
    }),
  ).answers<Accepted<PatronView>>(),
  /** Removes the note at this index of the open patron's notes, if it has this text and date. */
  'notes.remove': asks(
    z.object({ intent: Intent, userId: Id, at: z.int().min(0), text: z.string(), date: z.string() }),
  ).answers<Accepted<PatronView>>(),
} satisfies Record<string, Call>;
