import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRefusal, isVoid, loanOf, type RecordedAnswer } from '../answers.ts';
import { now } from '../clock.ts';
import type { KilledLibrary } from './library.ts';

/** A command's request, as it went by. */
export interface Passed {
  readonly method: string;
  /** Path and query after the version. */
  readonly target: string;
  readonly body: string;
  /** When it came by, on the machine's clock. */
  readonly cameAt: number;
  readonly leftAt: number;
  at: number;
  /** Whether the library did it; null while nobody can know. */
  done: boolean | null;
  isVoid: boolean;
  loan: string;
}

/** A request is at some point of its way: each is a moment to be killed in. */
export interface Moment {
  readonly is: 'here' | 'on its way' | 'answered' | 'told';
  readonly isCommand: boolean;
}

/**
 * The way between the program and its library: real HTTP on both sides, and the witness of what the library does. It
 * lets commands through one at a time, so that what the library wrote meanwhile is that command's, whether or not the
 * library lived to say so. While the library is down nobody listens here, as nobody would there.
 */
export class Wire {
  readonly passed: Passed[] = [];
  /** Requests that are under way: whoever is killed now strikes them. */
  underWay = 0;
  readonly wrong: string[] = [];
  readonly #library: KilledLibrary;
  readonly #moment: (moment: Moment) => void;
  #server: Server | null = null;
  #port = 0;
  #to = '';
  #turn: Promise<void> = Promise.resolve();
  /** The last write of the library that is known, and whose it was. */
  #written = 0;

  constructor(library: KilledLibrary, moment: (moment: Moment) => void) {
    this.#library = library;
    this.#moment = moment;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The library is up, there. */
  async open(to: string): Promise<void> {
    this.#to = to;
    this.#findOut();
    const server = createServer((request, response) => void this.#pass(request, response));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** The library is down: what was on its way there gets no answer. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    await this.#turn;
  }

  /** What became of the request that the library was at when it was killed. */
  #findOut(): void {
    const written = this.#library.written();
    if (written < this.#written)
      this.wrong.push(`the library has lost what it had written: ${written} of ${this.#written}`);
    for (const one of this.passed) {
      if (one.done !== null) continue;
      const changes = this.#library.changesAfter(this.#written);
      one.done = changes.length > 0;
      one.loan = changes.find(({ table }) => table === 'loans')?.loan ?? '';
      this.#written = written;
    }
    this.#nobodyElse(written);
  }

  /** What was written while no command was at the library was written by nobody. */
  #nobodyElse(written: number): void {
    if (written <= this.#written) return;
    const tables = new Set(this.#library.changesAfter(this.#written).map(({ table }) => table));
    this.wrong.push(`nobody put down what was written to ${[...tables].join(', ')}`);
    this.#written = written;
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET' } = request;
    const isCommand = method !== 'GET';
    this.underWay += 1;
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const cameAt = Date.now();
      this.#moment({ is: 'here', isCommand });
      const message = await (isCommand
        ? this.#inTurn(() => this.#command(request, body, cameAt))
        : this.#ask(request, body));
      response.writeHead(message.status, {
        'content-type': message.type,
        ...(message.location && { location: message.location }),
      });
      response.end(message.text);
      this.#moment({ is: 'told', isCommand });
    } catch {
      response.destroy();
    } finally {
      this.underWay -= 1;
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.then(
      () => undefined,
      () => undefined,
    );
    return mine;
  }

  async #command(request: IncomingMessage, body: string, cameAt: number): Promise<Heard> {
    const { method = '', url = '' } = request;
    mustBeUp(this.#library);
    this.#nobodyElse(this.#library.written());
    const target = url.slice(url.indexOf('/v1') + 3);
    const passed: Passed = {
      ...{ method, target, body, cameAt, leftAt: now() },
      ...{ at: now(), done: null, isVoid: false, loan: '' },
    };
    this.passed.push(passed);
    const message = await this.#ask(request, body);
    // Killed in this very moment: its file says what it did.
    mustBeUp(this.#library);
    passed.at = now();
    passed.done = message.status < 300 && !isRefusal(message);
    passed.isVoid = isVoid(message);
    passed.loan = loanOf(message);
    const written = this.#library.written();
    if (!passed.done && written > this.#written)
      this.wrong.push(`${method} ${target} was refused with ${message.status}, and written`);
    this.#written = written;
    return message;
  }

  async #ask(request: IncomingMessage, body: string): Promise<Heard> {
    const { method = 'GET', url = '', headers } = request;
    const input = {
      authorization: headers.authorization ?? '',
      accept: headers.accept ?? '*/*',
      ...(headers['content-type'] !== undefined && { 'content-type': headers['content-type'] }),
    };
    const isCommand = method !== 'GET';
    const sent = body === '' ? {} : { body };
    const asking = fetch(this.#to + url, { method, headers: input, redirect: 'manual', ...sent });
    this.#moment({ is: 'on its way', isCommand });
    const answer = await asking;
    const text = await answer.text();
    const type = answer.headers.get('content-type') ?? 'application/json';
    this.#moment({ is: 'answered', isCommand });
    const date = answer.headers.get('date') ?? '';
    return { status: answer.status, type, date, text, location: answer.headers.get('location') };
  }
}

function mustBeUp({ isUp }: KilledLibrary): void {
  if (!isUp) throw new Error('nobody is there');
}

interface Heard extends RecordedAnswer {
  readonly location: string | null;
}
