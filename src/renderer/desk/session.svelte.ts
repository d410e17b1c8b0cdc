import type { Money } from '../../contract/common.ts';
import type {
  DeskEvent,
  LentNotDueView,
  PatronHit,
  PatronView,
  UnclearView,
  WhichView,
} from '../../contract/desk.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Offer, ScanView } from '../../contract/scans.ts';
import { call, watch } from '../api.ts';
import type { ScanLog, ScanRow } from '../scan/scan-log.svelte.ts';
import { isSettled } from '../../shared/scan-state.ts';
import type { ScanText } from '../scan/scan-text.ts';
import { DeskContext } from './context.svelte.ts';
import type { PatronTabId } from './tabs.ts';
import type { PatronEdit } from '../patrons/edit.svelte.ts';
import { forgetDrafts } from '../ui/list/drafts.svelte.ts';
import { forgetAllBut } from '../ui/list/keep-last.svelte.ts';
import { takesScans, type TabRequest } from './tab-actions.ts';

/** Told of what is over, with the scans of the session, newest first. */
interface Over {
  /** The session was ended, with this patron at the desk; and what they paid in it, if they did. */
  readonly ended: (patron: PatronView | null, scans: readonly ScanView[], paid: Money | null) => void;
  /** This patron was followed by another, and nothing of theirs is under way any more. */
  readonly left: (patron: PatronView, scans: readonly ScanView[]) => void;
}

const isEndUnderWay = ({ state, result }: ScanView): boolean =>
  state === 'sent' && result?.kind === 'command' && result.command === 'END';

const viewsOf = (rows: readonly ScanRow[]): readonly ScanView[] => rows.map(({ view }) => view);
/** How many of those who were here before are kept. */
const mostRecent = 10;

/** The working session of the desk, as main reports it: who is at the desk, what was scanned, what is unclear. */
export class DeskSession {
  patron = $state.raw<PatronView | null>(null);
  /** A patron's card was scanned, and the service has not answered yet. */
  opening = $state(false);
  /** A code that is a patron's and an item's: which is meant? */
  which = $state.raw<WhichView | null>(null);
  /** A tab of the patron's that something has to be seen in; null once it is open. */
  shows = $state.raw<PatronTabId | null>(null);
  /** `return`: items are returned whoever is open. */
  mode = $state<'auto' | 'return'>('auto');
  /** Main's first report has come. */
  started = $state(false);
  unclear = $state.raw<readonly UnclearView[]>([]);
  /** Books that are not due yet on the day set by hand. */
  lentNotDue = $state.raw<readonly LentNotDueView[]>([]);
  /** Who was at the desk in this window, the newest first: to be opened again with a key. */
  recent = $state.raw<readonly PatronHit[]>([]);
  /** A patron is being added, beginning with what was typed to find them. */
  adding = $state.raw<{ readonly sought: string } | null>(null);
  /** The form for a new patron, once it was opened: what was begun in it can be gone on with. */
  newcomer = $state.raw<PatronEdit | null>(null);
  /** Why something asked of the session did not happen; shown over the session until the next try. */
  failure = $state.raw<Failure | null>(null);
  /** What came to nothing after its dialog had gone with the next card; until somebody has read it. */
  afterwards = $state.raw<{ readonly failure: Failure; readonly about: string } | null>(null);
  /** The session was ended, with these counts; until the next scan. */
  ended = $state.raw<{
    readonly name: string;
    readonly lent: number;
    readonly returned: number;
    /** The patron was deleted, and their session ended with that. */
    readonly deleted?: boolean;
  } | null>(null);
  /** The day on which what is lent from now on is due; `''` where the service says it. */
  due = $state('');
  /** What is asked of the person in a dialog of the desk. */
  asking = $state.raw<'due' | 'itemId' | null>(null);
  /** The return whose book was put where it goes: the patron who is open is in sight again. */
  #returnSeen = $state('');
  /** What came of something done by a key, and when: large over the session, as each scan is. */
  said = $state.raw<{ readonly text: ScanText; readonly when: number } | null>(null);
  /** Asked for by a key of the desk or in the palette, and kept until the patron is there and their tab has taken it. */
  wanted = $state.raw<TabRequest | null>(null);
  /** How often a form that takes scans was asked for, and main has not said yet whether a patron comes. */
  #formsAsked = $state(0);
  /** What was taken at this window is being looked at. */
  takingsOpen = $state(false);
  /** What was scanned last is with main: whether it may bring a patron has been said. */
  taken: Promise<unknown> = Promise.resolve();
  /** Who was at the desk, and whether somebody was coming, when the key was pressed. */
  #wantedAt: { readonly userId: string; readonly opening: boolean } = { userId: '', opening: false };
  readonly log: ScanLog;
  readonly context = new DeskContext();
  /** The newest scan that asks something about the patron who is open. */
  readonly question = $derived.by(() => {
    const { question } = this.log;
    return question && this.asks(question).length > 0 ? question : null;
  });
  /** The newest scan is a return whose book is still in somebody's hand: where it goes stands over everything. */
  readonly returning = $derived.by(() => {
    const { lastReturn } = this.log;
    const newest = this.log.rows.find((row) => row.view.state !== 'dropped')?.id;
    return lastReturn && lastReturn.id === newest && lastReturn.id !== this.#returnSeen ? lastReturn : null;
  });
  /** Those who are not at the desk now. */
  readonly others = $derived(
    this.recent.filter((one) => one.userId !== this.patron?.userId).slice(0, mostRecent),
  );
  readonly last = $derived(this.others[0] ?? null);
  /** Pop-up notes stand in the way: nothing is lent until they were read. */
  readonly notesInTheWay = $derived((this.patron?.unseenNotes.length ?? 0) > 0);

