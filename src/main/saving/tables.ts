import { mostLines } from '../../shared/saving-limits.ts';
import { invalid } from '../failure.ts';

type Line = readonly string[];

/** The tables that windows hand over to be saved, one for each window, piece by piece. */
export class HandedTables {
  readonly #tables = new Map<number, { readonly table: string; readonly lines: Line[] }>();

  /** Throws `tooLarge` for more lines than a table may have. */
  add(window: number, table: string, lines: readonly Line[]): void {
    const known = this.#tables.get(window);
    const held = known?.table === table ? known : { table, lines: [] };
    if (held.lines.length + lines.length > mostLines) {
      this.#tables.delete(window);
      throw invalid('table', 'tooLarge', String(mostLines));
    }
    held.lines.push(...lines);
    this.#tables.set(window, held);
  }

  /** The table, which is then no longer held. Throws `gone` where another was handed over since. */
  take(window: number, table: string): readonly Line[] {
    const known = this.#tables.get(window);
    if (known?.table !== table) throw invalid('table', 'gone');
    this.#tables.delete(window);
    return known.lines;
  }

  closed(window: number): void {
    this.#tables.delete(window);
  }
}
