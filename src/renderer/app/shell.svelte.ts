import { createContext } from 'svelte';
import type { Room, ScanView } from '../../contract/scans.ts';
import type { WindowEvent } from '../../contract/window.ts';
import { call, watch } from '../api.ts';
import { DeskSession, type DoneAction } from '../desk/session.svelte.ts';
import { standingText } from '../desk/standing.ts';
import { nextMethod } from '../fees/methods.svelte.ts';
import { PatronSearch } from '../patrons/search.svelte.ts';
import type { PatronTabId } from '../desk/tabs.ts';
import type { InvoiceImport } from '../invoices/import/import.svelte.ts';
import type { InvoicesRoom } from '../invoices/invoices-room.svelte.ts';
import { isDialogOpen } from './keys.ts';
import type { ReceivingSession } from '../receiving/session.svelte.ts';
import { queueOf, ScanInput } from '../scan/scan-input.svelte.ts';
import { ScanLog, type Visit } from '../scan/scan-log.svelte.ts';
import { lateText, scanText, type ScanText } from '../scan/scan-text.ts';
import { Stage } from '../scan/stage.svelte.ts';
import { dueSlip, onwardSlip, returnSlip, slipsAtEnd } from '../slips/session-slips.ts';
import { UpdatesState } from '../updates/updates.svelte.ts';
import { WorkReport } from './work-report.ts';
import { Links } from '../links/links.svelte.ts';
import { OpenedFile } from '../opened/opened.svelte.ts';
import { FirstStartState } from '../first-start/first-start.svelte.ts';
import { PolicyState } from '../policy/policy.svelte.ts';
import { QuietState } from '../quiet/quiet.svelte.ts';
import { failedText } from '../ui/list/action-result.ts';
import { outlasting } from '../ui/outlasting.svelte.ts';
import { UnsavedInput } from '../ui/unsaved-input.ts';
import { Registry, whyNot, type Action, type Actions } from './actions.svelte.ts';
import { Closing } from './closing.svelte.ts';
import { Idle } from './idle.svelte.ts';
import { isDeskBusy, openWork } from './open-work.ts';
import type { Spending } from '../spending/spending.svelte.ts';
import type { OrdersRoom } from '../orders/orders-room.svelte.ts';
import { OrderLineAtDesk } from './order-line-at-desk.ts';
import { Results } from './results.svelte.ts';
import type { RoomEntry, SectionsRoom } from './rooms.ts';
import { Slips } from '../slips/slips.svelte.ts';
import type { SectionId as AcquisitionsSection } from '../acquisitions/sections.ts';
import type { SectionId as ConfigurationSection } from '../configuration/sections.ts';
import type { SectionId as LendingSection } from '../lending/sections.ts';
import type { SectionId as ReportsSection } from '../reports/sections.ts';
import { OpenSection } from '../ui/open-section.svelte.ts';
import type { SectionId } from '../station/sections.ts';
import { StationState } from '../station/station.svelte.ts';

/** What lies over the room: its help page, the key sheet, the palette, or the card of command barcodes. */
export type Overlay = 'help' | 'keys' | 'palette' | 'card';

/** What a section of a room keeps while other rooms are open. */
export interface SectionState {
  /** Another library: nothing of the one before stays. */
  forget(): void;
  /** Something was changed that is not saved: the window asks before it closes. */
  readonly isUnsaved?: boolean;
}