  readonly #over: Over;
  /** Patrons who were followed by the next one, and whose scans are not all settled. */
  #leaving: readonly PatronView[] = [];

  /** What each patron of this session paid in it, by their ids. */
  paid: Readonly<Record<string, Money>> = {};
  /** Primary ids that nobody has any more: their record was deleted here, or goes by another. */
  #gone: readonly string[] = [];

  constructor(log: ScanLog, over: Over) {
    this.log = log;
    this.#over = over;
  }

  /** All that was scanned in this session, newest first. */
  get scans(): readonly ScanView[] {
    return viewsOf(this.log.rows);
  }

  /** Follows main until the function it answers is called. */
  start(): () => void {
    const stops = [
      watch('desk.watch', (event) => this.#heard(event)),
      watch('desk.unclear', (unclear) => (this.unclear = unclear)),
      watch('desk.lentNotDue', (left) => (this.lentNotDue = left)),
    ];
    return () => stops.forEach((stop) => stop());
  }

  async open(userId: string): Promise<Failure | null> {
    const reply = await call('desk.open', { userId });
    return reply.ok ? null : reply.failure;
  }

  /** Nobody is at the desk, and nothing was scanned. */
  get isEmpty(): boolean {
    return this.patron === null && !this.opening && this.log.rows.length === 0;
  }

  /** Asks a tab of the patron who is at the desk, or whose card was just scanned: also where main has not said so yet. */
  want(wanted: TabRequest): void {
    const forms = takesScans(wanted) ? 1 : 0;
    this.#formsAsked += forms;
    void this.taken.then(() => {
      this.#formsAsked -= forms;
      this.#want(wanted);
    });
  }

  /** A form that takes scans was asked for and is not there yet: what is scanned now is for it. */
  get formComes(): boolean {
    return this.#formsAsked > 0 || (this.wanted !== null && takesScans(this.wanted));
  }

  /** Resolves once that form is there, or is not to come. */
  formCame(): Promise<void> {
    return new Promise((resolve) => {
      const stop = $effect.root(() => {
        $effect(() => {
          if (this.formComes) return;
          resolve();
          queueMicrotask(() => stop());
        });
      });
    });
  }

  #want(wanted: TabRequest): void {
    if (!this.patron && !this.opening) return;
    this.seeReturn();
    this.#wantedAt = { userId: this.patron?.userId ?? '', opening: this.opening };
    this.wanted = wanted;
  }

  /** Says what the code is that could be either. */
  async decide(is: 'patron' | 'item'): Promise<void> {
    if (!this.which) return;
    const reply = await call('desk.which', { id: this.which.id, is });
    this.failure = reply.ok ? null : reply.failure;
  }

  async openLast(): Promise<Failure | null> {
    if (this.last) this.failure = await this.open(this.last.userId);
    return this.failure;
  }

  async acknowledge(): Promise<Failure | null> {
    const reply = await call('desk.acknowledge', {});
    this.failure = reply.ok ? null : reply.failure;
    return this.failure;
  }

  /** Ends the session; main refuses while a scan is open, and the session then says so and which. */
  async end(withSlips = true): Promise<Failure | null> {
    const { patron } = this;
    const paid = this.paid[patron?.userId ?? ''] ?? null;
    // What came of them is read when main has answered: a report of it may be on its way.
    const { rows } = this.log;
    const reply = await call('desk.end', {});
    this.failure = reply.ok ? null : reply.failure;
    if (!reply.ok) return reply.failure;
    // Where a barcode asked for it, what was scanned after that has said already how it goes on.
    if (!rows.some(({ view }) => isEndUnderWay(view))) this.mode = 'auto';
    this.ended = { name: patron?.name ?? '', ...reply.value };
    if (withSlips) this.#over.ended(patron, viewsOf(rows), paid);
    return null;
  }

  /** Forgets whom the sessions before were with, and what was begun for them. */
  forget(): void {
    forgetDrafts();
    this.adding = null;
    this.newcomer = null;
    this.ended = null;
    this.afterwards = null;
    this.recent = [];
    this.#gone = [];
  }

