import { loud } from './refuse.ts';

/** What listeners are told about a request. */
export interface RequestDetails {
  id: string;
  url: string;
  method: string;
  resourceType: string;
  referrer: string;
  webContents: unknown;
}

type Headers = Record<string, string[]>;
interface BeforeAnswer {
  cancel?: boolean;
  redirectURL?: string;
}
interface HeadersAnswer {
  cancel?: boolean;
  responseHeaders?: Record<string, string | string[]>;
}
type Listener<D, A> = (details: D, callback: (answer: A) => void) => void;
type Filter = { urls?: string[] } | null;
type Set<D, A> = (filterOrListener: Filter | Listener<D, A>, listener?: Listener<D, A> | null) => void;

function matches(filter: Filter, url: string): boolean {
  if (!filter?.urls?.length) return true;
  return filter.urls.some((pattern) => {
    if (pattern === '<all_urls>') return true;
    const expression = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
    return new RegExp(`^${expression}$`).test(url);
  });
}

/** One question of webRequest's: at most one listener, as in Electron. */
function question<D extends RequestDetails, A>(changed: () => void) {
  let current: { filter: Filter; listener: Listener<D, A> } | undefined;
  const set: Set<D, A> = (filterOrListener, listener) => {
    if (typeof filterOrListener === 'function') current = { filter: null, listener: filterOrListener };
    else current = listener ? { filter: filterOrListener, listener } : undefined;
    changed();
  };
  const ask = async (details: D): Promise<A | undefined> => {
    const request = current;
    if (!request || !matches(request.filter, details.url)) return undefined;
    return new Promise((resolve) => request.listener(details, resolve));
  };
  return { set, ask, isSet: () => current !== undefined };
}

/** `session.webRequest`: refusing requests before they leave, and the headers of what the app's own schemes answer. */
export function createWebRequest(changed: () => void) {
  const before = question<RequestDetails, BeforeAnswer>(changed);
  const received = question<RequestDetails & { statusCode: number; responseHeaders: Headers }, HeadersAnswer>(
    changed,
  );

  return {
    api: loud('webRequest', { onBeforeRequest: before.set, onHeadersReceived: received.set }),
    /** Whether every request has to be stopped before it leaves, not just those for the app's own schemes. */
    seesRequests: before.isSet,
    /** Whether every answer has to be stopped before the page gets it. */
    seesAnswers: received.isSet,

    async cancels(details: RequestDetails): Promise<boolean> {
      const answer = await before.ask(details);
      if (answer?.redirectURL) throw new Error('stand-in: webRequest redirectURL is not supported');
      return answer?.cancel ?? false;
    },

    /** The headers to hand on; undefined where the listener cancels. */
    async headers(
      details: RequestDetails,
      statusCode: number,
      headers: Iterable<readonly [string, string]>,
    ): Promise<Headers | undefined> {
      const responseHeaders: Headers = {};
      for (const [name, value] of headers) (responseHeaders[name] ??= []).push(value);
      const answer = await received.ask({ ...details, statusCode, responseHeaders });
      if (answer?.cancel) return undefined;
      const changedHeaders = Object.entries(answer?.responseHeaders ?? responseHeaders);
      return Object.fromEntries(changedHeaders.map(([name, values]) => [name, [values].flat()]));
    },
  };
}
