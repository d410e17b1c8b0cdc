import type { Money } from '../../contract/common.ts';
import type {
  AtDesk,
  DeskEvent,
  LentNotDueView,
  PatronView,
  UnclearView,
  UnreadCardView,
  WhichView,
} from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import type { ScanView } from '../../contract/scans.ts';
import { m } from '../../messages/compiled/messages.js';
import { call, watch } from '../api.ts';
import type { ScanLog, ScanRow } from '../scan/scan-log.svelte.ts';
import { isSettled } from '../../shared/scan-state.ts';
import type { ScanText } from '../scan/scan-text.ts';
import type { Stage } from '../scan/stage.svelte.ts';
import { instant } from '../ui/format.ts';
import { DeskDialogs } from './dialogs.svelte.ts';
import { endText } from './end-text.ts';
import { LeavingPatrons } from './leaving-patrons.ts';
import { OpenTab } from './open-tab.svelte.ts';
import { RecentPatrons } from './recent-patrons.svelte.ts';
import { ScanQuestions } from './scan-questions.svelte.ts';
import { ShownReturn } from './shown-return.svelte.ts';
import { TabRequests } from './tab-requests.svelte.ts';
import type { PatronTabId } from './tabs.ts';
import { forgetDrafts } from '../ui/list/drafts.svelte.ts';
import { forgetAllBut } from '../ui/list/keep-last.svelte.ts';

/** Called when a patron comes, and when a session or a patron's part of it is over. Scans are newest first. */
interface DeskListeners {
  /** A patron has come who was not opened by a card that was scanned. */
  readonly onArrived: (patron: PatronView) => void;
  /** The session was ended: what was done in its last visit. */
  readonly onEnd: (text: ScanText) => void;
  /** The session was ended with this patron at the desk. `paid` is what they paid in it; null where that is nothing. */
  readonly onEnded: (patron: PatronView | null, scans: readonly ScanView[], paid: Money | null) => void;
  /** The next patron has come, and nothing of this patron's is under way any more. */
  readonly onLeft: (patron: PatronView, scans: readonly ScanView[]) => void;
}

/** What came of something that was not a scan. */
export interface DoneAction {
  readonly text: ScanText;
  readonly failure?: Failure | null;
}

/** Something done in a visit that was not a scan, with a row of its own. */
export interface ActionRow extends DoneAction {
  readonly id: string;
  readonly at: string;
}

const isEndUnderWay = ({ state, result }: ScanView): boolean =>
  state === 'sent' && result?.kind === 'command' && result.command === 'END';

/** Main does not end the session yet: scans are still on their way. */
export const isScansOpen = (failure: Failure): boolean =>
  failure.kind === 'invalid' && failure.reason === 'scansOpen';

const viewsOf = (rows: readonly ScanRow[]): readonly ScanView[] => rows.map(({ view }) => view);

/** The working session of the desk, as main reports it: who is at the desk, what was scanned, what is unclear. */
export class DeskSession {
  /** The patron at the desk; null also while a card is looked up. */
  readonly patron = $derived.by(() => (this.opening ? null : this.shown));
  /** The patron of the present visit: they stay until another card was read. */
  shown = $state.raw<PatronView | null>(null);
  /** A patron's card was scanned, and the service has not answered yet. */
  opening = $state(false);
  /** A card that opened nobody: whose it was is asked before anything is lent. */
  readonly whose = $derived.by(() => (this.opening ? null : this.unread));
  /** The same, also while the next card is looked up. */
  unread = $state.raw<UnreadCardView | null>(null);
  /** A code that is both a patron's and an item's: the librarian says which is meant. */
  which = $state.raw<WhichView | null>(null);
  /** The tab of the patron to open next; null once it is open. */
  tabToShow = $state.raw<PatronTabId | null>(null);
  /** `return`: items are returned, whichever patron is open. */
  mode = $state<'auto' | 'return'>('auto');
  /** Main's first report has come. */
  started = $state(false);
  unclear = $state.raw<readonly UnclearView[]>([]);
  /** Books that were lent and are not due on the day that was set by hand. */
  lentNotDue = $state.raw<readonly LentNotDueView[]>([]);
  /** Why a request to the session itself failed; shown over the session until the next try. */
  failure = $state.raw<Failure | null>(null);
  /** Main did not end the session because scans are on their way, and some still are. */
  isEndRefused = $state(false);
  /** What was done in this visit without a scan, newest first. */
  actionRows = $state.raw<readonly ActionRow[]>([]);
  /** The day on which what is lent from now on is due; `''` where the service says it. */
  due = $state('');
  /** Resolves once main has answered the last scan, and so has said whether it may bring a patron. */
  lastSubmission: Promise<unknown> = Promise.resolve();
  /** What each patron of this session paid in it, by their ids. */
  amountsPaid: Readonly<Record<string, Money>> = {};
  readonly log: ScanLog;
  readonly stage: Stage;
  readonly shownReturn: ShownReturn;
  readonly openTab = new OpenTab(() => this.shown?.userId ?? '');
  readonly dialogs = new DeskDialogs();
  readonly recent = new RecentPatrons(() => this.patron?.userId);
  readonly tabRequests = new TabRequests(this);
  readonly questions = new ScanQuestions(this);
  /** Pop-up notes stand in the way: nothing is lent until they were read. */
  readonly notesInTheWay = $derived(!this.whose && (this.patron?.unseenNotes.length ?? 0) > 0);
  /** The id of the patron of this visit; `''` for nobody yet. */
  #visitor = '';
  readonly #listeners: DeskListeners;
  readonly #leaving = new LeavingPatrons();

