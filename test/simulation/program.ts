import { systemClock } from '../../src/main/clock.ts';
import type { Reply } from '../../src/contract/define.ts';
import type { CallName, Input, Progress, ReplyTo } from '../../src/contract/index.ts';
import type { JournalView } from '../../src/contract/journal.ts';
import { journalUntil } from '../../src/main/commands/closing-journal.ts';
import { createDomain, type Domain } from '../../src/main/domain.ts';
import { failureOf } from '../../src/main/failure.ts';
import { journalHandlers } from '../../src/main/journal/calls.ts';
import { labelHandlers } from '../../src/main/labels/calls.ts';
import { networkHandlers } from '../../src/main/network/calls.ts';
import { updateHandlers } from '../../src/main/updates/calls.ts';
import { savingHandlers } from '../../src/main/saving/calls.ts';
import { HandedTables } from '../../src/main/saving/tables.ts';
import { openingCheckHandlers } from '../../src/main/opening-check/calls.ts';
import { Emitter } from '../../src/main/emitter.ts';
import { diagnosticsHandlers } from '../../src/main/diagnostics/calls.ts';
import { policyHandlers } from '../../src/main/policy/calls.ts';
import { openPolicy } from '../../src/main/policy/open.ts';
import { noPolicies } from '../main/support/policy.ts';
import { slipHandlers } from '../../src/main/slips/calls.ts';
import { stationHandlers } from '../../src/main/station/calls.ts';
import { windowHandlers } from '../../src/main/desktop/calls.ts';
import type { Files, Keychain, Log } from '../../src/main/ports.ts';
import type { Journal } from '../../src/main/journal/port.ts';
import { createRouter, type Router } from '../../src/main/router.ts';
import type { SettingsStore } from '../../src/main/station/settings.ts';
import { StationJournal } from '../../src/main/station/station-journal.ts';
import { Station } from '../../src/main/station/station.ts';
import type { InvoicePlans } from '../../src/main/invoices/plans.ts';
import { WindowDefects } from '../../src/main/desktop/window-defects.ts';
import { vendorFilesIn } from '../../src/main/station/vendor-files.ts';
import { linkHandlers } from '../../src/main/links/calls.ts';
import { openedHandlers } from '../../src/main/opened/calls.ts';
import { OpenedFiles } from '../../src/main/opened/opened-files.ts';
import { Links } from '../../src/main/links/links.ts';
import { quietHandlers } from '../../src/main/quiet/calls.ts';
import { nobodysUpdates } from '../main/updates/support.ts';
import { quietParts } from '../main/support/quiet.ts';
import { plainNetwork, unwatchedWindows } from '../main/support/ports.ts';
import { startTransform } from '../main/support/transform.ts';
import { causeNow, newId } from './clock.ts';
import { Dead, Disk, type Machine } from './journal.ts';
import type { Sender } from './network.ts';

/** What a run of the program finds on its machine. */
export interface Machinery extends Machine {
  readonly name: string;
  readonly settings: SettingsStore;
  readonly keychain: Keychain;
  readonly files: Files;
  /** Where its files are in this run. */
  readonly folder: string;
  /** A fault of the program's own came to its log. */
  defect(error: unknown): void;
  note(what: () => string): void;
  /** What somebody reads on the screen about the journal, before it can be used and once it can. */
  journalSays(view: JournalView): void;
}

/** A call that a window has under way. */
export interface CallOf<K extends CallName> {
  /** Never, where the program dies before. */
  readonly reply: Promise<ReplyTo<K>>;
  abort(): void;
}

type Usable = NonNullable<StationJournal['usable']>;

const never = (): Promise<never> => Promise.reject(new Error('there is no such thing in a simulation'));

/**
 * One run of the program: all of main but Electron, put together as `openParts` does, with a journal that can be cut
 * off. Once it has died, nothing that it still computes reaches anybody.
 */
export class Program implements Sender {
  readonly name: string;
  readonly disk: Disk;
  readonly #machine: Machinery;
  readonly #own: StationJournal;
  readonly #journal: Journal;
  readonly #station: Station;
  readonly #domain: Domain;
  readonly #router: Router;
  readonly #closing = new AbortController();
  #isEnded = false;

