import { contract, type Answer, type CallName, type Parsed, type Progress } from '../contract/index.ts';
import type { Reply } from '../contract/define.ts';
import type { Failure } from '../contract/failure.ts';
import { whyNotPlain } from './plain.ts';
import { invalid } from './failure.ts';

/** What a handler knows of the call beside its input. */
export interface Context<K extends CallName> {
  /** Aborted by the window, or because the window went. */
  readonly signal: AbortSignal;
  readonly report: (progress: Progress<K>) => void;
  /** The window that asks. */
  readonly window: number;
}

export type Handler<K extends CallName> = (input: Parsed<K>, context: Context<K>) => Promise<Answer<K>>;

/** One handler per call of the contract: a missing one does not compile. */
export type Handlers = { readonly [K in CallName]: Handler<K> };

/** The window at the other end of a call. */
export interface Peer {
  readonly window: number;
  readonly report: (id: string, progress: unknown) => void;
}

export interface Router {
  /** Always answers, never rejects: the fields of a thrown error would not survive the crossing. */
  call(peer: Peer, name: unknown, id: unknown, input: unknown): Promise<Reply<unknown>>;
  /** Nothing happens where the window has no such call. */
  abort(window: number, id: unknown): void;
  /** Aborts all that a window has running: it closed, or shows another page. */
  abortAll(window: number): void;
}

const isCallId = (id: unknown): id is string => typeof id === 'string' && id !== '' && id.length <= 100;

const isCall = (name: unknown): name is CallName => typeof name === 'string' && Object.hasOwn(contract, name);

/**
 * The one way from a window to the handlers. Judges the name and the input before anything happens, and keeps the
 * running calls by window and id so that they can be aborted; a window reaches its own calls only.
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
    const odd = whyNotPlain(input);
    if (odd !== null) throw invalid('', odd);
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