  constructor(log: ScanLog, stage: Stage, listeners: DeskListeners) {
    this.log = log;
    this.stage = stage;
    this.shownReturn = new ShownReturn(log);
    this.#listeners = listeners;
  }

  /** All scans of this session, newest first. */
  get scans(): readonly ScanView[] {
    return viewsOf(this.log.rows);
  }

  /** No patron is at the desk, and nothing was scanned. */
  get isEmpty(): boolean {
    return this.patron === null && !this.opening && this.log.rows.length === 0;
  }

  /** Follows main until the function it answers is called. */
  start(): () => void {
    const stops = [
      watch('desk.watch', (event) => this.#onEvent(event)),
      watch('desk.unclear', (unclear) => (this.unclear = unclear)),
      watch('desk.lentNotDue', (loans) => (this.lentNotDue = loans)),
    ];
    return () => stops.forEach((stop) => stop());
  }

  async open(userId: string): Promise<Failure | null> {
    const reply = await call('desk.open', { userId });
    return reply.ok ? null : reply.failure;
  }

  async openLast(): Promise<Failure | null> {
    const { last } = this.recent;
    if (last) this.failure = await this.open(last.userId);
    return this.failure;
  }

  /** The record of the patron was deleted: their session ends, and they cannot be opened again. */
  async closeDeleted({ userId }: Pick<PatronView, 'userId'>): Promise<void> {
    this.recent.markObsolete(userId);
    if (this.patron?.userId === userId) await this.end();
    this.recent.remove(userId);
  }

  /** The patron has another primary id from now on. */
  async openRenamed(oldId: string, newId: string): Promise<void> {
    this.recent.markObsolete(oldId);
    this.failure = await this.open(newId);
  }

  /** Says whether the code that could be either is a patron's or an item's. */
  async decide(is: 'patron' | 'item'): Promise<void> {
    if (!this.which) return;
    const reply = await call('desk.which', { id: this.which.id, is });
    this.failure = reply.ok ? null : reply.failure;
  }

  /** The same by its key. A key that comes too soon after the question does nothing. */
  decideByKey(is: 'patron' | 'item'): void {
    if (this.stage.isArmed) void this.decide(is);
  }

  /** The patron at the desk is still served, whatever card that was. A key that comes too soon after the question does nothing. */
  async still(): Promise<Failure | null> {
    if (!this.whose) return null;
    // A barcode that came too soon says so in its row.
    if (!this.stage.isArmed)
      return { kind: 'invalid', field: 'command', reason: 'notNow', detail: m.desk_whose() };
    const reply = await call('desk.still', { id: this.whose.id });
    this.failure = reply.ok ? null : reply.failure;
    return this.failure;
  }

  /** The pop-up notes of the patron were read. */
  async acknowledge(): Promise<Failure | null> {
    const reply = await call('desk.acknowledge', {});
    this.failure = reply.ok ? null : reply.failure;
    return this.failure;
  }

  /** Ends the session. Main refuses while a scan is open (`isScansOpen`): that is no failure, and is not shown as one. */
  async end(withSlips = true): Promise<Failure | null> {
    const { patron } = this;
    const paid = this.amountsPaid[patron?.userId ?? ''] ?? null;
    // The rows are read after main has answered: a report about them may come before the answer.
    const { rows, visitFrom } = this.log;
    const reply = await call('desk.end', {});
    this.isEndRefused = !reply.ok && isScansOpen(reply.failure) && this.log.open > 0;
    this.failure = reply.ok || isScansOpen(reply.failure) ? null : reply.failure;
    if (!reply.ok) return reply.failure;
    // After an END barcode, what was scanned next has already set the mode of the next session.
    if (!rows.some(({ view }) => isEndUnderWay(view))) this.mode = 'auto';
    const visit = rows.filter(({ order }) => order >= visitFrom);
    this.#listeners.onEnd(endText(viewsOf(visit), paid, this.stage.takeUnseen()));
    if (withSlips) this.#listeners.onEnded(patron, viewsOf(rows), paid);
    return null;
  }

  /** Forgets the patrons of earlier sessions, and the drafts that were begun for them. */
  forget(): void {
    forgetDrafts();
    this.dialogs.forgetNewPatron();
    this.recent.clear();
  }

  /** What is lent from now on is due when the service says. */
  async clearDue(): Promise<void> {
    const reply = await call('desk.due', { due: null });
    this.failure = reply.ok ? null : reply.failure;
  }

  /** Gives what was done without a scan its rows in the visit. */
  addRows(actions: readonly DoneAction[]): void {
    const at = instant();
    const rows = actions.map((action) => ({ ...action, id: crypto.randomUUID(), at }));
    this.actionRows = [...rows, ...this.actionRows];
  }

  async drop(id: string): Promise<void> {
    const reply = await call('scans.drop', { id });
    if (reply.ok) this.log.apply(reply.value);
    else this.failure = reply.failure;
  }

  #onEvent(event: DeskEvent): void {
    this.started = true;
    switch (event.type) {
      case 'session':
        this.#leaving.takeAll();
        this.amountsPaid = {};
        this.#setPatron(event.session);
        this.due = event.session.due;
        this.which = event.session.which;
        this.actionRows = [];
        this.openTab.forget();
        this.#visitor = event.session.patron?.userId ?? '';
        this.isEndRefused = false;
        this.log.reset(event.session.scans, event.session.visitFrom);
        break;
      case 'scan':
        this.log.apply(event.scan);
        if (isSettled(event.scan)) this.failure = null;
        if (this.log.open === 0) this.isEndRefused = false;
        this.#reportLeft();
        break;
      case 'which':
        this.which = event.which;
        break;
      case 'patron':
        this.#leaving.replace(this.shown, event.patron);
        this.#beginVisit(event);
        this.#setPatron(event);
        this.#reportLeft();
        break;
      case 'due':
        this.due = event.due;
        break;
    }
    this.tabRequests.dropForOthers();
  }

