import type { PatronView } from '../../contract/desk.ts';
import { nameOf } from '../patrons/view.ts';
import type { AtDesk } from './at-desk.ts';
import type { ItemLines } from './item-lines.ts';
import type { ItemWork } from './item-work.ts';
import type { Job } from './queue.ts';
import { lookUpCard } from './look-up-card.ts';
import { mixedInstead } from '../scans/mixed.ts';
import type { Parts } from '../deps.ts';
import { readPatron, type PatronRead } from '../patrons/read.ts';
import type { ScanList } from '../scans/scan-list.ts';
import { settledSitting, type Sitting } from './patron-session.ts';
import type { WhichOne } from './which-one.ts';
import { failureOf } from '../failure.ts';

/** Of a session, what a card has to do with. */
interface Session {
  readonly scans: ScanList;
  readonly items: ItemWork;
  readonly lines: ItemLines;
  readonly atDesk: AtDesk;
  readonly which: WhichOne;
}

/** Finds out who comes to the desk: by a card that was scanned, or chosen by a person. */
export class Cards {
  readonly #parts: Parts;
  readonly #session: Session;
  #seating: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts, session: Session) {
    this.#parts = parts;
    this.#session = session;
  }

  /** Resolves once whoever was chosen is at the desk, or could not be. */
  get seated(): Promise<unknown> {
    return this.#seating;
  }

  /** Opens a patron who was chosen, in the order of the scans around. */
  choose(userId: string): Promise<PatronView> {
    const opened = this.#openChosen(this.#session.atDesk.seat(false), userId);
    this.#seating = opened.catch(() => undefined);
    return opened;
  }

  /** Opens the patron whose card was scanned, or takes it for the item that it turns out to be. */
  async open(job: Job, mayBeItem: boolean): Promise<void> {
    const { id, code } = job;
    const { scans, items, atDesk } = this.#session;
    const sitting = atDesk.seat(mayBeItem);
    const onSent = (): void => scans.change(id, { state: 'sent' });
    try {
      const service = await this.#parts.standing.service();
      const { patron, title } = await lookUpCard(service, code, mayBeItem, onSent);
      if (patron === null || (await this.#isItem(job, patron, title))) {
        this.#movedToItem(sitting, job);
        return;
      }
      const { userId, name } = atDesk.opened(sitting, service, patron);
      scans.change(id, { state: 'done', kind: 'patron', result: { kind: 'patron', userId, name } });
    } catch (error) {
      const { standing, log } = this.#parts;
      items.refuse(id, mixedInstead(error, code, standing.view().barcodes) ?? failureOf(error, log));
      atDesk.failed(sitting);
    }
  }

  /** A card that cannot be read is still a new patron: what follows is not for the one before. */
  misread(): void {
    const { atDesk } = this.#session;
    atDesk.failed(atDesk.seat(false));
  }

  async #openChosen(sitting: Sitting, userId: string): Promise<PatronView> {
    const { atDesk } = this.#session;
    try {
      const service = await this.#parts.standing.service();
      return atDesk.opened(sitting, service, await readPatron(service, userId));
    } catch (error) {
      atDesk.failed(sitting);
      throw error;
    }
  }

  /** Where there is an item too, a person says which of them is meant. */
  async #isItem({ id, code }: Job, { user }: PatronRead, title: string | null): Promise<boolean> {
    if (title === null) return false;
    const { scans, which } = this.#session;
    scans.change(id, { state: 'held' });
    return (await which.ask({ id, code, patron: nameOf(user), item: title })) === 'item';
  }

  #movedToItem(sitting: Sitting, job: Job): void {
    sitting.move();
    this.#session.lines.move(sitting, job, settledSitting(sitting));
    this.#session.atDesk.tell();
  }
}
