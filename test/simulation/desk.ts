import type { Reply } from '../../src/contract/define.ts';
import type {
  AtDesk,
  DeskEvent,
  LentNotDueView,
  UnclearView,
  UnreadCardView,
} from '../../src/contract/desk.ts';
import type { CallName, Input, Progress, ReplyTo } from '../../src/contract/index.ts';
import type { InvoiceJobRow } from '../../src/contract/invoices.ts';
import type { ReceivingEvent, UnfinishedView } from '../../src/contract/receiving.ts';
import type { ScanView } from '../../src/contract/scans.ts';
import type { TableView } from '../../src/contract/configuration-tables.ts';
import type { Takings } from '../../src/contract/takings.ts';
import { isOpen } from '../../src/shared/scan-state.ts';
import type { Chance } from './chance.ts';
import { after, because, causeNow, newId } from './clock.ts';
import { ShownTrolley } from './books.ts';
import type { Cast } from './cast.ts';
import { saysOf, type Model, type Says, type Wish } from './model.ts';
import type { Sender } from './network.ts';
import type { CallOf } from './program.ts';

/** Waits a moment of the world. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => void after(ms, resolve));

/** A run of the program, as a window asks it. */
export interface Asks {
  ask<K extends CallName>(
    window: number,
    name: K,
    input: Input<K>,
    report?: (progress: Progress<K>) => void,
  ): CallOf<K>;
  /** A window is gone; a program that runs in a process of its own hears of it by itself. */
  windowClosed?(window: number): void;
}

/** The workstation of a window, as far as whoever sits there has to do with it. */
interface Post {
  readonly name: string;
  readonly program: Asks | null;
  /** On whose behalf people act here; null while nothing runs. */
  readonly run: Sender | null;
  readonly library: string | null;
  /** The library that the program itself stands on. */
  readonly standsOn: string | null;
  /** Which library the journal means by an id; null where that is not known. */
  nameOf(id: string | null): string | null;
}

/** One window of a workstation, and what whoever sits before it has been told. */
export class Desk {
  /** The id of the window: another one once it was closed and opened anew. */
  window: number;
  readonly station: Post;
  readonly cast: Cast;
  readonly model: Model;
  /** As the window shows it now. */
  unclear: readonly UnclearView[] = [];
  readonly scans = new Map<string, ScanView>();
  unfinished: readonly UnfinishedView[] = [];
  /** Its trolley, and those that were put aside. */
  readonly room = new ShownTrolley();
  /** The invoices that are not complete, as the window lists them. */
  jobs: readonly InvoiceJobRow[] = [];
  /** What the till's reports said, one after the other. */
  readonly reports: { readonly takings: Takings; readonly at: string | null }[] = [];
  /** Reports that were asked for, and that nobody got to see. */
  reportsLost = 0;
  lentNotDue: readonly LentNotDueView[] = [];
  /** The day on which what is lent from now on is due, as the window shows it. */
  due = '';
  #of: Asks | null = null;
  /** The card that holds the visit, as the window shows it. */
  #unread: UnreadCardView | null = null;
  /** Somebody looks up soon, and says whose it was. */
  #looksUp = false;
  /** The scans of the receiving room. */
  readonly #inRoom = new Set<string>();

  constructor(window: number, station: Post, cast: Cast, model: Model) {
    this.window = window;
    this.station = station;
    this.cast = cast;
    this.model = model;
  }