  #reportLeft(): void {
    if (this.log.open > 0 || this.opening) return;
    for (const patron of this.#leaving.takeAll()) this.#listeners.onLeft(patron, this.scans);
  }

  /** Another card, or another patron: what was done for the one before is not theirs, and no name of it is left. */
  #beginVisit({ patron, visitFrom }: Pick<AtDesk, 'patron' | 'visitFrom'>): void {
    const isOther = patron !== null && this.#visitor !== '' && patron.userId !== this.#visitor;
    if (patron) this.#visitor = patron.userId;
    if (!isOther && visitFrom === this.log.visitFrom) return;
    this.actionRows = [];
    this.openTab.forget();
    this.stage.beginVisit();
    this.log.beginVisit(visitFrom);
  }

  /** A card is looked up: its scan says how the patron stands. */
  get #isCardUnderWay(): boolean {
    return this.log.rows.some(({ view }) => view.action === 'open' && !isSettled(view));
  }

  #setPatron({ patron, opening, unread }: AtDesk): void {
    const { shown } = this;
    const isAnother = shown?.userId !== patron?.userId;
    if (shown && (isAnother || opening)) this.recent.add(shown);
    if (shown && isAnother) void forgetAllBut(patron?.userId ?? '');
    const hasCome = patron !== null && isAnother;
    if (hasCome) this.shownReturn.dismiss();
    if (patron) this.recent.markInUse(patron.userId);
    this.shown = patron;
    this.opening = opening;
    this.unread = unread;
    if (hasCome && !this.#isCardUnderWay) this.#listeners.onArrived(patron);
  }
}
