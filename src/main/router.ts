import { contract, type Answer, type CallName, type Parsed, type Progress } from '../contract/index.ts';
import type { Reply } from '../contract/define.ts';
import type { Failure, Invalid } from '../contract/failure.ts';
import { invalid } from './failure.ts';

/** What a handler gets beside its input. */
export interface Context<K extends CallName> {
  /** Aborted by the window, or when the window is closed. */
  readonly signal: AbortSignal;
  readonly report: (progress: Progress<K>) => void;
  /** The window that makes the call. */
  readonly window: number;
}

export type Handler<K extends CallName> = (input: Parsed<K>, context: Context<K>) => Promise<Answer<K>>;

/** One handler for each call of the contract. A missing handler does not compile. */
export type Handlers = { readonly [K in CallName]: Handler<K> };

/** The handlers of one subject: the calls whose names begin with it. */
export type HandlersOf<P extends string> = {
  readonly [K in Extract<CallName, `${P}.${string}`>]: Handler<K>;
};

/** The window at the other end of a call. */
export interface Peer {
  readonly window: number;
  readonly report: (id: string, progress: unknown) => void;
}

export interface Router {
  /** Never rejects, because Electron drops the fields of thrown errors between the processes. */
  call(peer: Peer, name: unknown, id: unknown, input: unknown): Promise<Reply<unknown>>;
  /** Does nothing if the window has no such call. */
  abort(window: number, id: unknown): void;
  /** Aborts all running calls of a window: it was closed, or shows another page. */
  abortAll(window: number): void;
}

type AnyHandler = (input: never, context: never) => Promise<unknown>;

/** Creates a handler for each call of the contract with the same function. */
export function forEachCall(make: (name: CallName) => AnyHandler): Handlers {
  const names = Object.keys(contract) as CallName[];
  // The object has every name of the contract.
  return Object.fromEntries(names.map((name) => [name, make(name)])) as object as Handlers;
}

/** Handlers that forward each call to the handlers that are current at that moment. */
export const delegating = (current: () => Handlers): Handlers =>
  forEachCall((name) => (input, context) => (current()[name] as AnyHandler)(input, context));

const isCallId = (id: unknown): id is string => typeof id === 'string' && id !== '' && id.length <= 100;

const isCall = (name: unknown): name is CallName => typeof name === 'string' && Object.hasOwn(contract, name);

/**
 * The only way from a window to the handlers. Checks the name and the input first. Running calls are tracked by window
 * and id, so that a window can abort only its own calls. An error of a handler becomes a `Failure` here.
 */
export function createRouter(handlers: Handlers, toFailure: (error: unknown) => Failure): Router {
  const running = new Map<number, Map<string, AbortController>>();

  function begin(window: number, id: string): AbortController {
    const calls = running.get(window) ?? new Map<string, AbortController>();
    if (calls.has(id)) throw invalid('id', 'alreadySent');
    const controller = new AbortController();
    running.set(window, calls.set(id, controller));
    return controller;
  }

  function end(window: number, id: string, controller: AbortController): void {
    const calls = running.get(window);
    if (calls?.get(id) !== controller) return;
    calls.delete(id);
    if (calls.size === 0) running.delete(window);
  }

  async function run<K extends CallName>(
    peer: Peer,
    name: K,
    id: string,
    input: unknown,
  ): Promise<Answer<K>> {
    const problem = whyNotPlain(input);
    if (problem !== null) throw invalid('', problem);
    const parsed = contract[name].input.parse(input) as Parsed<K>;
    const controller = begin(peer.window, id);
    const { signal } = controller;
    const report = (progress: Progress<K>): void => {
      if (!signal.aborted) peer.report(id, progress);
    };
    try {
      return await handlers[name](parsed, { signal, report, window: peer.window });
    } finally {
      end(peer.window, id, controller);
    }
  }

  return {
    async call(peer, name, id, input) {
      try {
        if (!isCall(name)) throw invalid('name', 'malformed');
        if (!isCallId(id)) throw invalid('id', 'malformed');
        return { ok: true, value: await run(peer, name, id, input) };
      } catch (error) {
        return { ok: false, failure: toFailure(error) };
      }
    },
    abort(window, id) {
      if (typeof id === 'string') running.get(window)?.get(id)?.abort();
    },
    abortAll(window) {
      const calls = running.get(window);
      running.delete(window);
      for (const controller of calls?.values() ?? []) controller.abort();
    },
  };
}

/** The most characters in one input. A dropped file is sent in smaller pieces. */
const maxInputSize = 5_000_000;
/** The deepest nesting of an input: the same limit as the client's for records from the service. */
const maxDepth = 100;

/**
 * Checks that an input is plain JSON data; null if it is. A window can send more than JSON can express: cycles, dates,
 * maps, `NaN`. Main writes inputs as JSON into the journal and into requests.
 */
export function whyNotPlain(input: unknown): Extract<Invalid, 'malformed' | 'tooLong'> | null {
  let size = 0;

  function isPlain(value: unknown, left: number): boolean {
    size += typeof value === 'string' ? value.length + 1 : 1;
    if (size > maxInputSize) return false;
    if (typeof value === 'number') return Number.isFinite(value);
    if (typeof value !== 'object') return ['string', 'boolean', 'undefined'].includes(typeof value);
    if (value === null) return true;
    if (left === 0) return false;
    if (Array.isArray(value)) {
      // A list with holes, or with properties beside its entries, is not plain.
      return Object.keys(value).length === value.length && value.every((entry) => isPlain(entry, left - 1));
    }
    return (
      Object.prototype.toString.call(value) === '[object Object]' &&
      Object.entries(value).every(([name, entry]) => {
        size += name.length;
        return isPlain(entry, left - 1);
      })
    );
  }

  try {
    if (isPlain(input, maxDepth)) return null;
  } catch {
    // Reading the value throws.
  }
  return size > maxInputSize ? 'tooLong' : 'malformed';
}
