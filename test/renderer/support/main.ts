import { vi } from 'vitest';
import type { Bridge } from '../../../src/contract/bridge.ts';
import type { Failure } from '../../../src/contract/failure.ts';
import type { Answer, CallName, Input, Progress } from '../../../src/contract/index.ts';

/** Something the window asked of main: it stays open until the test answers it. */
export class PendingCall<K extends CallName = CallName> {
  /** The window does not wait for it any more. */
  aborted = false;
  open = true;
  readonly name: K;
  readonly input: Input<K>;
  readonly reply: Promise<unknown>;
  readonly #settle: { readonly resolve: (reply: unknown) => void; readonly reject: (why: Error) => void };
  readonly #report: (report: unknown) => void;

  constructor(name: K, input: Input<K>, report: (report: unknown) => void) {
    this.name = name;
    this.input = input;
    this.#report = report;
    const { promise, resolve, reject } = Promise.withResolvers();
    this.reply = promise;
    this.#settle = { resolve, reject };
  }

  /** Main did it. Resolves once the window has drawn what follows. */
  async answer(value: Answer<K>): Promise<void> {
    this.open = false;
    this.#settle.resolve({ ok: true, value });
    await settled();
  }

  async fail(failure: Failure): Promise<void> {
    this.open = false;
    this.#settle.resolve({ ok: false, failure });
    await settled();
  }

  /** The crossing itself breaks: main has gone. */
  async breakOff(): Promise<void> {
    this.open = false;
    this.#settle.reject(new Error('main is gone'));
    await settled();
  }

  async report(progress: Progress<K>): Promise<void> {
    this.#report(progress);
    await settled();
  }
}

/** Main as a test plays it, behind the one door that a window has to it. */
class PlayedMain {
  #asked: PendingCall[] = [];
  #byId = new Map<string, PendingCall>();
  #report: (id: string, report: unknown) => void = () => undefined;

  readonly bridge: Bridge = {
    call: (name, id, input) => {
      const request = new PendingCall(name as CallName, input as never, (report) => this.#report(id, report));
      this.#asked.push(request);
      this.#byId.set(id, request);
      return request.reply;
    },
    abort: (id) => {
      const request = this.#byId.get(id);
      if (request) request.aborted = true;
    },
    onProgress: (listener) => {
      this.#report = listener;
      return () => undefined;
    },
  };

  /** All that was asked by this name in the test, oldest first. */
  all<K extends CallName>(name: K): readonly PendingCall<K>[] {
    return this.#asked.filter((request): request is PendingCall<K> => request.name === name);
  }

  /** The one that waits for an answer. */
  open<K extends CallName>(name: K): PendingCall<K> {
    const open = this.all(name).filter((request) => request.open && !request.aborted);
    const [one] = open;
    if (!one || open.length > 1) throw new Error(`${open.length} of ${name} are open`);
    return one;
  }

  /** How often it was asked in the test. */
  times(name: CallName): number {
    return this.all(name).length;
  }

  get names(): readonly CallName[] {
    return this.#asked.map(({ name }) => name);
  }

  /** Ends what is still open, as a main that is gone does, and forgets what was asked. */
  async forget(): Promise<void> {
    for (const request of this.#asked.filter(({ open }) => open)) await request.breakOff();
    this.#asked = [];
    this.#byId.clear();
  }
}

/** Main in each case of the window's tests. Source: ./play.ts. */
export const main = new PlayedMain();

/** The window's page, as far as a class of state sees it: events, and what the test says is on it. */
export const page = Object.assign(new EventTarget(), { carrel: main.bridge });

/** What was answered has arrived, and what came of it stands. */
export const settled = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(3);
};

/** So many milliseconds go by. */
export const pass = async (ms: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms);
};
