import { textOf } from '../../service/read.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { invalid } from '../failure.ts';
import { copiesOf } from '../orders/record.ts';

/** A book on a trolley, as far as a barcode concerns it. */
interface BookOfBarcode {
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

  /**
   * Throws a `twice` for a barcode that another item has: of the order line, on a trolley, or that was just given. The
   * detail says where.
   */
  mustBeFree(
    { library, barcode, pid }: { library: string; barcode: string; pid: string },
    pol: Pol,
    books: readonly BookOfBarcode[],
  ): void {
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
  give(library: string, barcode: string, pid: string): void {
    for (const [known, item] of this.#given)
      if (item === pid && known.startsWith(key(library, ''))) this.#given.delete(known);
    this.#given.set(key(library, barcode), pid);
  }

  /** The service refused it: it may be given to another item. */
  takeBack(library: string, barcode: string): void {
    this.#given.delete(key(library, barcode));
  }
}

const key = (library: string, barcode: string): string => `${library}/${barcode}`;