  /** Opens the window in this run of the program. */
  open(): void {
    const { program } = this.station;
    if (!program || program === this.#of) return;
    this.#of = program;
    this.#looksUp = false;
    const { window } = this;
    const isHere = (): boolean => window === this.window;
    program.ask(window, 'desk.watch', {}, (event) => {
      if (isHere()) this.#told(event);
    });
    program.ask(window, 'receiving.watch', {}, (event) => {
      if (isHere()) this.#toldRoom(event);
    });
    program.ask(window, 'invoices.watchJobs', {}, (jobs) => {
      if (isHere()) this.jobs = jobs;
    });
    program.ask(window, 'desk.lentNotDue', {}, (list) => {
      if (isHere()) this.lentNotDue = list;
    });
    program.ask(window, 'desk.unclear', {}, (list) => {
      if (!isHere()) return;
      this.unclear = list;
      for (const { id, late } of list) {
        if (late === null) continue;
        this.model.lateNotices.add(id);
        this.model.told(id, late === 'happened' ? 'done' : 'notDone', 'late notice');
      }
    });
  }

  /** Nobody can do anything here: the window is closed. */
  get isClosed(): boolean {
    return this.station.program !== this.#of;
  }

  /** The window is closed, whatever is under way, and opened anew a while later. */
  close(openAfter: number): void {
    const { program } = this.station;
    if (!program || this.isClosed) return;
    const { window } = this;
    this.window += 10;
    this.#of = null;
    // An order line that is looked up goes with the window that it was to be shown at.
    for (const scan of this.#lookUps()) this.scans.delete(scan.id);
    this.model.closed(this.station.name, window);
    program.windowClosed?.(window);
    after(openAfter, () => this.open());
  }

  /** Asks main. Never answers where the program dies before; null where there is none. */
  async ask<K extends CallName>(
    name: K,
    input: Input<K>,
    { abortAfter, report }: { abortAfter?: number | null; report?: (progress: Progress<K>) => void } = {},
  ): Promise<ReplyTo<K>> {
    const { window, station } = this;
    const { program, library } = station;
    const cause = causeNow();
    if (!program || !cause || this.isClosed) return new Promise(() => undefined);
    const heard = (progress: Progress<K>): void => {
      if (window === this.window) report?.(progress);
    };
    const request = because({ ...cause, library }, () => program.ask(window, name, input, heard));
    if (abortAfter !== null && abortAfter !== undefined) after(abortAfter, () => request.abort());
    const reply = await request.reply;
    // With its window, whoever waited for it is gone.
    return window === this.window ? reply : new Promise(() => undefined);
  }

  /** What was told of a command, last. */
  says(id: string): Says | null {
    return this.model.askings.get(id)?.says ?? null;
  }

  /** Counts the till. */
  async count(): Promise<void> {
    this.reportsLost += 1;
    const reply = await this.ask('takings.close', {});
    this.reportsLost -= 1;
    if (reply.ok) this.reports.push({ takings: reply.value, at: this.station.standsOn });
  }

  /** Puts an order line on the table. */
  async scanOrder(text: string): Promise<string | null> {
    const id = newId();
    const scan = { id, room: 'receiving', text, mode: 'auto', via: 'scanner' } as const;
    const reply = await this.ask('scans.submit', scan);
    return reply.ok ? id : null;
  }

  /** Scans a book in the receiving room; what became of the scan, or null where it was not taken. */
  async scanBook(text: string): Promise<ScanView | null> {
    const scan = { id: newId(), room: 'receiving', text, mode: 'auto', via: 'scanner' } as const;
    const reply = await this.ask('scans.submit', scan);
    if (!reply.ok) return null;
    this.#putOnTrolley(reply.value);
    return reply.value;
  }

  /** Drops a file on the window; the name under which it is ready. */
  async file(name: string, content: Buffer): Promise<string | null> {
    const pending = await this.ask('attachments.begin', { name, size: content.length });
    if (!pending.ok) return null;
    const { file } = pending.value;
    const sent = await this.ask('attachments.piece', { file, bytes: content.toString('base64') });
    return sent.ok ? file : null;
  }

  wish(what: string): Wish {
    const { name, library } = this.station;
    return { what, library: library ?? '?', station: name, window: this.window };
  }

  /**
   * Has one command done, as people do it: with a second click now and then, or Esc. Answers its id; `heard` is told
   * what was answered.
   */
  async command<K extends CallName>(
    wish: Wish,
    name: K,
    input: (intent: string) => Input<K>,
    chance: Chance,
    heard: (intent: string, reply: ReplyTo<K>) => void = () => undefined,
  ): Promise<string> {
    const intent = newId();
    this.model.ask(intent, wish, this.station.standsOn);
    const args = input(intent);
    const esc = chance.happens(0.05) ? chance.between(1, 4000) : null;
    const twice = chance.happens(0.08) ? chance.between(0, 300) : null;
    const again = twice === null ? null : pause(twice).then(() => this.ask(name, args));
    const first = await this.ask(name, args, { abortAfter: esc });
    // Of two clicks, one does it, and the other is told that it was asked for already: or could not even look.
    const reply = again === null ? first : better(first, await again);
    this.model.told(intent, reply.ok ? 'done' : saysOf(reply.failure), answerOf(reply));
    heard(intent, reply);
    return intent;
  }

  /** Scans a code; what becomes of it is told on its row. */
  async scan(text: string, what: string | null): Promise<string | null> {
    const id = newId();
    const { due } = this;
    this.model.scannedAt.set(id, this.station.library);
    if (what !== null) this.model.ask(id, this.wish(what), this.station.standsOn);
    const reply = await this.ask('scans.submit', {
      id,
      room: 'desk',
      text,
      mode: what?.startsWith('return') === true ? 'return' : 'auto',
      via: 'scanner',
    });
    if (!reply.ok) {
      if (what !== null) this.model.told(id, 'notDone', 'scan refused');
      return null;
    }
    // An event may have told more by now than the answer, which is as old as the scan.
    if (!this.scans.has(id)) this.#scan(reply.value);
    this.model.taken(id);
    // What changed while it was on its way to main, nobody can say.
    if (due !== '' && due === this.due) this.model.dues.set(id, { day: due, code: text });
    return id;
  }

  /** Has it looked up what came of an unclear command. */
  async lookAgain(id: string): Promise<void> {
    const listed = this.unclear.find((one) => one.id === id);
    if (!listed) return;
    if (listed.late) {
      await this.ask('desk.seenLate', { id });
      return;
    }
    const reply = await this.ask('desk.lookAgain', { id });
    if (!reply.ok || reply.value.found === 'unclear') return;
    this.model.told(id, reply.value.found === 'happened' ? 'done' : 'notDone', 'looked again');
  }

  /** Somebody who has seen with their own eyes what came of a command says so. */
  async decide(id: string, happened: boolean): Promise<void> {
    const reply = await this.ask('desk.decide', { id, happened });
    if (!reply.ok) return;
    if (happened) this.model.lateNotices.add(id);
    this.model.told(id, happened ? 'done' : 'notDone', 'decided');
  }

  /** Does what a command barcode asks the window for, and says so; or why not. */
  async #run({ id, result }: ScanView): Promise<void> {
    if (result?.kind !== 'command') return;
    const { command } = result;
    let why: string | null = null;
    if (command === 'END') {
      const reply = await this.ask('desk.end', {});
      if (!reply.ok) why = 'not now';
    }
    if (command === 'SEEN') await this.ask('desk.acknowledge', {});
    if (command === 'PRINT') why = 'no printer';
    await this.ask('scans.ran', { id, why });
  }

  #told(event: DeskEvent): void {
    if (event.type === 'session') {
      // The command that ended the session before went with it.
      const ids = new Set(event.session.scans.map(({ id }) => id));
      for (const { id, kind } of this.scans.values())
        if (kind === 'command' && !ids.has(id)) this.scans.delete(id);
      for (const scan of event.session.scans) this.#scan(scan);
    }
    if (event.type === 'session') this.#seeUnread(event.session);
    if (event.type === 'patron') this.#seeUnread(event);
    if (event.type === 'session') this.due = event.session.due;
    if (event.type === 'due') this.due = event.due;
    if (event.type === 'scan') this.#scan(event.scan);
  }

