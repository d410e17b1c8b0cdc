import type { Failure } from '../../contract/failure.ts';
import type { Parsed } from '../../contract/index.ts';
import type { Command } from '../../shared/command-barcodes.ts';
import type { Offer, ScanView } from '../../contract/scans.ts';
import { invalid } from '../failure.ts';
import type { AtDesk } from './at-desk.ts';
import type { Cards } from './cards.ts';
import { classify, itemId, readingOf, type Classified } from '../../shared/barcodes.ts';
import { shown } from '../../shared/scanned-text.ts';
import { CommandLine, commandScan, ranChange } from './command-barcodes.ts';
import type { ItemLines } from './item-lines.ts';
import type { ItemWork } from './item-work.ts';
import type { Job } from './queue.ts';
import { isRest, mixedUp } from '../../shared/mixed-scans.ts';
import type { Parts } from '../deps.ts';
import type { ScanList } from '../scans/scan-list.ts';
import { lastLoan } from './undo.ts';

type Submitted = Parsed<'scans.submit'>;

/** Of a session, what a scan may come to. */
interface Session {
  readonly scans: ScanList;
  readonly items: ItemWork;
  readonly lines: ItemLines;
  readonly cards: Cards;
  readonly atDesk: AtDesk;
}

/** A scan whose turn has come, as it was read when it was made. */
interface Begun extends Pick<Job, 'code' | 'due'> {
  readonly kind: ScanView['kind'];
}

/** Takes the scans of one session: tells what each is, and gives it its place among those before and after it. */
export class ScanIntake {
  readonly #standing: Parts['standing'];
  readonly #session: Session;
  readonly #commands: CommandLine;
  /** The loans that UNDO took back. */
  #undone = new Set<string>();