/** What all rooms of the window share: the station, the sessions, the scans, the results, and which room is open. */
export class Shell {
  readonly station = new StationState();
  readonly results = new Results(this.station.speaker);
  readonly logs: Readonly<Record<Room, ScanLog>> = {
    desk: this.#newLog('desk'),
    receiving: this.#newLog('receiving'),
  };
  readonly stages: Readonly<Record<Room, Stage>> = {
    desk: new Stage((id) => {
      const { questions, which, whose } = this.desk;
      // The question whose a card was says that it opened nobody.
      return questions.held !== null || which !== null || (whose !== null && whose.id !== id);
    }),
    receiving: new Stage(() => this.receiving !== null && this.receiving.questions.current !== null),
  };
  readonly desk = new DeskSession(this.logs.desk, this.stages.desk, {
    onArrived: (patron) => this.stages.desk.show({ id: crypto.randomUUID(), text: standingText(patron) }),
    onEnd: (text) => {
      this.results.clear();
      this.stages.desk.show({ id: crypto.randomUUID(), text });
    },
    onEnded: (patron, scans, paid) => this.slips.offer(...slipsAtEnd(patron, scans, paid)),
    onLeft: (patron, scans) => {
      const slip = dueSlip(patron, scans);
      if (slip) this.slips.printAutomatic(slip);
    },
  });
  readonly slips = new Slips({
    settings: () => this.station.view?.slips ?? null,
    sessionSlip: () => {
      const { patron, scans } = this.desk;
      return patron ? dueSlip(patron, scans) : returnSlip(scans);
    },
    onResult: (text) => this.results.reportNote(text),
  });
  readonly scanInput = new ScanInput(this);
  readonly actions = new Registry(async () => (await import('./all-actions.ts')).allActions(this));
  readonly idle = new Idle({
    times: () => this.station.view?.appearance ?? { blurAfter: 0, clearAfter: 0 },
    isBusy: () => isDeskBusy(this),
    isTyped: () => this.isScanBoxFilled,
    clear: () => void this.#endForAbsence(),
  });
  readonly workReport = new WorkReport(this);
  readonly links = new Links(this);
  readonly opened = new OpenedFile(this);
  readonly quiet = new QuietState();
  readonly updates = new UpdatesState();
  readonly policy = new PolicyState();
  readonly firstStart = new FirstStartState(this);
  readonly typed = new UnsavedInput();
  readonly closing = new Closing(() => openWork(this));
  /** Made when its room is first opened; it goes on while other rooms are open. */
  receiving = $state.raw<ReceivingSession | null>(null);
  orders: OrdersRoom | null = null;
  invoices: InvoicesRoom | null = null;
  /** The vendor's file that is being imported. */
  invoiceImport: InvoiceImport | null = null;
  spending: Spending | null = null;
  /** The open section of the acquisitions room. */
  readonly acquisitions = new OpenSection<AcquisitionsSection, 'first'>('invoices');
  readonly lending = new OpenSection<LendingSection, 'first'>('new');
  readonly configuration = new OpenSection<ConfigurationSection, 'first'>('libraries');
  readonly reports = new OpenSection<ReportsSection, 'first'>('fee-transactions');
  readonly #openSections: Readonly<Record<SectionsRoom, { focusOn: 'name' | 'first' | null }>> = {
    ...{ acquisitions: this.acquisitions, lending: this.lending },
    ...{ configuration: this.configuration, reports: this.reports },
  };
  room = $state<RoomEntry['id']>('desk');
  /** The queue that takes what is scanned in this room; null where a scan is only looked up. */
  readonly queue = $derived(queueOf(this.room));
  overlay = $state<Overlay | null>(null);
  /** The scan box searches for patrons, whatever is typed. */
  searching = $state(false);
  readonly search = new PatronSearch();
  readonly #sectionStates: SectionState[] = [];
  #scanBox: HTMLInputElement | null = null;
  readonly #orderLine = new OrderLineAtDesk(this.logs.desk);

  /** Follows main until the function it answers is called. */
  start(): () => void {
    const stops = [
      this.station.start(),
      this.desk.start(),
      this.workReport.start(),
      this.quiet.start(),
      this.updates.start(),
      this.policy.start(),
      this.firstStart.start(),
      watch('window.watch', (event) => this.#onWindowEvent(event)),
    ];
    return () => stops.forEach((stop) => stop());
  }

  go(room: RoomEntry): void {
    const orderLine =
      room.id === 'receiving' ? (this.#orderLine.take() ?? this.scanInput.takeOrderLine()) : '';
    this.room = room.id;
    // Its sections are forms and lists: one begins in its first field, and a scan lands wherever the focus is.
    if (room.id in this.#openSections) this.#openSections[room.id as SectionsRoom].focusOn = 'first';
    this.focusScanBox();
    if (orderLine !== '') void this.#openOrder(orderLine);
  }

  /** To the room in which the patron is shown. */
  toDesk(): void {
    this.room = 'desk';
    this.focusScanBox();
  }

  /** To the room in which the order line on the table is shown. */
  toReceiving(): void {
    this.room = 'receiving';
    this.focusScanBox();
  }

  /** Puts an order line on the table of the receiving room. It is looked at, and not received by any mode. */
  async #openOrder(pol: string): Promise<void> {
    const reply = await call('receiving.open', { pol });
    if (reply.ok) return;
    const text = failedText(reply.failure, pol, true);
    this.stages.receiving.show({ id: this.results.reportText(text), text });
  }

  /** Counts the libraries of this window: a section that is open is opened anew with each. */
  libraryTurn = $state(0);

  /** Another library has other patrons: nothing of the one before stays on the screen. */
  forgetLibrary(): void {
    this.desk.forget();
    this.slips.forget();
    nextMethod.forget();
    this.orders?.forget();
    this.invoices?.forget();
    this.invoiceImport?.forget();
    this.spending?.forget();
    for (const state of this.sectionStates) state.forget();
    for (const stage of Object.values(this.stages)) stage.clear();
    this.results.clear();
    this.scanInput.forget();
    this.libraryTurn += 1;
  }

  /** Opens a tab of the patron at the desk. */
  showTab(tab: PatronTabId): void {
    this.desk.tabToShow = tab;
    this.toDesk();
  }

  /** Opens a section of the settings. */
  showSettings(section: SectionId): void {
    this.room = 'settings';
    this.station.openSection.open(section);
  }

  /** Opens a room at the section that `open` opens. */
  showSection(room: SectionsRoom, open: () => void): void {
    this.room = room;
    open();
  }

  /** The state of a section: made when it is first opened, it stays while other rooms are open. */
  stateOf<T extends SectionState>(State: new (shell: Shell) => T): T {
    const known = this.#sectionStates.find((state): state is T => state instanceof State);
    if (known) return known;
    const state = outlasting(() => new State(this));
    this.#sectionStates.push(state);
    return state;
  }

  /** The states of the sections that were opened. */
  get sectionStates(): readonly SectionState[] {
    return this.#sectionStates;
  }

  /** Opens a section of the acquisitions room; `first` gives the focus to its first field. */
  showAcquisitions(section: AcquisitionsSection, focusOn: 'name' | 'first' = 'first'): void {
    this.room = 'acquisitions';
    this.acquisitions.open(section, focusOn);
  }

  /** F1 and F2: what a scan of an item does. */
  setLendMode(mode: 'auto' | 'return'): void {
    this.desk.mode = mode;
    if (mode === 'auto') this.desk.shownReturn.dismiss();
    this.searching = false;
    this.toDesk();
  }

  /** F4: what is typed next is a patron's name. */
  searchPatrons(): void {
    this.searching = true;
    this.toDesk();
  }

  /** Shift+F8: the patrons who were at the desk before, newest first. */
  showRecentPatrons(): void {
    this.searching = false;
    this.toDesk();
    this.search.showRecent(this.desk.recent.others);
  }

  /** Shift+F4: a new patron; the form begins with the text they were searched by. */
  addPatron(): void {
    const searchText = this.search.recent ? '' : this.search.text;
    this.search.clear();
    this.searching = false;
    this.toDesk();
    this.desk.dialogs.newPatron = { searchText };
  }

  /** Opens an overlay, or closes it if it is open. The palette does not open over a dialog: it would act on what is behind. */
  toggleOverlay(overlay: Overlay): void {
    if (overlay === 'palette' && this.overlay === null && isDialogOpen()) return;
    this.overlay = this.overlay === overlay ? null : overlay;
  }

  /** The actions of one subject, made once for this window. */
  actionsOf<T extends Actions>(make: (shell: Shell) => T): T {
    return this.actions.of(make, () => make(this));
  }

  /**
   * Runs an action from the palette, or by a key that works everywhere. If it cannot be done now, the strip says so and
   * why; if it fails, the failure is shown in its own place.
   */
  async perform(action: Action): Promise<void> {
    let why = whyNot(action);
    if (why !== null) {
      // Main may not have said yet whether the card that was just scanned brings a patron.
      await this.desk.lastSubmission;
      why = whyNot(action);
    }
    if (why === null) await (action.fromPalette ?? action).run();
    else this.results.reportNotNow(why);
  }

  /**
   * Shows the outcome of something at the desk that was not a scan, on the stage.
   *
   * @param rows the rows of the visit that it has, newest first
   */
  announce(text: ScanText, rows: readonly DoneAction[] = [{ text }]): void {
    const id = this.results.reportText(text);
    this.stages.desk.show({ id, text });
    this.desk.addRows(rows);
  }

  /** The scan box registers itself, so that the focus can go back to it from anywhere. */
  setScanBox(box: HTMLInputElement | null): void {
    this.#scanBox = box;
  }

  focusScanBox(): void {
    this.#scanBox?.focus();
  }

  get isScanBoxFilled(): boolean {
    return (this.#scanBox?.value ?? '') !== '';
  }

  #onWindowEvent({ type }: WindowEvent): void {
    if (type === 'closeAsked') this.closing.onRequest();
    else if (type === 'help') this.toggleOverlay('help');
    else if (type === 'workAsked') this.workReport.answer();
    else if (type === 'left') this.idle.onLeave();
    else this.idle.onReturn();
  }

  /** The user has been away for long: the session ends, and nothing on the screen names its patron. */
  async #endForAbsence(): Promise<void> {
    if (await this.desk.end(false)) return;
    this.desk.forget();
    this.stages.desk.clear();
    this.slips.forget();
    this.results.clear();
    this.scanInput.forget();
  }

  #newLog(room: Room): ScanLog {
    return new ScanLog(
      (scan, visit) => this.#onSettled(scan, visit, room),
      (scan, visit) => {
        const text = visit === 'earlier' ? lateText(scan) : this.#textOf(scan);
        this.results.update(scan.id, text);
        this.stages[room].update(scan.id, text);
      },
      (scan) => void this.#runCommand(scan, room),
    );
  }

  /** Does what a command barcode asks for, and answers main, which then goes on with the next scans. */
  async #runCommand({ id, result }: ScanView, room: Room): Promise<void> {
    if (result?.kind !== 'command') return;
    // Main is answered in any case: all later scans wait for it.
    const why = await this.actions.command(result.command, room, result.number).catch(() => '');
    await call('scans.ran', { id, why });
  }

  #onSettled(scan: ScanView, visit: Visit, room: Room): void {
    // A book of the trolley says itself what becomes of it.
    if (scan.result?.kind === 'book' && !scan.result.again) return;
    const { failure, result, recovered } = scan;
    const isOfOtherRoom = failure?.kind === 'invalid' && failure.reason === 'otherRoom';
    if (isOfOtherRoom && result?.kind === 'command' && !recovered) {
      this.scanInput.showCommand({ number: null, ...result });
      return;
    }
    const text = visit === 'earlier' ? lateText(scan) : this.#textOf(scan);
    this.results.report({ id: scan.id, text: recovered ? { ...text, sound: null } : text });
    // What was done for a patron who has gone is not news for the next one; what was not done is.
    if (visit === 'present' || scan.state !== 'done') this.#showScan(scan, text, room);
    if (room === 'receiving' && scan.kind === 'patron') this.scanInput.noteCard(scan.id, scan.text);
    const slip = recovered ? null : onwardSlip(scan);
    if (slip) this.slips.offer(slip);
  }

  /** A card says how its patron stands; any other scan what came of it. */
  #textOf(scan: ScanView): ScanText {
    const { patron } = this.desk;
    const isTheirs = scan.result?.kind === 'patron' && scan.result.userId === patron?.userId;
    return isTheirs ? standingText(patron) : scanText(scan);
  }

  #showScan({ id, result }: ScanView, text: ScanText, room: Room): void {
    // A command says itself what it did.
    if (result?.kind === 'command' && text.meaning === 'done') return;
    this.stages[room].show({ id, text });
  }
}

export const [getShell, setShell] = createContext<Shell>();
