import { randomBytes, randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { faultPanel } from '../../../src/server/faults/index.ts';
import { type Client, createClient } from '../../../src/client/client.ts';
import { isClientError } from '../../../src/client/errors.ts';
import { noLimit } from '../../../src/client/limiter.ts';
import type { Accepted } from '../../../src/contract/common.ts';
import type { StationView } from '../../../src/contract/station.ts';
import type { DeskEvent, UnclearView } from '../../../src/contract/desk.ts';
import type { Failure } from '../../../src/contract/failure.ts';
import {
  type Answer,
  type CallName,
  contract,
  type Input,
  type Parsed,
  type Progress,
} from '../../../src/contract/index.ts';
import type { ReceivingEvent } from '../../../src/contract/receiving.ts';
import type { ScanView } from '../../../src/contract/scans.ts';
import { createDomain, type Domain, type DomainHandlers } from '../../../src/main/domain.ts';
import { openJournal } from '../../../src/main/journal/journal.ts';
import { createSeal } from '../../../src/main/journal/seal.ts';
import type { Journal } from '../../../src/main/journal/port.ts';
import type { KnownLibrary, Log } from '../../../src/main/ports.ts';
import { defaultSettings, defaultBarcodes } from '../../../src/main/station/settings.ts';
import { slipView } from '../../../src/main/station/slip-settings.ts';
import type { RunningServer, ServerOptions } from '../../../src/server/server.ts';
import { decimalsOf } from '../../../src/service/currency.ts';
import type { Operation } from '../../../src/service/endpoints.ts';
import { startSample } from '../../sample/server.ts';
import { runsTemplate } from '../../sample/template.ts';
import { MemoryFiles, MemoryVendorFiles, quietLog } from './ports.ts';
import { startTransform } from './transform.ts';
import { VirtualClock } from './virtual-clock.ts';
import { Failed, failureOf } from '../../../src/main/failure.ts';

/** A fault rule of the practice library. Source: src/server/faults. */
export interface Fault {
  readonly operation?: Operation | '*';
  readonly fault: string;
  readonly count?: number;
  readonly after?: number;
  readonly ms?: number;
  readonly status?: number;
}

const unsettledStates: readonly ScanView['state'][] = ['received', 'waiting', 'held', 'sent'];

type Name = keyof DomainHandlers & CallName;

/** The calls that do something and answer the record as it then stood. */
type Done = { [K in Name]: Answer<K> extends Accepted<unknown> ? K : never }[Name];
type RecordOf<K extends Done> = Answer<K> extends Accepted<infer V> ? V : never;

/** Calls main as a window does, without the window. */
export class Window {
  readonly id: number;
  readonly #domain: Domain;
  readonly deskEvents: DeskEvent[] = [];
  readonly roomEvents: ReceivingEvent[] = [];

  constructor(id: number, domain: Domain) {
    this.id = id;
    this.#domain = domain;
  }

  /** Calls as a window does: the input is parsed first. */
  async ask<K extends Name>(
    name: K,
    input: Input<K>,
    { signal = new AbortController().signal, report = () => undefined }: Asking<K> = {},
  ): Promise<Answer<K>> {
    const parsed = contract[name].input.parse(input) as Parsed<K>;
    const handler = this.#domain.handlers[name] as unknown as (
      input: Parsed<K>,
      context: { signal: AbortSignal; report: (progress: Progress<K>) => void; window: number },
    ) => Promise<Answer<K>>;
    try {
      return await handler(parsed, { signal, report, window: this.id });
    } catch (error) {
      // As at the router, but a defect is thrown on, so that the test fails.
      throw isClientError(error) ? new Failed(failureOf(error, quietLog())) : error;
    }
  }

  /** Makes a call that changes a record, and returns the record as it then is. */
  async done<K extends Done>(name: K, input: Input<K>, asking: Asking<K> = {}): Promise<RecordOf<K>> {
    const { record } = (await this.ask(name, input, asking)) as Accepted<RecordOf<K>>;
    if (record === null) throw new Error(`${name} was done, and could not be read`);
    return record;
  }

  /** The failure that a call ends in. */
  async failure<K extends Name>(name: K, input: Input<K>, asking: Asking<K> = {}): Promise<Failure> {
    try {
      await this.ask(name, input, asking);
    } catch (error) {
      if (error instanceof Failed) return error.failure;
      throw error;
    }
    throw new Error(`${name} did not fail`);
  }

  watchDesk(): AbortController {
    const controller = new AbortController();
    const report = (event: DeskEvent): unknown => this.deskEvents.push(event);
    void this.ask('desk.watch', {}, { signal: controller.signal, report });
    return controller;
  }

  watchRoom(): AbortController {
    const controller = new AbortController();
    const report = (event: ReceivingEvent): unknown => this.roomEvents.push(event);
    void this.ask('receiving.watch', {}, { signal: controller.signal, report });
    return controller;
  }

  scan(text: string, more: Partial<Input<'scans.submit'>> = {}): Promise<ScanView> {
    const scan = { id: randomUUID(), room: 'desk', text, mode: 'auto', via: 'scanner', ...more } as const;
    return this.ask('scans.submit', scan);
  }

  /** The scans by the events so far, in their order. */
  scans(): ScanView[] {
    const byId = new Map<string, ScanView>();
    for (const event of [...this.deskEvents, ...this.roomEvents]) {
      if (event.type === 'session') for (const scan of event.session.scans) byId.set(scan.id, scan);
      if (event.type === 'room') for (const scan of event.scans) byId.set(scan.id, scan);
      if (event.type === 'scan') byId.set(event.scan.id, event.scan);
    }
    return [...byId.values()].sort((one, other) => one.order - other.order);
  }

  patron() {
    for (const event of this.deskEvents.toReversed()) {
      if (event.type === 'patron') return event.patron;
      if (event.type === 'session') return event.session.patron;
    }
    return null;
  }

  /** Waits until a scan is settled, and answers it. */
  async settled({ id }: { id: string }): Promise<ScanView> {
    return until(() => {
      const scan = this.scans().find((one) => one.id === id);
      return scan && !unsettledStates.includes(scan.state) ? scan : null;
    });
  }

  /** Whether all its scans are settled by now. */
  isSettled(): boolean {
    return !this.scans().some(({ state }) => unsettledStates.includes(state));
  }

  /** Scans, and waits until that is settled. */
  async scanned(text: string, more: Partial<Input<'scans.submit'>> = {}): Promise<ScanView> {
    return this.settled(await this.scan(text, more));
  }

  /** The unclear commands, as main reports them to the window. */
  async unclear(): Promise<readonly UnclearView[]> {
    const controller = new AbortController();
    const reports: (readonly UnclearView[])[] = [];
    const report = (list: readonly UnclearView[]): unknown => reports.push(list);
    const watching = this.ask('desk.unclear', {}, { signal: controller.signal, report });
    const list = await until(() => reports.at(-1));
    controller.abort();
    await watching;
    return list;
  }

  async allSettled(): Promise<ScanView[]> {
    await Promise.all(this.scans().map((scan) => this.settled(scan)));
    return this.scans();
  }
}

