import * as z from 'zod';
import { Id } from '../../contract/common.ts';
import type { LinkTarget, WhyNotLink } from '../../contract/links.ts';

/** The scheme that the installers register. */
export const linkScheme = 'carrel';

/** Longer than any id with everything in it encoded. */
const longest = 2000;

const things: Readonly<Record<string, LinkTarget['kind']>> = { patron: 'patron', 'order-line': 'orderLine' };

/** A link that was understood. */
export interface Link extends LinkTarget {
  /** The host of the library system that it is about, or `practice`; null where it does not say. */
  readonly library: string | null;
}

type Read = { readonly link: Link } | { readonly why: WhyNotLink };

/** A control character, or one that turns the direction of the text after it: neither is in any id. */
const unfit = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Reads a link that came from outside: `carrel://patron/<id or barcode>`, `carrel://order-line/<number>`, each perhaps
 * with `?library=<host>`. It names one thing to look at. There is no part of it that could ask for something to be done.
 */
export function readLink(text: unknown): Read {
  if (typeof text !== 'string') return { why: 'malformed' };
  if (text.length > longest) return { why: 'tooLong' };
  if (unfit.test(text) || /\s/.test(text)) return { why: 'malformed' };
  const url = URL.parse(text);
  if (url?.protocol !== `${linkScheme}:` || !text.slice(linkScheme.length).startsWith('://'))
    return { why: 'malformed' };
  const kind = Object.hasOwn(things, url.host.toLowerCase()) ? things[url.host.toLowerCase()] : undefined;
  if (kind === undefined) return { why: 'unknownThing' };
  if (url.username !== '' || url.password !== '' || url.hash !== '') return { why: 'malformed' };
  const query = [...url.searchParams];
  const parsed = Parts.safeParse({
    id: decoded(url.pathname.slice(1).replace(/\/$/, '')),
    library: query[0]?.[1] ?? null,
    names: query.map(([name]) => name),
  });
  if (!parsed.success) return { why: 'malformed' };
  const { id, library } = parsed.data;
  return { link: { kind, id, library } };
}

/** Null where it is no encoded text, or more than one part of a path. */
function decoded(part: string): string | null {
  if (part.includes('/')) return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const Parts = z.object({
  id: Id.refine((id) => !unfit.test(id) && id.trim() === id),
  library: z
    .string()
    .regex(/^[\w.:[\]-]{1,260}$/)
    .nullable(),
  names: z.union([z.tuple([]), z.tuple([z.literal('library')])]),
});

/** Whether a link is about the library that is connected. A link that names none is about any. */
export function isAbout(
  { library }: Pick<Link, 'library'> & Partial<Link>,
  { mode, institution }: { readonly mode: string; readonly institution: { readonly address: string } | null },
): boolean {
  if (library === null) return true;
  if (mode === 'practice') return library.toLowerCase() === 'practice';
  return institution !== null && URL.parse(institution.address)?.host === library.toLowerCase();
}
