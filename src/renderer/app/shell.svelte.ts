import { createContext, tick } from 'svelte';
import { m } from '../../messages/compiled/messages.js';
import type { Input } from '../../contract/index.ts';
import type { CommandBarcode } from '../../shared/command-barcodes.ts';
import type { BarcodeReading } from '../../shared/mixed-scans.ts';
import type { Room, ScanView } from '../../contract/scans.ts';
import type { WindowEvent } from '../../contract/window.ts';
import { call, isAtWork, watch } from '../api.ts';
import { DeskSession } from '../desk/session.svelte.ts';
import { PatronSearch } from '../patrons/search.svelte.ts';
import type { PatronTabId } from '../desk/tabs.ts';
import { areDraftsBegun } from '../ui/list/drafts.svelte.ts';
import { instant } from '../ui/format.ts';
import { isDialogOpen } from './keys.ts';
import type { ReceivingSession } from '../receiving/session.svelte.ts';
import { commandCode, commandIn } from '../../shared/command-barcodes.ts';
import { modeSetBy } from '../scan/commands.ts';
import { ScanLog } from '../scan/scan-log.svelte.ts';
import { scanText, type ScanText } from '../scan/scan-text.ts';
import type { Burst } from '../scan/wedge.ts';
import { dueSlip, onwardSlip, returnSlip, slipsAtEnd } from '../slips/session-slips.ts';
import { Typed } from '../ui/typed.ts';
import { Registry, whyNot, type Action, type Actions } from './actions.svelte.ts';
import { Closing, type OpenThing } from './closing.svelte.ts';
import { Idle } from './idle.svelte.ts';
import type { RoomEntry } from './rooms.ts';
import { Slips } from '../slips/slips.svelte.ts';
import { StationState } from '../station/station.svelte.ts';

/** A form that was asked for and cannot be drawn keeps no scan for longer, in milliseconds. */
const longestFormMs = 10_000;

/** How many results the strip at the foot keeps. */
const stripLength = 8;

/** A field that is made for a scan. */
interface Claim {
  readonly take: (reading: BarcodeReading) => void;
  readonly wants: (reading: BarcodeReading) => boolean;
}

/** Whether it may be a book: the next card and a command are never for a field of a dialog. */
export const mayBeBook = ({ kind }: BarcodeReading): boolean => kind !== 'patron' && kind !== 'command';

/** What came of one thing, for the strip at the foot. */
export interface Result {
  readonly id: string;
  readonly at: string;
  readonly text: ScanText;
}