  constructor({ standing }: Pick<Parts, 'standing'>, session: Session) {
    this.#standing = standing;
    this.#session = session;
    const { scans, cards } = session;
    this.#commands = new CommandLine({
      before: async (id) => {
        await scans.settledBefore(id);
        await cards.seated;
      },
      isOpen: (id) => scans.isOpen(id),
      show: (id) => scans.change(id, { state: 'sent' }),
      done: (id, why) => scans.change(id, ranChange(why)),
    });
  }

  /** Takes a scan: durable when this returns. The same id again is the same scan. */
  submit(scanned: Submitted): ScanView {
    const { id, mode } = scanned;
    const { scans, lines } = this.#session;
    const known = scans.get(id);
    if (known) return known;
    const { barcodes } = this.#standing.view();
    const byId = scanned.by === 'itemId';
    const text = byId ? scanned.text : readingOf(scanned.text, scanned.also, barcodes);
    const submitted = { ...scanned, text };
    // It may have been a card: what follows is for nobody, until one is scanned that is whole.
    if (isRest(scanned, barcodes)) return this.#turnAway(submitted, mixedUp);
    const what = byId ? itemId(text) : classify(text, barcodes);
    if (!what.ok || what.kind === 'orderLine') return this.#turnAway(submitted, what);
    if (what.kind === 'command') return this.#command(submitted, what.command);

    const { kind, code } = what;
    const action = this.#actionOf(kind, mode);
    const state = this.#commands.isBusy ? 'waiting' : 'received';
    const scan = { id, text: shown(text), kind, action, state, failure: null } as const;
    const received = scans.add(scan, mode);
    const dueOf = lines.dueOfScan();
    this.#commands.take(id, () => this.#begin(submitted, { code, kind, due: dueOf() }));
    return scans.get(id) ?? received;
  }

  /** Answers what a scan asks, with another scan of its item: for the patron it asked about, and nobody else. */
  answer(id: string, offer: Offer): null {
    const { scans, lines, atDesk } = this.#session;
    const scan = scans.get(id);
    if (!scan?.question?.offers.includes(offer)) throw invalid('scan', 'alreadySent');
    const { text } = scan;
    const { sitting } = atDesk;
    if (sitting?.patron?.userId !== scan.question.userId) throw invalid('patron', 'noPatron');
    scans.change(id, { question: null });
    const what = classify(text, this.#standing.view().barcodes);
    const code = what.ok ? what.code : text;
    if (offer !== 'renew') lines.again(text, code, 'return', null);
    if (offer === 'renew') lines.again(text, code, 'renew', sitting);
    if (offer === 'returnThenLend') lines.again(text, code, 'lend', sitting);
    return null;
  }

  /** Takes back a scan that has not left. */
  drop(id: string): ScanView {
    const { scans, items } = this.#session;
    const scan = scans.get(id);
    if (!scan) throw invalid('id', 'noIds');
    const begun = scan.state === 'sent' || (scan.action === 'open' && !this.#commands.waiting.includes(id));
    if (!begun && scans.isOpen(id)) items.drop(id);
    return scans.get(id) ?? scan;
  }

  /** The window has done what a command barcode asks for; or it says why it could not. */
  ran(id: string, why: string | null): void {
    this.#commands.ran(id, why);
  }

  /** The window is gone, or begins anew: what it was asked to do, it does not do. */
  giveUp(): void {
    this.#commands.giveUp();
  }

  /** What was scanned after a command that is at the window, and waits for it. */
  get waiting(): readonly string[] {
    return this.#commands.waiting;
  }

  /** Commands that the window was asked to do. */
  get asked(): readonly string[] {
    return this.#commands.shown;
  }

  /** The session is over. */
  forget(): void {
    this.#undone = new Set();
  }

  /** What a scan does, as things stand. */
  #actionOf(kind: ScanView['kind'], mode: Submitted['mode']): 'open' | 'lend' | 'return' {
    if (kind === 'patron' || (kind === 'unknown' && mode === 'auto')) return 'open';
    return mode === 'auto' && this.#session.atDesk.sitting ? 'lend' : 'return';
  }

  /** A scan's turn has come. */
  #begin({ id, mode, by }: Submitted, { code, kind, due }: Begun): void {
    const { scans, lines, cards, atDesk } = this.#session;
    if (!scans.isOpen(id)) return;
    const action = this.#actionOf(kind, mode);
    if (scans.get(id)?.action !== action) scans.change(id, { action });
    const job = lines.job(id, code, by, due);
    if (action === 'open') void cards.open(job, kind === 'unknown');
    else lines.put(action === 'lend' ? atDesk.sitting : null, job);
  }

  #command(submitted: Submitted, command: Command): ScanView {
    const { id, mode } = submitted;
    const { scans } = this.#session;
    const received = scans.add(commandScan(submitted, command), mode);
    this.#commands.put(id, command, command === 'UNDO' ? () => this.#undo(id) : undefined);
    return scans.get(id) ?? received;
  }

  async #undo(id: string): Promise<void> {
    const { scans, items, lines } = this.#session;
    const own = scans.get(id);
    if (!own) return;
    const found = lastLoan(scans.views(), own, this.#undone);
    if ('failure' in found) {
      items.refuse(id, found.failure);
      return;
    }
    const { loan } = found;
    await items.undo(lines.job(id, loan.barcode, 'barcode'), loan);
    if (scans.get(id)?.result?.kind === 'undone') this.#undone.add(found.id);
  }

  /** A scan that cannot be anything, or nothing for this desk, stays in sight with the reason. */
  #turnAway({ id, text, mode }: Submitted, what: Classified): ScanView {
    const { scans, cards } = this.#session;
    const reason = what.ok ? 'malformed' : what.reason;
    const detail = what.ok ? what.kind : what.detail;
    if (reason === 'required') throw invalid('text', reason);
    const { kind } = what;
    const failure: Failure = { kind: 'invalid', field: 'text', reason, detail };
    const isCard = kind === 'patron' || what === mixedUp;
    const action = isCard ? 'open' : 'find';
    const scan = scans.add({ id, text: shown(text), kind, action, state: 'refused', failure }, mode);
    // A card that was misread is still a new patron: what follows is not for the one before.
    if (isCard) this.#commands.take(id, () => cards.misread());
    return scan;
  }
}
