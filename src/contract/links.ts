import * as z from 'zod';
import { Nothing } from './common.ts';
import { asks, type Call } from './define.ts';

/** What a link shows: a patron by any identifier, or an order line by its number. */
export interface LinkTarget {
  readonly kind: 'patron' | 'orderLine';
  readonly id: string;
}

/** Why a link is not followed. */
export type WhyNotLink = 'malformed' | 'tooLong' | 'unknownThing' | 'otherLibrary';

/** A link that somebody followed outside the program, for the window to show, or to say why not. */
export type LinkView =
  { readonly id: string; readonly target: LinkTarget } | { readonly id: string; readonly why: WhyNotLink };

export const links = {
  /** Runs until it is aborted; reports the link that this window is to show, or null; first as it is now. */
  'links.watch': asks(Nothing).answers<null, LinkView | null>(),
  /** The link was shown, or a person does not want it. */
  'links.done': asks(z.object({ id: z.uuid() })).answers<null>(),
} satisfies Record<string, Call>;
