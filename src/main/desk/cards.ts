import type { PatronView, WhichView } from '../../contract/desk.ts';
import { textOf } from '../../service/read.ts';
import type { CardGuess } from '../../shared/may-be-card.ts';
import { isAbsent } from '../commands/refusals.ts';
import { Emitter } from '../emitter.ts';
import type { Deps, DesksDeps } from '../deps.ts';
import { invalid } from '../failure.ts';
import { readPatron, type PatronRead } from '../patrons/read.ts';
import { nameOf } from '../patrons/record.ts';
import type { Service } from '../ports.ts';
import type { ScanList } from '../scans/scan-list.ts';
import { assertConnected, assertOfScan, scanFailure } from '../scans/scan.ts';
import type { ItemScan } from './circulation.ts';
import type { PatronSession } from './patron-session.ts';
import type { PatronSessions } from './patron-sessions.ts';
import type { JobRunner } from './queue.ts';

type CardDeps = Deps & Pick<DesksDeps, 'takesNobody'>;

/** Finds out who comes to the desk: by a scanned card, or because the user chose the patron. */
export class Cards {
  readonly which = new PatronOrItem();
  readonly #deps: CardDeps;
  readonly #scans: ScanList;
  readonly #runner: JobRunner;
  readonly #patrons: PatronSessions;
  #choosing: Promise<unknown> = Promise.resolve();
  /** Who was at the desk last in this session: they may be finished, also while nobody new is taken. */
  #served: Pick<PatronView, 'userId' | 'barcode'> | null = null;

  constructor(deps: CardDeps, scans: ScanList, runner: JobRunner, patrons: PatronSessions) {
    this.#deps = deps;
    this.#scans = scans;
    this.#runner = runner;
    this.#patrons = patrons;
  }

  /** Resolves once the patron who was chosen is at the desk, or could not be opened. */
  get chosen(): Promise<unknown> {
    return this.#choosing;
  }

  /** Opens a patron who was chosen, in the order of the scans around. */
  choose(userId: string): Promise<PatronView> {
    const opened = this.#openChosen(this.#patrons.begin(userId), userId);
    this.#choosing = opened.catch(() => undefined);
    return opened;
  }

  /**
   * Opens the patron whose card was scanned. Where the code turns out to be an item's, it is handled as an item.
   *
   * @param guess whether it was a card, where it opens nobody
   */
  async open(scan: ItemScan, guess: CardGuess, mayBeItem: boolean): Promise<void> {
    const { id, code } = scan;
    const session = this.#patrons.begin(code, id);
    let isCard = guess;
    const onSent = (): void => this.#scans.change(id, { state: 'sent' });
    try {
      // A code that may be an item's is looked up: books are returned all the same.
      if (!mayBeItem && this.#isTurnedAway(code)) throw takenByNobody();
      const service = await this.#deps.connection.service();
      assertOfScan(scan, service);
      const { patron, title } = await lookUpCard(service, code, mayBeItem, onSent);
      if (patron === null || (await this.#isItem(scan, patron, title))) {
        this.#patrons.isItem(session, scan);
        return;
      }
      isCard = 'card';
      if (this.#isTurnedAway(code)) throw takenByNobody();
      const { userId, name } = this.#open(session, service, patron);
      this.#scans.change(id, { state: 'done', kind: 'patron', result: { kind: 'patron', userId, name } });
    } catch (error) {
      this.#runner.refuse(id, scanFailure(error, code, this.#deps));
      this.#patrons.misread(session, isCard);
    }
  }

  /** A card, or what may be one, cannot be read: it opens nobody. */
  misread(id: string, code: string, guess: CardGuess): void {
    this.#patrons.misread(this.#patrons.begin(code, id), guess);
  }

  /** The session is over. */
  forget(): void {
    this.which.forget();
    this.#served = null;
  }

  #open(session: PatronSession, service: Service, read: PatronRead): PatronView {
    assertConnected(service, this.#deps.connection);
    const patron = this.#patrons.opened(session, service, read);
    this.#served = patron;
    return patron;
  }

  /** Whether this card or id is of somebody new, and nobody new is taken. */
  #isTurnedAway(code: string): boolean {
    if (!this.#deps.takesNobody()) return false;
    return this.#served === null || ![this.#served.userId, this.#served.barcode].includes(code);
  }

  async #openChosen(session: PatronSession, userId: string): Promise<PatronView> {
    try {
      if (this.#isTurnedAway(userId)) throw takenByNobody();
      const service = await this.#deps.connection.service();
      return this.#open(session, service, await readPatron(service, userId));
    } catch (error) {
      this.#patrons.misread(session, 'card');
      throw error;
    }
  }

  /** Where the code is a patron's and an item's, the user says which of them is meant. */
  async #isItem({ id, code }: ItemScan, { user }: PatronRead, title: string | null): Promise<boolean> {
    if (title === null) return false;
    this.#scans.change(id, { state: 'held' });
    return (await this.which.ask({ id, code, patron: nameOf(user), item: title })) === 'item';
  }
}

const takenByNobody = (): Error => invalid('patron', 'draining');

type CardAnswer = 'patron' | 'item';

/**
 * Asks the user about codes that are a patron's and an item's at once: once per code in a session. Scans meanwhile
 * wait, as after any card.
 */
class PatronOrItem {
  /** Emits the present question. */
  readonly changes = new Emitter<WhichView | null>();
  readonly #questions = new Map<
    string,
    { readonly view: WhichView; readonly answer: (is: CardAnswer) => void }
  >();
  readonly #answers = new Map<string, CardAnswer>();

  /** The oldest open question. */
  get view(): WhichView | null {
    const [first] = this.#questions.values();
    return first?.view ?? null;
  }

  async ask(view: WhichView): Promise<CardAnswer> {
    const earlier = this.#answers.get(view.code);
    if (earlier) return earlier;
    const { promise, resolve } = Promise.withResolvers<CardAnswer>();
    this.#questions.set(view.id, { view, answer: resolve });
    this.changes.emit(this.view);
    const is = await promise;
    this.#answers.set(view.code, is);
    return is;
  }

  /** Does nothing where no question about this scan is open. */
  answer(id: string, is: CardAnswer): void {
    const question = this.#questions.get(id);
    if (!question) return;
    this.#questions.delete(id);
    question.answer(is);
    this.changes.emit(this.view);
  }

  /** The session is over, and its answers with it. */
  forget(): void {
    this.#answers.clear();
  }
}

/** What a code is: a patron's, an item's with this title, or both. Never neither: that is an error. */
interface CardMatch {
  readonly patron: PatronRead | null;
  readonly title: string | null;
}

/** Looks a code up as a patron's card and, if it may be an item's too, also as an item's barcode. */
async function lookUpCard(
  service: Service,
  code: string,
  mayBeItem: boolean,
  onSent: () => void,
): Promise<CardMatch> {
  const title = mayBeItem ? itemTitle(service, code) : Promise.resolve(null);
  title.catch(() => undefined); // matters only once it is known whether there is a patron
  try {
    const patron = await readPatron(service, code, { onSent });
    return { patron, title: await title.catch(() => null) };
  } catch (error) {
    if (!isAbsent(error) || (await title) === null) throw error;
    return { patron: null, title: await title };
  }
}

/** The title of the item with this barcode; null where there is none. */
async function itemTitle({ client }: Service, code: string): Promise<string | null> {
  try {
    const item = await client.call('items.byBarcode', { query: { item_barcode: code } });
    return textOf(item.bib_data?.title) || code;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
