import type {
  Cells,
  TableDifference,
  TableKind,
  TableView,
} from '../../src/contract/configuration-tables.ts';
import { watchedMs } from '../../src/main/configuration/tables/saved-rows.ts';
import { now } from './clock.ts';
import type { Effect } from './network.ts';
import type { Fault } from './oracle.ts';

/** Where somebody saves or opens a table: the workstation, and the library that its program stands on. */
interface Place {
  readonly station: string;
  readonly library: string | null;
}

interface Which {
  readonly kind: TableKind;
  readonly name: string;
}

/** What one save was to change: by what a row is known by, how it is to be; null: dropped. */
interface Save extends Place {
  readonly intent: string;
  readonly table: string;
  readonly rows: ReadonlyMap<string, Cells | null>;
}

/** A table as somebody saw it last at a workstation. */
interface Sight {
  readonly rows: ReadonlyMap<string, Cells>;
  readonly told: ReadonlySet<string>;
}

/** So long a command may wait before it leaves. */
const slackMs = 120_000;

/** What a row is known by: the first column, or all columns but whether it is enabled. */
const keyOf = (kind: TableKind, cells: Cells): string =>
  kind === 'code' ? (cells[0] ?? '') : JSON.stringify(cells.slice(0, 3));

/** What the librarians of all workstations have saved in tables, and what they were told of it. */
export class TableBook {
  /** What the libraries have done, so far. */
  effects: readonly Effect[] = [];
  readonly #saves = new Map<string, Save>();
  /** By workstation, library and table: the last sight of it. */
  readonly #sights = new Map<string, Sight>();
  /** Rows that were read as they were saved, long after. */
  readonly #settled = new Set<string>();

  get isEmpty(): boolean {
    return this.#saves.size === 0;
  }

  /** Somebody has seen this difference, and saves it. */
  saves(
    { station, library }: Place,
    { kind, name }: Which,
    intent: string,
    difference: TableDifference,
  ): void {
    const rows = new Map<string, Cells | null>();
    const changes = [...difference.dropped, ...difference.changed, ...difference.added];
    for (const { before } of changes) if (before) rows.set(keyOf(kind, before), null);
    for (const { after } of changes) if (after) rows.set(keyOf(kind, after), after);
    this.#saves.set(intent, { station, library, intent, table: `${kind} ${name}`, rows });
  }

  /** Somebody has opened a table, and reads what is lost. */
  sees({ station, library }: Place, { kind, name, rows, lost }: TableView): void {
    const place = JSON.stringify([station, library, `${kind} ${name}`]);
    const there = new Map(rows.map(({ cells }) => [keyOf(kind, cells), cells]));
    const told = new Set(
      lost.flatMap(({ saved, now: is }) => {
        const cells = saved ?? is;
        return cells ? [keyOf(kind, cells)] : [];
      }),
    );
    this.#sights.set(place, { rows: there, told });
  }

  /** A program has read a table: rows that are as they were saved long enough ago are anybody's to change from now on. */
  reads(station: string, library: string, target: string, text: string): void {
    const [, plural = '', name = ''] = /^\/conf\/(code|mapping)-tables\/(\w+)$/.exec(target) ?? [];
    if (name === '' || this.isEmpty) return;
    const kind: TableKind = plural === 'code' ? 'code' : 'mapping';
    const place = JSON.stringify([station, library, `${kind} ${name}`]);
    const said = new Set(rowsIn(text).map((row) => JSON.stringify([row['code'], row['description']])));
    const columns = new Set(
      rowsIn(text).map((row) => JSON.stringify([row['column0'], row['column1'], row['column2']])),
    );
    for (const { key, save, saved, at } of this.#last()) {
      if (placeOf(save) !== place || now() - at < watchedMs - slackMs) continue;
      const isThere = kind === 'code' ? said.has(JSON.stringify(saved?.slice(0, 2))) : columns.has(key);
      if (saved ? isThere : !rowsIn(text).some((row) => row['code'] === key) && !columns.has(key))
        this.#settled.add(`${save.intent} ${key}`);
    }
  }

  /**
   * Whatever was saved is there when all has come to rest, or is told where it was saved, or was seen there as it was
   * saved long after, when nothing could undo it any more but somebody who knew of it.
   */
  faults(hasLost: (station: string) => boolean): Fault[] {
    return this.#last().flatMap(({ key, save, saved }): Fault[] => {
      const sight = this.#sights.get(placeOf(save));
      if (hasLost(save.station) || this.#settled.has(`${save.intent} ${key}`)) return [];
      const what = `the row ${key} of ${save.table} saved at ${save.station} (${save.intent.slice(0, 8)})`;
      if (!sight) return [{ wrong: 'untold', what: `${what}: nobody could open the table`, step: 0 }];
      const is = sight.rows.get(key) ?? null;
      if (isSame(is, saved)) return [];
      if (sight.told.has(key)) return [];
      return [
        {
          wrong: 'untold',
          what: `${what} is lost: ${JSON.stringify(saved)} is ${JSON.stringify(is)}`,
          step: 0,
        },
      ];
    });
  }

  /** Of each row at each workstation the last save that was done. */
  #last() {
    const last = new Map<string, { key: string; save: Save; saved: Cells | null; at: number }>();
    for (const { command, at } of this.effects) {
      const save = command === null ? undefined : this.#saves.get(command);
      for (const [key, saved] of save?.rows ?? [])
        if (save) last.set(JSON.stringify([placeOf(save), key]), { key, save, saved, at });
    }
    return [...last.values()];
  }
}

/** The rows of a table, as the service says them; none where it refuses. */
function rowsIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  const table = JSON.parse(text) as { readonly row?: readonly Readonly<Record<string, unknown>>[] };
  return table.row ?? [];
}

const placeOf = ({ station, library, table }: Pick<Save, 'station' | 'library' | 'table'>): string =>
  JSON.stringify([station, library, table]);

const isSame = (one: Cells | null, other: Cells | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
