import type { CallName, Input, Progress, ReplyTo } from '../contract/index.ts';
import type { Bridge } from '../contract/bridge.ts';

declare global {
  interface Window {
    /** Put up by the preload script; `bridgeName` in the contract. */
    readonly carrel: Bridge;
  }
}

export interface CallOptions<K extends CallName> {
  /** Aborting a command that was already sent answers `unknown-outcome`, never `cancelled`. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (report: Progress<K>) => void;
  /** The call goes on for as long as the window lives. */
  readonly watches?: boolean;
}

const listeners = new Map<string, (report: never) => void>();
/** The ids of those listeners that follow main for as long as the window lives. */
const watches = new Set<string>();
let listening = false;

function listen(): void {
  if (listening) return;
  listening = true;
  window.carrel.onProgress((id, report) => listeners.get(id)?.(report as never));
}

/** Whether a long call with progress is running: many renewals, a long list, a large file. */
export const isAtWork = (): boolean => listeners.size > watches.size;

/**
 * Calls main; the only way to it. Never rejects: every error comes back as
 * `{ ok: false, failure }`, to be shown in place with `FailureNote`.
 *
 * The input may hold `$state` proxies: it is made plain here, because proxies do not cross.
 */
export async function call<K extends CallName>(
  name: K,
  input: Input<K>,
  options: CallOptions<K> = {},
): Promise<ReplyTo<K>> {
  const { signal, onProgress, watches: isWatch = false } = options;
  if (signal?.aborted) return { ok: false, failure: { kind: 'cancelled' } };
  const id = crypto.randomUUID();
  const abort = (): void => {
    window.carrel.abort(id);
  };
  if (onProgress) {
    listen();
    listeners.set(id, onProgress);
    if (isWatch) watches.add(id);
  }
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return (await window.carrel.call(name, id, JSON.parse(JSON.stringify(input)))) as ReplyTo<K>;
  } catch {
    return { ok: false, failure: { kind: 'defect', id: 'bridge' } };
  } finally {
    signal?.removeEventListener('abort', abort);
    listeners.delete(id);
    watches.delete(id);
  }
}

type WatchName = Extract<
  CallName,
  `${string}.watch` | 'desk.unclear' | 'desk.lentNotDue' | 'invoices.watchJobs'
>;

/** How long a watch that broke off waits before it is started again, in milliseconds. */
const restartAfterMs = 1000;

/**
 * Follows what main reports for as long as the window lives, or until the function it answers is called. A watch that
 * breaks off is started again; its first report is always the whole state, so nothing is missed.
 */
export function watch<K extends WatchName>(name: K, onReport: (report: Progress<K>) => void): () => void {
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    await call(name, {} as Input<K>, { signal: stop.signal, onProgress: onReport, watches: true });
    if (!stop.signal.aborted) setTimeout(() => void run(), restartAfterMs);
  };
  void run();
  return () => stop.abort();
}
