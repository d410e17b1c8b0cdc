import { decimalsOf } from '../../service/currency.ts';
import { codeOf } from '../../service/read.ts';
import type { User } from '../../service/shapes/user.ts';
import { usualCurrency } from '../rules/sums.ts';
import { loadAll } from '../store/bulk.ts';
import { setNumbers } from '../store/counters.ts';
import type { Db } from '../store/schema.ts';
import { barcodeOf } from './barcode.ts';
import { Catalogue, type Copy, shuffledTitles } from './catalogue.ts';
import { Circulation, type Member, otherFee, overdueFee } from './circulation.ts';
import { configuration } from './configuration.ts';
import { depositProfiles } from './deposit-profiles.ts';
import { fileAndDepositNumbers, filesAndDeposits } from './files-and-deposits.ts';
import { sampleInvoices } from './invoices.ts';
import { manyLoans, namedCases, namedPatrons } from './named.ts';
import { otherRequests, otherRequestNumbers } from './other-requests.ts';
import { orderLines } from './order-lines.ts';
import { somebody } from './people.ts';
import { type Random, seeded } from './random.ts';
import { RowsOfAll } from './rows.ts';

/** Which library to make: the same seed, size and moment give the same library to the last letter. */
export interface SampleSize {
  readonly seed: number;
  /** The named samples are there always, however few are asked for. */
  readonly patrons: number;
  readonly items: number;
  /** So many loans more for the patron with ten: to see what a list is like that nobody can read to its end. */
  readonly loansOfOne: number;
  /** Order lines, 2,300 at most: the barcodes of their items are before those of the shelves. */
  readonly orders: number;
}

/** How to fill a library: what it counts money in matters as well. */
export interface Filling extends Partial<SampleSize> {
  readonly now: Date;
  readonly empty: boolean;
  /** ISO 4217. */
  readonly currency?: string;
}

/** The library that everybody gets who asks for nothing else. */
export const usualSize: SampleSize = { seed: 1, patrons: 300, items: 1500, loansOfOne: 0, orders: 40 };

/** So many patrons, with their share of everything else, are made and written at a time. */
const BLOCK = 1000;

/**
 * Fills a new database: the configuration and, unless it is to stay empty, the sample library. Dates count from `now`.
 * Answers how many patrons and items there are.
 */
export async function fill(
  db: Db,
  { now, empty, currency = usualCurrency, ...size }: Filling,
): Promise<{ patrons: number; items: number }> {
  const rows = new RowsOfAll();
  rows.config([...configuration(currency), ...depositProfiles(currency)]);
  return loadAll(db, async (trx) => {
    const maker = empty
      ? undefined
      : new Maker(rows, { ...usualSize, ...size }, { now, decimals: decimalsOf(currency) });
    while (maker?.another() === true) await rows.write(trx);
    await rows.write(trx);
    await setNumbers(trx, maker?.numbers ?? {});
    return { patrons: maker?.patrons ?? 0, items: maker?.numbers.item ?? 0 };
  });
}

/** Makes the sample library a block at a time. The first block has the named samples and the order lines. */
class Maker {
  patrons = 0;
  #named = 0;
  readonly #rows: RowsOfAll;
  readonly #size: SampleSize;
  readonly #now: Date;
  readonly #decimals: number;
  readonly #random: Random;
  readonly #catalogue: Catalogue;
  readonly #circulation: Circulation;
  #invoices: Partial<ReturnType<typeof sampleInvoices>> = {};
  #blocks = 0;
  /** How many copies stand on the shelves by chance. */
  #copies = 0;
  #titles = 0;
  #shuffled: [title: string, author: string][] = [];

  constructor(rows: RowsOfAll, size: SampleSize, { now, decimals }: { now: Date; decimals: number }) {
    this.#rows = rows;
    this.#size = size;
    this.#now = now;
    this.#decimals = decimals;
    this.#random = seeded(size.seed);
    this.#catalogue = new Catalogue(rows, now);
    this.#circulation = new Circulation(rows, this.#catalogue, { now, decimals });
  }

  get numbers() {
    return {
      ...this.#catalogue.numbers,
      ...this.#circulation.numbers,
      ...otherRequestNumbers,
      ...fileAndDepositNumbers,
      ...this.#invoices,
    };
  }

