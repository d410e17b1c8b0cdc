import * as z from 'zod';
import { libraryOf } from '../journal/libraries.ts';
import type { Journal } from '../journal/port.ts';
import type { Clock } from '../ports.ts';

const Text = z.string();
const kind = 'label';

/** A book whose labels wait: what its record said when it was added. */
const Book = z.object({
  kind: z.literal(kind),
  pid: Text,
  title: Text,
  barcode: Text,
  callNumber: Text,
  /** The name of the library that owns it. */
  library: Text,
});
export type LabelledBook = Omit<z.output<typeof Book>, 'kind'>;

export interface WaitingBook {
  readonly id: string;
  readonly book: LabelledBook;
}

/**
 * The books whose labels wait for their sheet, as steps of the journal: the end of the program loses none of them. Each
 * belongs to the library that it was received at.
 */
export class WaitingBooks {
  readonly #journal: Pick<Journal, 'openSteps' | 'saveStep' | 'updateStep'>;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(journal: Pick<Journal, 'openSteps' | 'saveStep' | 'updateStep'>, clock: Pick<Clock, 'now'>) {
    this.#journal = journal;
    this.#clock = clock;
  }

  /** Those of this library, the oldest first. */
  of(library: string | null): readonly WaitingBook[] {
    return this.#journal.openSteps().flatMap(({ id, library: its, data }) => {
      const read = Book.safeParse(data);
      return read.success && libraryOf(its, data) === library ? [{ id, book: read.data }] : [];
    });
  }

  /** Adds a book, or replaces what is known of it where it waits already; tells whether it did. */
  add(library: string, book: LabelledBook, id: string): { readonly id: string; readonly already: boolean } {
    const former = this.of(library).find(({ book: { pid } }) => pid === book.pid);
    const row = { id: former?.id ?? id, already: former !== undefined };
    const at = this.#clock.now().toISOString();
    this.#journal.saveStep({ id: row.id, at, library, data: { kind, ...book } });
    return row;
  }

  /** Its labels are printed, or a person has taken it off the list. */
  remove(id: string): void {
    this.#journal.updateStep(id, null);
  }
}