  private constructor(machine: Machinery, own: StationJournal, usable: Usable, log: Log) {
    this.name = machine.name;
    this.#machine = machine;
    this.#own = own;
    this.#journal = usable.journal;
    this.disk = new Disk(machine.folder, machine);
    const { settings, keychain, files } = machine;
    const journal = journalUntil(this.#closing.signal, this.disk.under(this.#journal));
    const station = (this.#station = new Station({
      ...{
        settings,
        keychain,
        network: plainNetwork,
        journal,
        journalSeal: usable.keyPlace,
        version: '0',
        log,
      },
      host: { name: 'stand-in', version: '0' },
      practice: { address: never },
      onLibraryChanged: () => this.#domain.serviceChanged(),
    }));
    this.#domain = createDomain({
      ...{ connection: station, journal, clock: systemClock, log, files },
      vendorFiles: vendorFilesIn(settings),
      startTransform,
    });
    const handlers = {
      ...this.#domain.handlers,
      ...journalHandlers(own),
      ...windowHandlers(unwatchedWindows),
      ...policyHandlers({
        policy: openPolicy(machine.folder, systemClock, log, noPolicies),
        settings: { now: settings.now, own: settings.now },
        following: () => null,
        changes: new Emitter(),
        ...{ clock: systemClock, version: '0' },
      }),
      ...linkHandlers(new Links(log), () => station.view()),
      ...openedHandlers(new OpenedFiles(log), () => station.view()),
      ...quietHandlers(quietParts),
      ...updateHandlers(nobodysUpdates(machine.folder), settings),
      ...networkHandlers({ station, files, authoritiesChanged: () => undefined }),
      ...diagnosticsHandlers({
        ...{ files, clock: systemClock, copy: never, gather: never, dumps: () => [] },
        lastRun: { now: null },
      }),
      ...stationHandlers({
        ...{ station, desktop: { print: never, copy: never }, work: this.#domain },
        defects: new WindowDefects(log, systemClock),
      }),
      ...slipHandlers({
        station,
        printer: { print: never, pdf: never, list: never },
        files,
        clock: systemClock,
      }),
      ...savingHandlers({
        ...{ station, files, clock: systemClock, tables: new HandedTables() },
        printer: { pdf: never },
      }),
      ...labelHandlers({ station, journal, printer: { print: never, pdf: never }, clock: systemClock, log }),
      ...openingCheckHandlers({ station, journal, printer: { list: never }, clock: systemClock, log }),
      'firstStart.watch': never,
      'firstStart.putAside': never,
      'firstStart.address': never,
      'settingsTransfer.export': never,
      'settingsTransfer.open': never,
      'settingsTransfer.compare': never,
      'settingsTransfer.apply': never,
      'settingsTransfer.undo': never,
      'settingsTransfer.forget': never,
    };
    own.readable.on(() => this.#domain.journalReadable());
    station.warmUp();
    this.#router = createRouter(handlers, (error) => failureOf(error, log));
  }

  static async start(machine: Machinery): Promise<Program> {
    const log: Log = {
      line: (event, facts) => machine.note(() => `log ${event} ${JSON.stringify(facts ?? {})}`),
      defect: (error) => {
        machine.defect(error);
        return 'defect';
      },
    };
    const { keychain, folder } = machine;
    const own = new StationJournal({ keychain, folder, clock: systemClock, log, version: '0' });
    await own.open();
    // Somebody sits before the screen that says why it cannot be used, and has it tried again.
    while (!own.usable) {
      const view = own.view();
      machine.note(() => `the journal: ${JSON.stringify(view)}`);
      machine.journalSays(view);
      await systemClock.sleep(10_000);
      if (view.state === 'salvaged') own.acknowledge(view.losses.map(({ keptAs }) => keptAs));
      else if (view.state === 'waiting' && causeNow()?.chance.happens(0.2)) await own.goOnWithout();
      else await own.open();
    }
    machine.journalSays(own.view());
    return new Program(machine, own, own.usable, log);
  }

  get dead(): boolean {
    return this.#machine.dead || this.#isEnded;
  }

  act(what: string): boolean {
    return this.#machine.act(what);
  }

  /** How the journal stands, as a window shows it. */
  get journalView(): JournalView {
    return this.#own.view();
  }

  /** What the journal says, for whoever compares. */
  get journal(): Journal {
    return this.#journal;
  }

  /** The id of the library that it stands on. */
  get library(): string | null {
    return this.#station.library()?.id ?? null;
  }

  ask<K extends CallName>(
    window: number,
    name: K,
    input: Input<K>,
    report: (progress: Progress<K>) => void = () => undefined,
  ): CallOf<K> {
    const id = newId();
    this.#machine.note(() => `asks ${name} ${JSON.stringify(input).slice(0, 120)} w${window}`);
    const peer = {
      window,
      report: (_: string, progress: unknown) => {
        if (!this.dead) report(progress as Progress<K>);
      },
    };
    const reply = new Promise<Reply<unknown>>((resolve) => {
      void this.#router.call(peer, name, id, input).then((message) => {
        if (!this.dead) resolve(message);
      });
    });
    return { reply: reply as Promise<ReplyTo<K>>, abort: () => this.#router.abort(window, id) };
  }

  /** The invoices that are being entered, as the journal has them. */
  get plans(): InvoicePlans {
    return this.#domain.invoicing.plans;
  }

  /** Ends in order, as `openParts` does: nobody hears of anything after. */
  end(): void {
    this.#isEnded = true;
    this.bury();
  }

  windowClosed(window: number): void {
    try {
      this.#router.abortAll(window);
      this.#domain.windowClosed(window);
    } catch (error) {
      // It died at it.
      if (!(error instanceof Dead)) throw error;
    }
  }

  /** The machine takes its files back. Nothing is flushed that was not: the copy was taken before. */
  bury(): void {
    this.#closing.abort();
    this.#domain.close();
    this.#own.close();
  }
}
