import { firstNumbers } from '../store/counters.ts';
import type { ItemData } from '../store/items.ts';
import { inProcess, type Process } from '../rules/item.ts';
import { daysLater, serviceDate } from '../rules/calendar.ts';
import { libraryCode, type LibraryCode, type LocationCode, locations } from './configuration.ts';
import type { RowsOfAll } from './rows.ts';
import { knownTitles, series } from './titles.ts';
import type { Random } from './random.ts';

const numberOf = {
  mms: firstNumbers('mms'),
  holding: firstNumbers('holding'),
  item: firstNumbers('item'),
};

/** A title in the catalogue. */
export interface Title {
  readonly mmsId: string;
  readonly title: string;
  readonly author: string;
}

/** A copy on the shelf, with what circulation needs to know of it. */
export interface Copy {
  readonly pid: string;
  readonly mmsId: string;
  readonly holdingId: string;
  readonly callNumber: string;
  readonly of: Title;
  readonly data: ItemData;
}

/** Where a copy belongs and how it lends. */
export interface CopyPlan {
  readonly barcode: string | undefined;
  readonly library: LibraryCode;
  readonly location: LocationCode;
  readonly policy: string;
  readonly process?: Process;
  readonly polNumber?: string;
}

/**
 * Makes titles, holdings and items, numbering them as it goes. Items are written last: circulation changes them.
 * What is written is forgotten, so that a library of any size is made in little memory.
 */
export class Catalogue {
  readonly copies: Copy[] = [];
  readonly #rows: RowsOfAll;
  readonly #now: Date;
  /** The holdings of titles that are not written yet. */
  readonly #holdings = new Map<string, string>();
  readonly #places = new Map<string, number>();
  readonly #made = { mms: 0, holding: 0, item: 0 };

  constructor(rows: RowsOfAll, now: Date) {
    this.#rows = rows;
    this.#now = now;
  }

  get numbers() {
    return { ...this.#made };
  }

  title(title: string, author: string): Title {
    this.#made.mms += 1;
    const mmsId = numberOf.mms(this.#made.mms);
    this.#rows.bib(mmsId, { mms_id: mmsId, title, author, ...imprint(this.#made.mms) });
    return { mmsId, title, author };
  }

  copy(of: Title, plan: CopyPlan): Copy {
    const { barcode, library, location } = plan;
    const callNumber = `${String(100 + (Number(of.mmsId) % 899))}.${Number(of.mmsId) % 97} ${of.title.slice(0, 3)}`;
    const holdingId = this.#holding(of, library, location, callNumber);
    this.#made.item += 1;
    const pid = numberOf.item(this.#made.item);
    const data = inProcess(
      {
        pid,
        ...(barcode === undefined ? {} : { barcode }),
        creation_date: serviceDate(daysLater(this.#now, -400)),
        library: libraryCode(library),
        location: { value: location, desc: locations[location] },
        policy: { value: plan.policy, desc: plan.policy },
        po_line: plan.polNumber ?? '',
        pieces: '1',
        requested: false,
        fulfillment_note: '',
        internal_note_1: '',
      },
      plan.process ?? '',
    );
    const copy = { pid, mmsId: of.mmsId, holdingId, callNumber, of, data };
    this.#places.set(pid, this.copies.push(copy) - 1);
    return copy;
  }

  /** Puts a changed item in the place of what it was. */
  change(copy: Copy, data: ItemData): void {
    const at = this.#places.get(copy.pid);
    if (at === undefined) throw new Error('The copy was written already.');
    this.copies[at] = { ...copy, data };
  }

  write(): void {
    for (const copy of this.copies) this.#rows.item(copy, copy.data);
    this.copies.length = 0;
    this.#places.clear();
    this.#holdings.clear();
  }

  #holding(of: Title, library: LibraryCode, location: LocationCode, callNumber: string): string {
    const key = `${of.mmsId} ${library} ${location}`;
    const known = this.#holdings.get(key);
    if (known !== undefined) return known;
    this.#made.holding += 1;
    const holdingId = numberOf.holding(this.#made.holding);
    this.#holdings.set(key, holdingId);
    const place = { holdingId, mmsId: of.mmsId, library, location };
    this.#rows.holding(place, { holding_id: holdingId, call_number: callNumber });
    return holdingId;
  }
}

/** Every title the generator knows, shuffled. */
export function shuffledTitles(random: Random): [title: string, author: string][] {
  const surveys = series.flatMap(({ patterns, subjects }) =>
    patterns.flatMap((pattern) =>
      subjects.map((subject): [string, string] => [pattern.replace('*', () => subject), '']),
    ),
  );
  const all = [...knownTitles.map(([title, author]): [string, string] => [title, author]), ...surveys];
  return all
    .map((entry) => ({ entry, at: random.below(2 ** 30) }))
    .sort((one, other) => one.at - other.at)
    .map(({ entry }) => entry);
}

function imprint(number: number) {
  const year = 1950 + ((number * 7) % 76);
  return { date_of_publication: String(year), complete_edition: '', isbn: '', issn: null };
}
