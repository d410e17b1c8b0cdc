import { createHash, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import { EnvelopeRefused, type EnvelopeTrouble, openEnvelope } from './envelope.ts';

/** A feed is some kilobytes; a longer answer is not read to its end. In bytes. */
export const longestFeed = 1_000_000;

/** A machine whose clock is this far behind still takes a feed that was just made. In milliseconds. */
const clockTolerance = 24 * 60 * 60 * 1000;

/** `1.2.3` or `1.2.3-beta.1`. */
const Version = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}(-[\da-z]+(\.[\da-z]+)*)?$/i);

/** A file that installs one version on one kind of machine. Programs that do not update themselves only say that it is there. */
const Release = z.object({
  version: Version,
  system: z.enum(['win32', 'darwin', 'linux']),
  arch: z.enum(['x64', 'arm64']),
  /** Its name beside the feed: no folder, no other host. */
  file: z.string().regex(/^[\w][\w.+-]{0,200}$/),
  /** In bytes. */
  size: z.int().positive().max(2_000_000_000),
  /** Base64. */
  sha512: z.string().regex(/^[\d+/A-Za-z]{86}==$/),
  /** It is for machines whose number is below: 0 for none, 100 for all. */
  ring: z.int().min(0).max(100),
  /** The smallest version of the journal whose programs can read what this release writes. */
  journal: z.int().positive(),
});
export type Release = z.output<typeof Release>;

/** What the signed feed says. */
const Feed = z.object({
  schema: z.literal('carrel-feed/1'),
  /** Each feed has a higher number than the one before. */
  sequence: z.int().positive(),
  issued: z.iso.datetime(),
  expires: z.iso.datetime(),
  releases: z.array(Release).max(200),
});
export type Feed = z.output<typeof Feed>;

export type FeedTrouble =
  | EnvelopeTrouble
  /** Signed, but not what this version can read. */
  | 'malformed'
  /** Its last day is over. */
  | 'expired'
  /** It was made tomorrow: the machine's clock is wrong. */
  | 'tooEarly'
  /** A feed with a higher number was seen here before. */
  | 'older'
  /** Another feed with the same number was seen here before. */
  | 'sameNumber';

/** A feed that is not used, and why. Nothing of it is used. */
export class FeedRefused extends Error {
  override readonly name = 'FeedRefused';
  readonly trouble: FeedTrouble;

  constructor(trouble: FeedTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

/** What is remembered of the feeds that were seen, so that an older one is noticed. */
export interface SeenFeed {
  readonly sequence: number;
  /** SHA-256 of its payload, hexadecimal. */
  readonly digest: string;
}

function parse(payload: Buffer): Feed {
  let read: unknown;
  try {
    read = JSON.parse(payload.toString('utf8'));
  } catch {
    throw new FeedRefused('malformed');
  }
  const schema = z.object({ schema: z.string() }).safeParse(read).data?.schema ?? '';
  if (!schema.startsWith('carrel-feed/')) throw new FeedRefused('otherProduct');
  const parsed = Feed.safeParse(read);
  if (!parsed.success) throw new FeedRefused('malformed');
  return parsed.data;
}

/**
 * Reads a feed as it came. Its signature is checked first, over the exact bytes; then its shape, its dates, and that it
 * is not older than what was seen before. Throws `FeedRefused`.
 */
export function readFeed(
  text: string,
  {
    keys,
    seen,
    now,
  }: { readonly keys: readonly KeyObject[]; readonly seen: SeenFeed | null; readonly now: Date },
): { readonly feed: Feed; readonly seen: SeenFeed } {
  const payload = open(text, keys);
  const feed = parse(payload);
  const digest = createHash('sha256').update(payload).digest('hex');
  // What is older is said first: an old feed that is played back has mostly expired, too.
  if (seen && feed.sequence < seen.sequence) throw new FeedRefused('older');
  if (seen?.sequence === feed.sequence && seen.digest !== digest) throw new FeedRefused('sameNumber');
  if (now.getTime() >= Date.parse(feed.expires)) throw new FeedRefused('expired');
  if (now.getTime() + clockTolerance < Date.parse(feed.issued)) throw new FeedRefused('tooEarly');
  return { feed, seen: { sequence: feed.sequence, digest } };
}

function open(text: string, keys: readonly KeyObject[]): Buffer {
  try {
    return openEnvelope(text, keys);
  } catch (error) {
    throw error instanceof EnvelopeRefused ? new FeedRefused(error.trouble) : error;
  }
}