  /** Makes the next block, if the library is not complete yet. */
  another(): boolean {
    const blocks = Math.max(1, Math.ceil(this.#size.patrons / BLOCK));
    if (this.#blocks === blocks) return false;
    this.#blocks += 1;
    const first = this.#blocks === 1;
    const upTo = (all: number) => Math.round((all * this.#blocks) / blocks);
    const named = first ? namedPatrons(this.#now) : [];
    const members = this.#members(named, upTo(this.#size.patrons));
    if (first) {
      namedCases(members, this.#catalogue, this.#circulation);
      manyLoans(members, this.#catalogue, this.#circulation, this.#size.loansOfOne);
      otherRequests(this.#rows, members, this.#now);
      filesAndDeposits(this.#rows, members, { now: this.#now, decimals: this.#decimals });
      const orders = orderLines(this.#rows, this.#catalogue, members, this.#random, {
        count: this.#size.orders,
        now: this.#now,
      });
      this.#invoices = sampleInvoices(this.#rows, orders, this.#now);
      this.#shuffled = shuffledTitles(this.#random);
    }
    const copies = this.#copiesByChance(upTo(this.#size.items));
    circulationByChance(members.slice(named.length), copies, this.#circulation, this.#random);
    this.#catalogue.write();
    return true;
  }

  /** These, and others by chance until there are so many in all. */
  #members(named: readonly User[], upTo: number): Member[] {
    const first = this.patrons;
    this.patrons = Math.max(upTo, named.length);
    this.#named += named.length;
    const others = Array.from({ length: this.patrons - first - named.length }, (_, index) =>
      somebody(this.#random, first + named.length - this.#named + index + 1, this.#now),
    );
    const members = [...named, ...others].map((user, index): Member => ({ key: first + index + 1, user }));
    for (const { key, user } of members) this.#rows.user(key, user);
    return members;
  }

  /** Fills the shelves: each title in one to six copies, over the libraries. */
  #copiesByChance(upTo: number): Copy[] {
    const random = this.#random;
    const catalogue = this.#catalogue;
    const copies: Copy[] = [];
    while (catalogue.numbers.item < upTo) {
      const [title, author] = this.#nextTitle();
      const made = catalogue.title(title, author);
      const count = 1 + random.below(6);
      for (let copy = 0; copy < count && catalogue.numbers.item < upTo; copy += 1) {
        copies.push(
          catalogue.copy(made, {
            barcode: barcodeOf('item', 10_000 + this.#copies),
            library: random.pick(['MAIN', 'MAIN', 'SCI', 'LAW'] as const),
            location: random.pick(['OPEN', 'OPEN', 'OPEN', 'CLOSED', 'REMOTE'] as const),
            policy: random.pick(['LOAN', 'LOAN', 'LOAN', 'LOAN', 'SHORT', 'MEDIA', 'REFERENCE']),
          }),
        );
        this.#copies += 1;
      }
    }
    return copies;
  }

  /** The titles one after the other; from the second time round, as later editions. */
  #nextTitle(): [title: string, author: string] {
    const number = this.#titles;
    this.#titles += 1;
    const [title = '', author = ''] = this.#shuffled[number % this.#shuffled.length] ?? [];
    const edition = 1 + Math.floor(number / this.#shuffled.length);
    return [edition === 1 ? title : `${title} (${edition})`, author];
  }
}

/** Gives half of the patrons loans, and some of them fees and holds. */
function circulationByChance(
  members: readonly Member[],
  copies: readonly Copy[],
  circulation: Circulation,
  random: Random,
): void {
  const free = copies.filter(({ data }) => codeOf(data.policy) !== 'REFERENCE');
  const next = () => free.splice(random.below(free.length), 1)[0];
  for (const member of members) {
    const loans = random.oneIn(2) ? random.below(4) : 0;
    for (let loan = 0; loan < loans; loan += 1) {
      const copy = next();
      if (!copy) return;
      circulation.lend(member, copy, 1 + random.below(random.oneIn(6) ? 40 : 6));
      if (random.oneIn(12))
        circulation.hold(random.pick(members), copy, random.pick(['MAIN', 'SCI', 'LAW']), 1);
    }
    if (random.oneIn(8)) {
      const sum = `${1 + random.below(20)}.${random.pick(['00', '50'])}`;
      const fee = { ...(random.oneIn(4) ? otherFee : overdueFee), sum };
      // Without a draw of its own: one in three is paid, and one in three in part.
      const paid = [undefined, sum, '0.50'][circulation.numbers.fee % 3];
      circulation.charge(member, fee, 1 + random.below(90), paid);
    }
  }
}