/** What every room of the window shares: the station, the queues, the results, where the person is. */
export class Shell {
  readonly station = new StationState();
  readonly logs: Readonly<Record<Room, ScanLog>> = {
    desk: this.#newLog('desk'),
    receiving: this.#newLog('receiving'),
  };
  readonly desk = new DeskSession(this.logs.desk, {
    ended: (patron, scans, paid) => this.slips.offer(...slipsAtEnd(patron, scans, paid)),
    left: (patron, scans) => {
      const slip = dueSlip(patron, scans);
      if (slip) this.slips.byItself(slip);
    },
  });
  readonly slips = new Slips({
    settings: () => this.station.view?.slips ?? null,
    ofSession: () => {
      const { patron, scans } = this.desk;
      return patron ? dueSlip(patron, scans) : returnSlip(scans);
    },
    report: (result) => this.report(result),
  });
  readonly actions = new Registry(async () => (await import('./all-actions.ts')).allActions(this));
  readonly idle = new Idle({
    times: () => this.station.view?.appearance ?? { blurAfter: 0, clearAfter: 0 },
    isBusy: () => this.#isAtWorkHere,
    isTyped: () => this.#isBoxTyped,
    clear: () => void this.#letGo(),
  });
  readonly typed = new Typed();
  readonly closing = new Closing(() => this.#open);
  /** Made when its room is first opened; from then on it goes on while other rooms are open. */
  receiving: ReceivingSession | null = null;
  room = $state<RoomEntry['id']>('desk');
  /** The queue that a scan goes to. */
  queue = $state<Room>('desk');
  /** What lies over the room: its help page, the sheet of keys, the palette, or the card of command barcodes. */
  over = $state<'help' | 'keys' | 'palette' | 'card' | null>(null);
  /** What came last, in any room, newest first. */
  results = $state.raw<readonly Result[]>([]);
  /** The scan box looks for patrons, whatever is typed. */
  searching = $state(false);
  /** What it found. */
  readonly search = new PatronSearch();
  #box: HTMLInputElement | null = null;
  /** The scan at the desk that was taken along into another room. */
  #takenAlong = '';
  #claims: readonly Claim[] = [];

  start(): () => void {
    const stops = [
      this.station.start(),
      this.desk.start(),
      watch('window.watch', (event) => this.#heard(event)),
    ];
    return () => stops.forEach((stop) => stop());
  }

  go(room: RoomEntry): void {
    const along = room.scans === 'receiving' ? this.#orderLineAtDesk() : null;
    this.room = room.id;
    if (room.scans) this.queue = room.scans;
    this.focusBox();
    if (along !== null) void this.scan(along, 'typed');
  }

  /** An order line that was the last scan at the desk: it is opened, once, in the room where it belongs. */
  #orderLineAtDesk(): string | null {
    const newest = this.logs.desk.rows[0]?.view;
    if (newest?.failure?.kind !== 'invalid' || newest.failure.detail !== 'orderLine') return null;
    if (newest.id === this.#takenAlong) return null;
    this.#takenAlong = newest.id;
    return newest.text;
  }

  /** F1 and F2: what a scan of an item does. */
  lendMode(mode: 'auto' | 'return'): void {
    this.desk.mode = mode;
    if (mode === 'auto') this.desk.seeReturn();
    this.searching = false;
    this.toDesk();
  }

  /** F4: what is typed next is a patron's name. */
  searchPatrons(): void {
    this.searching = true;
    this.toDesk();
  }

  /** Shows one of what lies over the room, or takes it away. Over a dialog there is no palette: it would act on what is behind. */
  show(what: 'help' | 'keys' | 'palette' | 'card'): void {
    if (what === 'palette' && this.over === null && isDialogOpen()) return;
    this.over = this.over === what ? null : what;
  }

  /** The actions of one subject, made once for this window. */
  actionsOf<T extends Actions>(make: (shell: Shell) => T): T {
    return this.actions.of(make, () => make(this));
  }

  /**
   * Runs an action from the palette, or by a key that works everywhere. If it cannot be done now, the strip says so and
   * why; if it fails, that is shown in its own place.
   */
  async perform(action: Action): Promise<void> {
    let why = whyNot(action);
    if (why !== null) {
      // Main has not said yet whether the card that was just scanned brings somebody.
      await this.desk.taken;
      why = whyNot(action);
    }
    if (why === null) await (action.elsewhere ?? action).run();
    else this.notNow(why);
  }

  /** What was asked for cannot be done now. */
  notNow(why: string): void {
    this.report({
      id: crypto.randomUUID(),
      at: instant(),
      text: {
        meaning: 'attention',
        outcome: m.actions_not_now(),
        what: why,
        code: false,
        consequence: '',
        sound: 'attention',
      },
    });
  }

  /** A patron is on the screen, or a key brings back one who was: they, and what could be printed of theirs. */
  get isAnybodyNamed(): boolean {
    const { patron, recent, ended, newcomer } = this.desk;
    const isNamed = patron !== null || recent.length > 0 || Boolean(ended?.name) || this.slips.last !== null;
    return isNamed || newcomer?.begun === true;
  }

  #heard({ type }: WindowEvent): void {
    if (type === 'closeAsked') this.closing.asked();
    else if (type === 'help') this.show('help');
    else if (type === 'left') this.idle.left();
    else this.idle.back();
  }

  get #isBoxTyped(): boolean {
    return (this.#box?.value ?? '') !== '';
  }

  /** Something of the patron's is under way. */
  get #isAtWorkHere(): boolean {
    return this.desk.opening || this.logs.desk.open > 0 || isAtWork();
  }