  /** Where no card is read for a while, the patron before is still the one who is served. */
  #seeUnread({ unread, opening }: AtDesk): void {
    this.#unread = unread;
    if (unread === null || opening || this.#looksUp) return;
    this.#looksUp = true;
    after(15_000, () => {
      this.#looksUp = false;
      if (this.#unread) void this.ask('desk.still', { id: this.#unread.id });
    });
  }

  #lookUps(): readonly ScanView[] {
    return [...this.scans.values()].filter((scan) => this.#inRoom.has(scan.id) && isOpen(scan));
  }

  /** Where what somebody does here is done. */
  get place(): { readonly station: string; readonly library: string | null } {
    return this.#place;
  }

  /** Opens a table, and reads what is told with it; null where it cannot be opened. */
  async openTable(table: Input<'configuration.tables.open'>): Promise<TableView | null> {
    const { library } = this.#place;
    const reply = await this.ask('configuration.tables.open', table);
    if (!reply.ok) return null;
    if (library !== null && library === this.#place.library) this.model.tables.sees(this.#place, reply.value);
    return reply.value;
  }

  get #place(): { readonly station: string; readonly library: string | null } {
    return { station: this.station.name, library: this.station.standsOn };
  }

  /** Whoever is told that their scan has put a book on the trolley relies on it. */
  #putOnTrolley({ id, result }: ScanView): void {
    if (result?.kind === 'book' && result.id === id && !result.again)
      this.model.books.scanned(id, this.#place);
  }

  #toldRoom(event: ReceivingEvent): void {
    this.room.told(event, this.model.books, this.#place);
    if (event.type === 'room') for (const { id } of event.scans) this.#inRoom.add(id);
    if (event.type === 'scan') this.#inRoom.add(event.scan.id);
    if (event.type === 'room' || event.type === 'unfinished') this.unfinished = event.unfinished;
    if (event.type === 'room') for (const scan of event.scans) this.#scan(scan);
    if (event.type === 'scan') this.#scan(event.scan);
  }

  #isHeld = ({ order }: ScanView): boolean => this.#unread !== null && order >= this.#unread.from;

  #scan(scan: ScanView): void {
    const before = this.scans.get(scan.id)?.state;
    this.scans.set(scan.id, scan);
    this.#putOnTrolley(scan);
    if (scan.state === 'sent' && scan.action === 'lend' && this.#isHeld(scan))
      this.model.wrongs.push(`the scan of ${scan.text} was lent while nobody knew for whom it is`);
    if (scan.kind === 'command' && scan.state === 'sent' && before !== 'sent') void this.#run(scan);
    if (!this.model.askings.has(scan.id)) return;
    const { state, failure, result } = scan;
    if (state === 'done') this.model.told(scan.id, 'done', `row ${result?.kind ?? ''}`);
    if (state === 'refused' || state === 'dropped') {
      this.model.told(scan.id, failure ? saysOf(failure) : 'notDone', `row ${state} ${failure?.kind ?? ''}`);
    }
    if (state === 'unclear') this.model.told(scan.id, 'unknown', 'row');
  }
}

/** Of two answers to one asking, the one that says more. */
function better<K extends CallName>(one: ReplyTo<K>, other: ReplyTo<K>): ReplyTo<K> {
  const rank = (reply: Reply<unknown>): number =>
    reply.ok ? 2 : saysOf(reply.failure) === 'unknown' ? 1 : 0;
  return rank(other) > rank(one) || isSentAlready(one) ? other : one;
}

const isSentAlready = (reply: Reply<unknown>): boolean =>
  !reply.ok && reply.failure.kind === 'invalid' && reply.failure.reason === 'alreadySent';

const answerOf = (reply: Reply<unknown>): string =>
  reply.ok ? 'answer' : `${reply.failure.kind}${'why' in reply.failure ? ` ${reply.failure.why}` : ''}`;
