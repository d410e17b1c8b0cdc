import { ask, type Fetch, networkTrouble, piecesOf } from './ask.ts';
import { UpdateFailed } from './failed.ts';
import { longestFeed } from './feed.ts';
import type { FeedSource } from './parts.ts';

/** How long the whole feed may take, in milliseconds. */
const usualWaitMs = 20_000;

export interface HttpFeedOptions {
  readonly feed: URL;
  /** The station's own, which knows the proxies and their logins. */
  readonly fetch: () => Fetch;
  readonly waitMs?: number;
}

/** The feed at its address. What it says is not trusted here, and not even read. */
export class HttpFeed implements FeedSource {
  readonly #options: HttpFeedOptions;

  constructor(options: HttpFeedOptions) {
    this.#options = options;
  }

  async read(signal: AbortSignal): Promise<string> {
    const { feed, fetch, waitMs = usualWaitMs } = this.#options;
    const until = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
    const response = await ask(feed, { fetch: fetch(), signal: until, refused: 'feedRefused' });
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    try {
      for await (const piece of piecesOf(response)) {
        bytes += piece.length;
        if (bytes > longestFeed) throw new UpdateFailed('notAFeed');
        pieces.push(piece);
      }
    } catch (error) {
      throw networkTrouble(error);
    }
    return Buffer.concat(pieces).toString('utf8');
  }
}
