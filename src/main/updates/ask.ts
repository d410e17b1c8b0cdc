import { noAnswerOf } from '../../client/connection.ts';
import { UpdateFailed } from './failed.ts';

export type Fetch = typeof globalThis.fetch;

/** More are a circle. */
const mostRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Plain http goes to this very machine only. */
const isAllowed = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname));

/** The address of a feed, as the build or a test says it; null if there is none that may be asked. */
export function feedAddress(text: string): URL | null {
  const url = URL.parse(text);
  return url && isAllowed(url) ? url : null;
}

/** No answer at all, in the words of updates. */
export function networkTrouble(error: unknown): UpdateFailed {
  if (error instanceof UpdateFailed) return error;
  // `fetch` gives up a 407 as an error of the network, the one that says nothing at all.
  const { cause } = error as Error;
  if (cause instanceof Error && cause.message === '' && !('code' in cause))
    return new UpdateFailed('proxyLogin', error);
  return new UpdateFailed(noAnswerOf(error).why.startsWith('proxy-login') ? 'proxyLogin' : 'noAnswer', error);
}

/**
 * Asks for what is at an address, and goes where it is sent, but never from https to http. Rejects with an
 * `UpdateFailed`; a status that is no success is one, too: `refused` says which trouble it is.
 */
export async function ask(
  url: URL,
  {
    fetch,
    signal,
    refused,
  }: {
    readonly fetch: Fetch;
    readonly signal: AbortSignal;
    readonly refused: 'feedRefused' | 'notDownloaded';
  },
): Promise<Response> {
  let at = url;
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const headers = { 'cache-control': 'no-cache' };
    const response = await fetch(at.href, { signal, headers, redirect: 'manual' }).catch((error: unknown) => {
      throw networkTrouble(error);
    });
    if (response.ok && response.body) return response;
    await response.body?.cancel();
    const next = redirects.has(response.status)
      ? URL.parse(response.headers.get('location') ?? '', at.href)
      : null;
    if (!next || !isAllowed(next) || (at.protocol === 'https:' && next.protocol !== 'https:'))
      throw new UpdateFailed(refused);
    at = next;
  }
  throw new UpdateFailed(refused);
}

/** The body of an answer, piece by piece. */
export async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
