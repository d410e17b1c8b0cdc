import { after, because, causeNow, now, type Cause } from './clock.ts';
import type { History } from './history.ts';
import { barcodeOf, dueOf, heard, isRefusal, isVoid, loanOf, type RecordedAnswer } from './answers.ts';
import type { SimulatedLibrary } from './library.ts';
import type { Fate, Weather } from './weather.ts';

/** Something that a library has done for a command. */
export interface Effect {
  /** The journal's id of the command; null for a request that nobody journalled. */
  readonly command: string | null;
  readonly library: string;
  readonly method: string;
  /** Path and query, as it came. */
  readonly target: string;
  readonly at: number;
  /** When its request left. */
  readonly leftAt: number;
  /** It was answered as a success, and changed nothing. */
  readonly isVoid: boolean;
  /** The loan that it is about, where the library says so. */
  readonly loan: string;
  /** When that is due then. */
  readonly due: string;
  /** The book that it is about, where the library says so. */
  readonly barcode: string;
}

/** Whoever sends: a run of the program, at one workstation. */
export interface Sender {
  readonly name: string;
  readonly dead: boolean;
  /** Something is about to be done that the world can see: false where the program has died before it. */
  act(what: string): boolean;
}

/** The way between the workstations and the libraries, and the witness of all that is done there. */
export class Network {
  readonly effects: Effect[] = [];
  /** When requests left, by the workstation's name. */
  readonly sent = new Map<string, number[]>();
  /** A workstation has read something: where, what, and the library's own words. */
  onRead: (station: string, library: string, target: string, text: string) => void = () => undefined;
  readonly #libraries: ReadonlyMap<string, SimulatedLibrary>;
  readonly #weather: Weather;
  readonly #history: History;

  constructor(libraries: readonly SimulatedLibrary[], weather: Weather, history: History) {
    this.#libraries = new Map(libraries.map((library) => [`apikey ${library.key}`, library]));
    this.#weather = weather;
    this.#history = history;
  }

  /** `fetch`, as every client of this process finds it. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const request = input instanceof Request ? input : new Request(input, init);
    const cause = causeNow();
    const sender = cause?.of as Sender | undefined;
    if (!cause || !sender) throw new Error('nobody sends this');
    const body = request.body === null ? '' : await request.text();
    if (!sender.act('sends')) return new Promise(() => undefined);
    const times = this.sent.get(sender.name) ?? [];
    times.push(now());
    this.sent.set(sender.name, times);
    const command = request.method === 'GET' ? null : commandOf(sender, cause, request, body);
    const fate = this.#weather.fate(cause.chance, now(), request.method !== 'GET');
    const target = request.url.slice(request.url.indexOf('/v1') + 3);
    this.#history.note(sender.name, () => `→ ${request.method} ${target} [${fate.name}]${named(command)}`);

    const sent: Sent = { request, body, target, command, fate, leftAt: now(), step: cause.step };
    const answer = Promise.withResolvers<Response>();
    const library = this.#libraries.get(request.headers.get('authorization') ?? '');
    let message: Promise<RecordedAnswer | null> = Promise.resolve(null);
    if (fate.effectMs !== null && library) {
      const arrived = Promise.withResolvers<RecordedAnswer | null>();
      message = arrived.promise;
      // It is the world's by now: whoever sent it may die, and it comes to its effect.
      because({ step: cause.step, of: null, chance: cause.chance }, () =>
        after(
          fate.effectMs ?? 0,
          () => void this.#arrive(library, sent, sender.name).then(arrived.resolve, arrived.reject),
        ),
      );
    }
    if (fate.answerMs !== null) {
      // Only what repeats the library's own words has to wait for them.
      const words = ['real', 'cut', 'short', 'bare', 'odd', 'length', 'stalled'].includes(fate.answer)
        ? message
        : Promise.resolve(null);
      after(fate.answerMs, () => {
        void words.then((real) => this.#tell(sender, sent, real, answer)).catch(answer.reject);
      });
    }
    const { signal } = request;
    const broken = (): void => answer.reject(signal.reason as Error);
    if (signal.aborted) broken();
    else signal.addEventListener('abort', broken, { once: true });
    return answer.promise;
  };

  async #arrive(library: SimulatedLibrary, sent: Sent, sender: string): Promise<RecordedAnswer> {
    const { request, body, target, command, leftAt } = sent;
    const message = await library.answer(request.method, request.url, request.headers, body);
    if (request.method === 'GET') this.onRead(sender, library.name, target, message.text);
    else {
      this.#history.note(
        library.name,
        () => `${request.method} ${target}: ${message.status}${named(command)}`,
      );
      if (message.status < 300 && !isRefusal(message)) {
        const { method } = request;
        const place = { command, library: library.name, method, target };
        const record = { loan: loanOf(message), due: dueOf(message), barcode: barcodeOf(message) };
        this.effects.push({ ...place, ...record, at: now(), leftAt, isVoid: isVoid(message) });
      }
    }
    return message;
  }

  #tell(
    sender: Sender,
    { fate, target }: Sent,
    real: RecordedAnswer | null,
    { resolve, reject }: PromiseWithResolvers<Response>,
  ): void {
    const words = fate.answer === 'real' ? String(real?.status) : fate.answer;
    this.#history.note(sender.name, () => `← ${words} ${target}`);
    const answer = heard(fate.answer, real);
    if (answer instanceof Response) resolve(answer);
    else reject(answer);
  }
}

interface Sent {
  readonly request: Request;
  readonly body: string;
  readonly target: string;
  readonly command: string | null;
  readonly fate: Fate;
  readonly leftAt: number;
  readonly step: number;
}

/** The command of a request: the one that said last, in this very call, that it leaves; or, sent again, the one before. */
const sentBefore = new WeakMap<Sender, Map<string, string>>();

function commandOf(sender: Sender, cause: Cause, { method, url }: Request, body: string): string | null {
  const known = sentBefore.get(sender) ?? new Map<string, string>();
  sentBefore.set(sender, known);
  const key = `${method} ${url} ${body}`;
  const id = cause.command ?? known.get(key) ?? null;
  if (id !== null) known.set(key, id);
  return id;
}

const named = (command: string | null): string => (command === null ? '' : ` command ${command.slice(0, 8)}`);
