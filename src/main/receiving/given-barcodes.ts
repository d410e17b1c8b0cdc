import { textOf } from '../../service/read.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import type { ResolvedCommand } from '../commands/lookups.ts';
import { invalid } from '../failure.ts';
import { copiesOf } from '../orders/record.ts';

/** A book on a trolley, as far as a barcode concerns it. */
interface BookOfBarcode {
  readonly pid: string;
  readonly barcode: string;
}

/** A barcode that an item of a library has, or may have. */
export interface GivenBarcode {
  readonly library: string;
  readonly pid: string;
  readonly barcode: string;
}

/**
 * The barcodes that this station has given to items in this run, by library: the service may not say of one that is
 * given twice, or only after it was printed on a label.
 */
export class GivenBarcodes {
  /** The id of the item, by library and barcode. */
  readonly #given = new Map<string, string>();
  /** Those of commands without an answer, by the journal's id of the command. */
  readonly #unclear = new Map<string, GivenBarcode>();

  /**
   * Throws a `twice` for a barcode that another item has: of the order line, on a trolley, or that was just given. The
   * detail says where.
   */
  mustBeFree({ library, barcode, pid }: GivenBarcode, pol: Pol, books: readonly BookOfBarcode[]): void {
    const has = (one: BookOfBarcode): boolean => one.barcode === barcode && one.pid !== pid;
    const copies = copiesOf(pol).map(({ copy }) => ({
      pid: textOf(copy.pid),
      barcode: textOf(copy.barcode),
    }));
    if (copies.some(has)) throw invalid('barcode', 'twice', 'orderLine');
    if (books.some(has)) throw invalid('barcode', 'twice', 'trolley');
    const given = this.#given.get(key(library, barcode));
    if (given !== undefined && given !== pid) throw invalid('barcode', 'twice', 'given');
  }

  /** The barcode is given now, or may have been: it takes the place of the one that was given to the item before. */
  give({ library, barcode, pid }: GivenBarcode): void {
    for (const [known, item] of this.#given)
      if (item === pid && known.startsWith(key(library, ''))) this.#given.delete(known);
    this.#given.set(key(library, barcode), pid);
  }

  /** The service refused it: it may be given to another item. */
  takeBack({ library, barcode, pid }: GivenBarcode): void {
    const name = key(library, barcode);
    if (this.#given.get(name) === pid) this.#given.delete(name);
  }

  /** The item may have the barcode: what came of the command is not known. */
  isUnclear(command: string, given: GivenBarcode): void {
    this.#unclear.set(command, given);
  }

  /** It is known by now what came of a command. Answers the barcode that the item has by that; null for none. */
  resolved({ id, happened }: ResolvedCommand): GivenBarcode | null {
    const given = this.#unclear.get(id);
    if (!given) return null;
    this.#unclear.delete(id);
    if (happened) return given;
    this.takeBack(given);
    return null;
  }
}

const key = (library: string, barcode: string): string => `${library}/${barcode}`;