interface Asking<K extends CallName> {
  readonly signal?: AbortSignal;
  readonly report?: (progress: Progress<K>) => void;
}

/** Waits until `look` finds something, and returns it. */
export async function until<T>(look: () => T | null | undefined | false, ms = 15_000): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const found = look();
    if (found !== null && found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error('it did not come about');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A defect fails the test, unless the test sets `defect`. */
const noDefect: Log['defect'] = (error) => {
  throw new Error('a defect', { cause: error });
};

/** The library of a test station, and another one. */
export const here: KnownLibrary = { id: 'here', mode: 'practice', name: 'Here' };
export const elsewhere: KnownLibrary = { id: 'elsewhere', mode: 'institution', name: 'Elsewhere' };

const view = ({ library }: Pick<TestStation, 'library'>): StationView => ({
  mode: library.mode,
  institution: null,
  libraryId: 'here',
  possibleLibraries: [],
  key: 'none',
  proxy: null,
  network: { proxy: '', authority: '' },
  journalSeal: 'file',
  library: { code: 'MAIN', label: 'Main Library' },
  desk: { code: 'DEFAULT_CIRC_DESK', label: 'Front desk' },
  department: { code: 'ACQ', label: 'Acquisitions', library: 'MAIN' },
  currency: 'ILS',
  appearance: {
    theme: 'system',
    density: 'comfortable',
    text: 'usual',
    sounds: false,
    volume: 0,
    blurAfter: 0,
    clearAfter: 0,
  },
  barcodes: defaultBarcodes,
  banknotes: {},
  slips: slipView(defaultSettings.slips),
  labels: defaultSettings.labels,
  host: { name: 'stand-in', version: '0' },
  version: '0',
});

/** A domain over a practice library, over real HTTP, with a real journal. */
export class TestStation {
  readonly server: RunningServer;
  readonly journalFile: string;
  readonly client: Client;
  readonly clock: VirtualClock;
  readonly files = new MemoryFiles();
  readonly vendorFiles = new MemoryVendorFiles();
  readonly currency: string;
  library = here;
  /** A station that starts has scans before its service has said which library it is. */
  libraryKnown = true;
  /** Changes the answer of a library's service to an operation into one of the right shape with odd content. */
  odd: Partial<Record<Operation, (answer: unknown, library: KnownLibrary) => unknown>> = {};
  /** Gets each defect of the program. */
  defect: Log['defect'] = noDefect;
  station: Partial<StationView> = {};
  /** An installer has asked that nobody new is taken. */
  takesNobody = false;
  /** Commands as they were written before they left: of settled ones the journal keeps less. */
  readonly intended = new Map<string, Parameters<Journal['intend']>[0]>();
  journal: Journal;
  domain: Domain;
  #windows = 0;
  readonly #seal = createSeal(randomBytes(32));

  constructor(server: RunningServer, journalFile: string, clock: VirtualClock, currency: string) {
    this.server = server;
    this.journalFile = journalFile;
    this.clock = clock;
    this.currency = currency;
    this.client = createClient({
      address: new URL(server.url).origin,
      key: () => server.key,
      limiter: noLimit,
      timeoutMs: 5000,
      fetch: (...args) => clock.busy(fetch(...args)),
    });
    this.journal = this.#openJournal();
    this.domain = this.#start();
  }

  window(): Window {
    this.#windows += 1;
    const window = new Window(this.#windows, this.domain);
    window.watchDesk();
    window.watchRoom();
    return window;
  }

  /** Kills the program and starts it again on the same journal, which the earlier run cannot reach any more. */
  restart(between: () => void = () => undefined): void {
    this.domain.close();
    this.journal.close();
    between();
    this.journal = this.#openJournal();
    this.domain = this.#start();
  }

  async faults(...rules: Fault[]): Promise<void> {
    const { url, key } = this.server;
    const headers = { authorization: `apikey ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${new URL(url).origin}/faults`, {
      method: 'POST',
      headers,
      body: JSON.stringify(rules),
    });
    if (!answer.ok) throw new Error(`faults were refused: ${await answer.text()}`);
  }

  #openJournal(): Journal {
    const journal = openJournal({ file: this.journalFile, seal: this.#seal, clock: this.clock });
    const intend = journal.intend.bind(journal);
    journal.intend = (entry) => {
      intend(entry);
      this.intended.set(entry.id, entry);
    };
    return journal;
  }

  #oddClient(library: KnownLibrary): Client {
    const { client } = this;
    type Call = (operation: Operation, ...rest: unknown[]) => Promise<unknown>;
    const plain = client.call.bind(client) as unknown as Call;
    const call: Call = async (operation, ...rest) => {
      const answer = await plain(operation, ...rest);
      const { [operation]: odd } = this.odd;
      return odd ? odd(answer, library) : answer;
    };
    return { ...client, call: call as unknown as Client['call'] };
  }

  #start(): Domain {
    const { currency } = this;
    const clients = new Map<KnownLibrary, Client>();
    const connection = {
      service: () => {
        const { library } = this;
        const client = clients.get(library) ?? this.#oddClient(library);
        clients.set(library, client);
        return Promise.resolve({ client, library, currency, decimals: decimalsOf(currency) });
      },
      library: () => (this.libraryKnown ? this.library : null),
      view: () => ({ ...view(this), currency, ...this.station }),
    };
    const { journal, clock, files, vendorFiles } = this;
    const log: Log = { line: () => undefined, defect: (error) => this.defect(error) };
    const takesNobody = (): boolean => this.takesNobody;
    return createDomain({
      ...{ connection, journal, clock, files, vendorFiles, log, startTransform, takesNobody },
    });
  }
}

let nth = 0;

/** Opens a station that is closed at the end of the test. */
export async function openTestStation(
  folder: string,
  clock: VirtualClock = new VirtualClock(runsTemplate()?.at),
  library: ServerOptions = {},
): Promise<TestStation> {
  const server = await startSample({
    faults: faultPanel,
    settleMs: 0,
    // The service's time is the desk's.
    now: () => clock.now(),
    // A call that still runs at the end of the test is cut off.
    limits: { patienceMs: 200 },
    ...library,
  });
  nth += 1;
  const testStation = new TestStation(
    server,
    `${folder}/journal-${nth}.sqlite`,
    clock,
    library.currency ?? 'ILS',
  );
  onTestFinished(async () => {
    testStation.domain.close();
    await server.close();
    testStation.journal.close();
  });
  return testStation;
}
