import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from '@playwright/test';

/** One end of the DevTools protocol, the browser's or one window's, typed by Playwright's tables of the protocol. */
export type Devtools = Pick<CDPSession, 'send' | 'on' | 'off' | 'once'>;

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

interface Pending {
  method: string;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** Chromium's debugging pipe: JSON messages, each ended by a NUL byte, for the browser and for every attached window. */
export class Connection {
  readonly browser: Devtools;
  /** True once Chromium has gone; every send is refused from then on. */
  closed = false;
  readonly gone: Promise<void>;
  #last = 0;
  readonly #pending = new Map<number, Pending>();
  readonly #ends = new Map<string, EventEmitter>();
  #rest: Buffer[] = [];
  readonly #writable: Writable;

  constructor(writable: Writable, readable: Readable) {
    this.#writable = writable;
    this.browser = this.#end(undefined);
    writable.on('error', () => undefined); // told by the readable's close
    readable.on('data', (chunk: Buffer) => this.#read(chunk));
    this.gone = new Promise((resolve) => {
      const close = (): void => {
        this.#close();
        resolve();
      };
      readable.once('close', close);
      readable.once('error', close);
    });
  }

  /** The end of one attached target. */
  session(sessionId: string): Devtools {
    return this.#end(sessionId);
  }

  forget(sessionId: string): void {
    this.#ends.delete(sessionId);
  }

  #end(sessionId: string | undefined): Devtools {
    const emitter = new EventEmitter();
    emitter.setMaxListeners(0);
    this.#ends.set(sessionId ?? '', emitter);
    const send = (method: string, params: object = {}): Promise<unknown> =>
      this.#send(method, params, sessionId);
    return Object.assign(emitter, { send }) as unknown as Devtools;
  }

  #send(method: string, params: object, sessionId: string | undefined): Promise<unknown> {
    if (this.closed) return Promise.reject(new Error(`${method}: Chromium has gone`));
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#pending.set(id, { method, resolve, reject });
      this.#writable.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  #read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const text = Buffer.concat([...this.#rest, chunk.subarray(start, end)]).toString('utf8');
      this.#rest = [];
      start = end + 1;
      this.#take(JSON.parse(text) as Message);
    }
    if (start < chunk.length) this.#rest.push(chunk.subarray(start));
  }

  #take(message: Message): void {
    if (message.id === undefined) {
      this.#ends.get(message.sessionId ?? '')?.emit(message.method ?? '', message.params);
      return;
    }
    const call = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.error) call?.reject(new Error(`${call.method}: ${message.error.message}`));
    else call?.resolve(message.result);
  }

  #close(): void {
    this.closed = true;
    for (const call of this.#pending.values()) call.reject(new Error(`${call.method}: Chromium has gone`));
    this.#pending.clear();
  }
}