  /** What somebody would miss if the window were closed now. */
  get #open(): readonly OpenThing[] {
    const { desk, logs, typed } = this;
    const isTyped = this.#isBoxTyped || typed.isAnything || areDraftsBegun() || desk.newcomer?.begun === true;
    const is: Readonly<Record<OpenThing, boolean>> = {
      typed: isTyped,
      underWay: this.#isAtWorkHere || logs.receiving.open > 0,
      patron: desk.patron !== null || desk.opening,
    };
    return (Object.keys(is) as OpenThing[]).filter((open) => is[open]);
  }

  /** Nobody has been here for long: the session ends, and nothing on screen names whom it was with. */
  async #letGo(): Promise<void> {
    if (await this.desk.end(false)) return;
    this.desk.forget();
    this.slips.forget();
    this.results = [];
  }

  /** Opens a tab of the patron at the desk. */
  showTab(tab: PatronTabId): void {
    this.desk.shows = tab;
    this.toDesk();
  }

  /** Shift+F8: who was at the desk before, newest first. */
  recentPatrons(): void {
    this.searching = false;
    this.toDesk();
    this.search.showRecent(this.desk.others);
  }

  /** Shift+F4: a new patron, beginning with what was typed to find them. */
  addPatron(): void {
    const sought = this.search.recent ? '' : this.search.text;
    this.search.clear();
    this.searching = false;
    this.toDesk();
    this.desk.adding = { sought };
  }

  /** Where the patron can be seen. */
  toDesk(): void {
    this.room = 'desk';
    this.queue = 'desk';
    this.focusBox();
  }

  /** The scanner read something: it goes to the field that claims scans, as main reads it, else to the room's queue. */
  async scanned(burst: Burst): Promise<void> {
    if (this.desk.formComes) {
      await Promise.race([
        this.desk.formCame(),
        new Promise((resolve) => setTimeout(resolve, longestFormMs)),
      ]);
      await tick();
    }
    const claim = this.#claims.at(-1);
    const read = claim ? await call('scans.read', heard(burst)) : null;
    // A field that is gone meanwhile takes nothing, and no scan is lost.
    if (claim && read?.ok && this.#claims.includes(claim) && claim.wants(read.value)) claim.take(read.value);
    else await this.scan(burst.text, 'scanner', this.queue, burst);
  }

  /**
   * A field made for a scan takes the scans, until the function it is answered is called.
   *
   * @param wants those that are for it; the others go to the queue, as everywhere
   */
  claimScans(take: Claim['take'], wants: Claim['wants'] = () => true): () => void {
    const claim = { take, wants };
    this.#claims = [...this.#claims, claim];
    return () => (this.#claims = this.#claims.filter((other) => other !== claim));
  }

  /** A code came in, from the scanner or the keyboard: its row stands at once, and main takes it from there. */
  async scan(
    text: string,
    via: 'scanner' | 'typed',
    room = this.queue,
    { by = 'barcode', ...burst }: Partial<Burst> & { by?: 'barcode' | 'itemId' } = {},
  ): Promise<void> {
    const id = crypto.randomUUID();
    const log = this.logs[room];
    if (room === 'desk') this.desk.mode = modeSetBy(text) ?? this.desk.mode;
    const mode = room === 'desk' ? this.desk.mode : 'auto';
    const lends = mode === 'auto' && (this.desk.patron !== null || this.desk.opening);
    this.desk.ended = null;
    if (commandIn(text) === null) this.slips.withdraw();
    log.add({ id, text, kind: 'unknown', action: room === 'receiving' ? 'find' : lends ? 'lend' : 'return' });
    const taken = call('scans.submit', {
      ...heard({ also: [], ...burst, text }),
      id,
      room,
      mode,
      via,
      by,
    });
    if (room === 'desk') this.desk.taken = taken;
    const reply = await taken;
    if (reply.ok) log.confirm(reply.value);
    else log.fail(id, reply.failure);
  }

  /** Asks for a command as its barcode would: in the order of the scans. */
  ask(command: CommandBarcode): Promise<void> {
    return this.scan(commandCode(command), 'typed');
  }

  /** The scan box says where it is, so that anything can give it the focus back. */
  setBox(box: HTMLInputElement | null): void {
    this.#box = box;
  }

  focusBox(): void {
    this.#box?.focus();
  }

  /** Says what came of something that no scan asked for: large for a moment, and in the strip. */
  tell(text: ScanText): void {
    this.desk.say(text);
    this.report({ id: crypto.randomUUID(), at: instant(), text });
  }

  /** Puts a result into the strip, and lets it be heard. */
  report(result: Result): void {
    this.results = [result, ...this.results].slice(0, stripLength);
    if (result.text.sound) this.station.speaker.play(result.text.sound);
  }

  #newLog(room: Room): ScanLog {
    return new ScanLog(
      (scan) => this.#settled(scan),
      (scan) => this.#named(scan),
      (scan) => void this.#obey(scan, room),
    );
  }

  /** Does what a command barcode asks for, and tells main, which goes on with what was scanned after it. */
  async #obey({ id, result }: ScanView, room: Room): Promise<void> {
    if (result?.kind !== 'command') return;
    // Whatever becomes of it, main is told: everything scanned after it waits.
    const why = await this.actions.command(result.command, room).catch(() => '');
    await call('scans.ran', { id, why });
  }

  #named(scan: ScanView): void {
    this.results = this.results.map((result) =>
      result.id === scan.id ? { ...result, text: scanText(scan) } : result,
    );
  }

  #settled(scan: ScanView): void {
    const text = scanText(scan);
    this.report({ id: scan.id, at: scan.at, text: scan.recovered ? { ...text, sound: null } : text });
    const slip = scan.recovered ? null : onwardSlip(scan);
    if (slip) this.slips.offer(slip);
  }
}

/** What main is to make of a burst. */
const heard = ({ text, also, behind = [] }: Burst): Input<'scans.read'> => ({
  text,
  also: [...also],
  behind: [...behind],
});

export const [getShell, setShell] = createContext<Shell>();
