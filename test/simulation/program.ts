import { systemClock } from '../../src/main/clock.ts';
import type { Reply } from '../../src/contract/define.ts';
import type { CallName, Input, Progress, ReplyTo } from '../../src/contract/index.ts';
import { createDomain, type Domain } from '../../src/main/domain.ts';
import { failureOf } from '../../src/main/failure.ts';
import { slipHandlers } from '../../src/main/handlers/slips.ts';
import { stationHandlers } from '../../src/main/handlers/station.ts';
import { openJournal } from '../../src/main/journal/journal.ts';
import { createSeal } from '../../src/main/journal/seal.ts';
import type { Files, Journal, Keychain, Log } from '../../src/main/ports.ts';
import { createRouter, type Router } from '../../src/main/router.ts';
import { sealKeys } from '../../src/main/station/seal-key.ts';
import type { SettingsStore } from '../../src/main/station/settings.ts';
import { Station } from '../../src/main/station/station.ts';
import { WindowDefects } from '../../src/main/window-defects.ts';
import { newId } from './clock.ts';
import { Disk, type Machine } from './journal.ts';
import type { Sender } from './network.ts';

/** What a run of the program finds on its machine. */
export interface Machinery extends Machine {
  readonly name: string;
  readonly settings: SettingsStore;
  readonly keychain: Keychain;
  readonly files: Files;
  /** The journal's file in this run, and the one of its key. */
  readonly journalFile: string;
  readonly keyFile: string;
  /** A fault of the program's own came to its log. */
  defect(error: unknown): void;
  note(what: () => string): void;
}

/** A call that a window has under way. */
export interface Asked<K extends CallName> {
  /** Never, where the program dies before. */
  readonly reply: Promise<ReplyTo<K>>;
  abort(): void;
}

const never = (): Promise<never> => Promise.reject(new Error('there is no such thing in a simulation'));

/**
 * One run of the program: all of main but Electron, put together as `openParts` does, with a journal that can be cut
 * off. Once it has died, nothing that it still computes reaches anybody.
 */
export class Program implements Sender {
  readonly name: string;
  readonly disk: Disk;
  readonly #machine: Machinery;
  readonly #journal: Journal;
  readonly #domain: Domain;
  readonly #router: Router;

  private constructor(machine: Machinery, { keys, kept }: Awaited<ReturnType<typeof sealKeys>>, log: Log) {
    this.name = machine.name;
    this.#machine = machine;
    this.#journal = openJournal({ file: machine.journalFile, seal: createSeal(...keys), clock: systemClock });
    this.disk = new Disk(machine.journalFile, machine);
    const { settings, keychain, files } = machine;
    const journal = this.disk.under(this.#journal);
    const station = new Station({
      ...{ settings, keychain, journal, journalSeal: kept, version: '0', log },
      host: { name: 'stand-in', version: '0' },
      practice: { address: never },
      onLibraryChanged: () => this.#domain.serviceChanged(),
    });
    this.#domain = createDomain({ standing: station, journal, clock: systemClock, log, files });
    const handlers = {
      ...this.#domain.handlers,
      ...stationHandlers({
        ...{ station, desktop: { print: never, copy: never }, work: this.#domain },
        defects: new WindowDefects(log, systemClock),
      }),
      ...slipHandlers({ station, printer: { print: never, pdf: never }, files, clock: systemClock }),
    };
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
    return new Program(machine, await sealKeys(machine.keychain, machine.keyFile, log), log);
  }

  get dead(): boolean {
    return this.#machine.dead;
  }

  act(what: string): boolean {
    return this.#machine.act(what);
  }

  /** What the journal says, for whoever compares. */
  get journal(): Journal {
    return this.#journal;
  }

  ask<K extends CallName>(
    window: number,
    name: K,
    input: Input<K>,
    report: (progress: Progress<K>) => void = () => undefined,
  ): Asked<K> {
    const id = newId();
    const peer = {
      window,
      report: (_: string, progress: unknown) => {
        if (!this.dead) report(progress as Progress<K>);
      },
    };
    const reply = new Promise<Reply<unknown>>((resolve) => {
      void this.#router.call(peer, name, id, input).then((told) => {
        if (!this.dead) resolve(told);
      });
    });
    return { reply: reply as Promise<ReplyTo<K>>, abort: () => this.#router.abort(window, id) };
  }

  windowClosed(window: number): void {
    this.#router.abortAll(window);
    this.#domain.windowClosed(window);
  }

  /** The machine takes its files back. Nothing is flushed that was not: the copy was taken before. */
  bury(): void {
    this.#domain.close();
    this.#journal.close();
  }
}
