import { tick, untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import type { Input } from '../../contract/index.ts';
import type { LookedUp, Room } from '../../contract/scans.ts';
import { m } from '../../messages/compiled/messages.js';
import {
  commandCode,
  commandIn,
  commandOf,
  roomOf,
  type CommandBarcode,
  type ScannedCommand,
} from '../../shared/command-barcodes.ts';
import type { BarcodeReading } from '../../shared/mixed-scans.ts';
import { shown } from '../../shared/scanned-text.ts';
import { call } from '../api.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { failedText } from '../ui/list/action-result.ts';
import { openDialogs } from '../ui/open-dialogs.svelte.ts';
import { slowAfter } from '../ui/slow-after.ts';
import { modeSetBy } from './commands.ts';
import { commandElsewhereText, lookedUpText, lookingText, unfinishedText } from './looked-up-text.ts';
import type { Burst } from './wedge.ts';

/** How long a scan waits for a form that was asked for, in milliseconds: the form may never be drawn. */
const longestFormMs = 10_000;

/** A field or a list that asks for scans: what is scanned while it is on the screen is for it. */
export interface ScanField {
  readonly onScan: (reading: BarcodeReading) => void;
  /** Which scans are for it; all that can be read where it is missing. */
  readonly accepts?: (reading: BarcodeReading) => boolean;
  /** What the scan box says meanwhile. A dialog says itself what it asks for. */
  readonly prompt?: string;
  /** It asks only while it has the focus. */
  readonly whileFocused?: boolean;
}

interface Claim extends ScanField {
  readonly element: HTMLElement;
}

/** Where the window was at the first key of a scan: what comes of the scan belongs there. */
export interface ScanPlace {
  readonly room: Shell['room'];
  /** The dialog that lay over the room; null for none. */
  readonly dialog: HTMLElement | null;
  readonly claims: readonly Claim[];
}

/** A scan that was only looked up: its result, and what it is. */
interface LookedUpScan {
  /** The id of its result on the strip. */
  readonly id: string;
  readonly burst: Burst;
  readonly found: LookedUp;
}

const isUsable = ({ why }: BarcodeReading): boolean => why !== 'unusable';

/** Whether it may be a book: a card and a command are never for a field that asks for one. */
export const mayBeBook = (reading: BarcodeReading): boolean =>
  isUsable(reading) && reading.kind !== 'patron' && reading.kind !== 'command';

/** Whether it may be a patron's card, or another identifier of theirs. */
export const mayBeIdentifier = (reading: BarcodeReading): boolean =>
  isUsable(reading) && (reading.kind === 'patron' || reading.kind === 'unknown');

const dialogOf = (element: HTMLElement): HTMLElement | null =>
  element.closest<HTMLElement>('[role="dialog"], [role="alertdialog"]');

/** The room whose queue takes what is scanned in this room; null where a scan is only looked up. */
export const queueOf = (room: Shell['room']): Room | null =>
  room === 'desk' || room === 'receiving' ? room : null;

/**
 * Where scans go. One goes to the field that asks for it, in the room and the dialog that were there at its first key;
 * at the desk and in the receiving room else to main's queue; elsewhere it is looked up. Under a dialog that asks for
 * none it waits until somebody takes it up, because nobody would see what comes of it.
 */
export class ScanInput {
  readonly #shell: Shell;
  #claims = $state.raw<readonly Claim[]>([]);
  /** Scans that nothing was done with yet: made under a dialog, or pasted as a list. */
  offered = $state.raw<readonly Burst[]>([]);
  /** The scan that was looked up last. */
  #lookedUp = $state.raw<LookedUpScan | null>(null);
  /** Counts the look-ups: only the newest one is shown. */
  #lookUps = 0;

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** Gives the scans to an element while it is on the screen. Of several the last one that takes a scan has it. */
  readonly takenBy =
    (field: ScanField): Attachment<HTMLElement> =>
    (element) => {
      const claim: Claim = { ...field, element };
      const change = (claims: (before: readonly Claim[]) => readonly Claim[]): void =>
        untrack(() => {
          this.#claims = claims(this.#claims);
        });
      const begin = (): void => change((before) => [...before.filter((one) => one !== claim), claim]);
      const end = (): void => change((before) => before.filter((one) => one !== claim));
      if (field.whileFocused) {
        element.addEventListener('focus', begin);
        element.addEventListener('blur', end);
        if (document.activeElement === element) begin();
      } else begin();
      return () => {
        end();
        element.removeEventListener('focus', begin);
        element.removeEventListener('blur', end);
      };
    };

  /** Where the window is now. */
  place(): ScanPlace {
    return { room: this.#shell.room, dialog: openDialogs.top, claims: this.#claims };
  }

  /** What the field of the room that has the next scan asks for; `''` where there is none. */
  get prompt(): string {
    return this.#claims.findLast(({ element, prompt }) => prompt && !dialogOf(element))?.prompt ?? '';
  }

  /** Whether nothing would be done with a scan now, because a dialog is open that asks for none. */
  get isShut(): boolean {
    const { top } = openDialogs;
    return top !== null && !this.#claims.some(({ element }) => dialogOf(element) === top);
  }

  /** What was looked up, for as long as the strip or the stage shows it. */
  get lookedUp(): LookedUp | null {
    const scan = this.#lookedUp;
    return scan && scan.id === this.#shell.results.latest?.id ? scan.found : null;
  }

  /** The scanner has read something. */
  async onBurst(burst: Burst, place: ScanPlace): Promise<void> {
    const { tabRequests } = this.#shell.desk;
    if (!tabRequests.isFormPending) return this.#take(burst, 'scanner', place);
    await Promise.race([
      tabRequests.formSettled(),
      new Promise((resolve) => setTimeout(resolve, longestFormMs)),
    ]);
    await tick();
    return this.#take(burst, 'scanner', this.place());
  }

  /** A code whose end never came: nothing is done with a part of one. */
  onUnfinished(text: string, { room }: ScanPlace): void {
    const shell = this.#shell;
    const said = unfinishedText(shown(text));
    const id = shell.results.reportText(said);
    const queue = queueOf(room);
    if (queue) shell.stages[queue].show({ id, text: said });
  }

  /** Somebody has typed a code into the scan box. */
  onTyped(text: string): Promise<void> {
    return this.#take({ text, also: [] }, 'typed', this.place());
  }

  /** Keeps scans for somebody to take up: nothing was done with them. */
  offer(bursts: readonly Burst[]): void {
    this.offered = [...this.offered, ...bursts];
    const last = this.offered.at(-1);
    openDialogs.notice = last ? m.app_scan_waits({ code: last.text }) : '';
    this.#shell.station.speaker.play('attention');
  }

  /** Does what is done with scans here, with each that was offered, one after the other. */
  async takeOffered(): Promise<void> {
    const bursts = this.offered;
    this.dropOffered();
    for (const burst of bursts) await this.#take(burst, 'scanner', this.place());
  }

  dropOffered(): void {
    this.offered = [];
    openDialogs.notice = '';
  }

  /** Another library, or nobody has been here for long: no code of before is taken up or used any more. */
  forget(): void {
    this.dropOffered();
    this.#lookedUp = null;
    this.#lookUps += 1;
  }

  /**
   * Takes the scan that was looked up to the desk, and does it there: a card is opened, a book lent or returned.
   * Nothing happens where none is shown.
   */
  async useLookedUp(mode: 'auto' | 'return'): Promise<void> {
    const shell = this.#shell;
    const scan = this.lookedUp && this.#lookedUp;
    const isFor = (kind: LookedUp['kind']): boolean => scan?.found.kind === kind;
    if (!scan || (mode === 'return' ? !isFor('item') : !isFor('item') && !isFor('patron'))) return;
    if (mode === 'auto' && isFor('item') && !shell.desk.patron) {
      shell.results.reportNotNow(m.actions_no_patron());
      return;
    }
    this.#lookedUp = null;
    shell.toDesk();
    await this.submit(scan.burst.text, 'scanner', 'desk', { ...scan.burst, mode });
  }

  /** The order line that was looked up, for the receiving room: once. */
  takeOrderLine(): string {
    const found = this.lookedUp;
    const pol = found && found.kind !== 'patron' ? found.pol : '';
    if (pol !== '') this.#lookedUp = null;
    return pol;
  }

  /** A card was scanned in the receiving room: by one key it is opened at the desk. */
  noteCard(id: string, text: string): void {
    this.#lookedUp = { id, burst: { text, also: [] }, found: { kind: 'patron' } };
  }

  /** Shows the row of a scan at once and sends the scan to main's queue. */
  async submit(
    text: string,
    via: 'scanner' | 'typed',
    room: Room,
    {
      by = 'barcode',
      mode: onlyNow,
      ...burst
    }: Partial<Burst> & { by?: 'barcode' | 'itemId'; mode?: 'auto' | 'return' } = {},
  ): Promise<void> {
    const { desk, logs, slips } = this.#shell;
    const id = crypto.randomUUID();
    const log = logs[room];
    const affixes = this.#shell.station.view?.barcodes.affixes;
    if (room === 'desk') desk.mode = modeSetBy(text, affixes) ?? desk.mode;
    const mode = room === 'desk' ? (onlyNow ?? desk.mode) : 'auto';
    const lends = mode === 'auto' && (desk.patron !== null || desk.opening);
    if (commandIn(text, affixes) === null) slips.withdraw();
    log.add({ id, text, kind: 'unknown', action: room === 'receiving' ? 'find' : lends ? 'lend' : 'return' });
    const submission = call('scans.submit', {
      ...inputOf({ also: [], ...burst, text }),
      id,
      room,
      mode,
      via,
      by,
    });
    if (room === 'desk') desk.lastSubmission = submission;
    const reply = await submission;
    if (reply.ok) log.confirm(reply.value);
    else log.fail(id, reply.failure);
  }

  /** Submits a command of the desk as its barcode would: it is done in the order of the scans. */
  submitCommand(command: CommandBarcode): Promise<void> {
    return this.submit(commandCode(command), 'typed', 'desk');
  }

  /** A command of another room was scanned: that room opens and says what it would do, and does it when scanned there. */
  showCommand(scanned: ScannedCommand): void {
    const shell = this.#shell;
    const room = roomOf(scanned.command);
    if (room === 'desk') shell.toDesk();
    else if (room === 'receiving') shell.toReceiving();
    const text = commandElsewhereText(scanned, room ?? 'several');
    const id = shell.results.reportText(text);
    if (room) shell.stages[room].show({ id, text });
  }

  async #take(burst: Burst, via: 'scanner' | 'typed', place: ScanPlace): Promise<void> {
    const shell = this.#shell;
    const queue = queueOf(place.room);
    const claims = place.claims.filter(({ element }) => dialogOf(element) === place.dialog);
    if (queue && !place.dialog && claims.length === 0) return this.submit(burst.text, via, queue, burst);
    const turn = shell.libraryTurn;
    const reply = await call('scans.read', inputOf(burst));
    if (turn !== shell.libraryTurn) return;
    const scanned = reply.ok ? commandOf(reply.value.code) : null;
    const claim = claims.findLast(({ accepts = isUsable }) => reply.ok && accepts(reply.value));
    if (scanned?.command === 'HELP') shell.toggleOverlay('keys');
    else if (reply.ok && claim && this.#claims.includes(claim)) claim.onScan(reply.value);
    // The field that it was for has gone meanwhile, or nobody would see what comes of it.
    else if (claim || place.dialog) this.offer([burst]);
    else if (queue) await this.submit(burst.text, via, queue, burst);
    else if (scanned) this.showCommand(scanned);
    else await this.#lookUp(burst);
  }

  async #lookUp(burst: Burst): Promise<void> {
    const { results } = this.#shell;
    const id = crypto.randomUUID();
    const asked = (this.#lookUps += 1);
    const slow = setTimeout(() => {
      if (asked === this.#lookUps) results.report({ id, text: lookingText(burst.text) });
    }, slowAfter);
    const reply = await call('scans.lookUp', inputOf(burst));
    clearTimeout(slow);
    // Another scan, or another library, has come meanwhile.
    if (asked !== this.#lookUps) return;
    this.#lookedUp = reply.ok ? { id, burst, found: reply.value } : null;
    const text = reply.ok ? lookedUpText(reply.value) : failedText(reply.failure, burst.text, true);
    results.report({ id, text });
  }
}

const inputOf = ({ text, also, behind = [] }: Burst): Input<'scans.read'> => ({
  text,
  also: [...also],
  behind: [...behind],
});