  /** What can be done about a scan, for as long as the patron it asks about is here. */
  asks({ question }: ScanView): readonly Offer[] {
    return question && question.userId === this.patron?.userId ? question.offers : [];
  }

  /** Gives one of the answers; main scans the item again accordingly. */
  async answer(id: string, offer: Offer): Promise<void> {
    const reply = await call('scans.answer', { id, offer });
    this.failure = reply.ok ? null : reply.failure;
  }

  /** The key beside the first answer, the second. */
  async answerQuestion(index: number): Promise<void> {
    const { question } = this;
    const offer = question && this.asks(question)[index];
    if (offer) await this.answer(question.id, offer);
  }

  /** What is lent from now on is due when the service says. */
  async clearDue(): Promise<void> {
    const reply = await call('desk.due', { due: null });
    this.failure = reply.ok ? null : reply.failure;
  }

  /** The book is where it goes: back to the patron who is open. */
  seeReturn(): void {
    this.#returnSeen = this.log.lastReturn?.id ?? '';
  }

  say(text: ScanText): void {
    this.said = { text, when: performance.now() };
  }

  /** Their record is gone: so is their session, and nobody opens them again. */
  async deleted({ userId, name }: Pick<PatronView, 'userId' | 'name'>): Promise<void> {
    this.#gone = [...this.#gone, userId];
    if (this.patron?.userId === userId) await this.end();
    this.recent = this.recent.filter((one) => one.userId !== userId);
    if (this.ended) this.ended = { ...this.ended, name, deleted: true };
  }

  /** They go by another primary id from now on. */
  async renamed(before: string, now: string): Promise<void> {
    this.#gone = [...this.#gone, before];
    this.failure = await this.open(now);
  }

  async drop(id: string): Promise<void> {
    const reply = await call('scans.drop', { id });
    if (reply.ok) this.log.apply(reply.value);
    else this.failure = reply.failure;
  }

  #heard(event: DeskEvent): void {
    this.started = true;
    switch (event.type) {
      case 'session':
        this.#leaving = [];
        this.paid = {};
        this.#patron(event.session.patron);
        this.opening = event.session.opening;
        this.due = event.session.due;
        this.said = null;
        this.which = event.session.which;
        this.log.reset(event.session.scans);
        break;
      case 'scan':
        this.ended = null;
        this.log.apply(event.scan);
        if (isSettled(event.scan) && !this.#scansStillOpen) this.failure = null;
        this.#seeOff();
        break;
      case 'which':
        this.which = event.which;
        break;
      case 'patron':
        this.#follow(event.patron);
        this.#patron(event.patron);
        this.opening = event.opening;
        this.#seeOff();
        if (!event.patron && !event.opening) this.wanted = null;
        break;
      case 'due':
        this.due = event.due;
        break;
    }
    if (!this.opening && !this.#isMeant) this.wanted = null;
  }

  /**
   * Whether what was asked for is meant for the patron who is here: the one of that moment or, where a card was being
   * looked up, the one who came of it. Nobody else's fees are shown for it.
   */
  get #isMeant(): boolean {
    const { userId, opening } = this.#wantedAt;
    return this.patron !== null && (this.patron.userId === userId) !== opening;
  }

  /** Who was at the desk leaves it, unless they are there again. */
  #follow(patron: PatronView | null): void {
    const gone = this.patron ? [this.patron] : [];
    const isBack = ({ userId }: PatronView): boolean =>
      [...gone, patron].some((one) => one?.userId === userId);
    this.#leaving = [
      ...this.#leaving.filter((one) => !isBack(one)),
      ...gone.filter((one) => one.userId !== patron?.userId),
    ];
  }

  #seeOff(): void {
    if (this.log.open > 0 || this.opening) return;
    const leaving = this.#leaving;
    this.#leaving = [];
    for (const patron of leaving) this.#over.left(patron, this.scans);
  }

  /** The session was not ended because of scans of which some are open still. */
  get #scansStillOpen(): boolean {
    const { failure } = this;
    return failure?.kind === 'invalid' && failure.reason === 'scansOpen' && this.log.open > 0;
  }

  #patron(patron: PatronView | null): void {
    if (this.patron && this.patron.userId !== patron?.userId) {
      this.#remember(this.patron);
      void forgetAllBut(patron?.userId ?? '');
    }
    if (patron && patron.userId !== this.patron?.userId) this.seeReturn();
    if (patron) {
      this.ended = null;
      this.#gone = this.#gone.filter((id) => id !== patron.userId);
    }
    this.patron = patron;
  }

  #remember({ userId, name, email, group, active, expiry, expired }: PatronView): void {
    if (this.#gone.includes(userId)) return;
    const before = this.recent.filter((one) => one.userId !== userId).slice(0, mostRecent);
    this.recent = [{ userId, name, email, group, active, expiry, expired }, ...before];
  }
}
