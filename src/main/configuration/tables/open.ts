import { randomUUID } from 'node:crypto';
import type { LostRow, TableColumn, TableKind, TableView } from '../../../contract/configuration-tables.ts';
import { serviceNow } from '../../commands/resolutions.ts';
import type { Deps } from '../../deps.ts';
import type { Service } from '../../ports.ts';
import { kindsOfTable } from './kinds.ts';
import type { OpenedTables } from './opened.ts';
import { entryOf, type TableReader, type WholeTable } from './read.ts';
import { cellsOf, columnsOf, type Row } from './rows.ts';
import { compareSaved, happenedBy, type Lost, withoutAccepted } from './saved-rows.ts';
import type { TableMemory, WhichTable } from './station-memory.ts';
import type { NotAsSent } from './read-back.ts';

/** What the work on tables needs: what was opened, what is remembered, and how a table is read whole. */
export interface TableWork extends Pick<
  Deps,
  'connection' | 'commands' | 'queues' | 'journal' | 'clock' | 'log'
> {
  readonly reader: TableReader;
  readonly opened: OpenedTables;
  readonly memory: TableMemory;
}

/**
 * Opens a table: reads it after the commands of its queue, and says what was saved here and is not so any more. Source:
 * Configuration.
 */
export async function openTable(
  work: TableWork,
  { kind, name }: { readonly kind: TableKind; readonly name: string },
  signal: AbortSignal,
): Promise<TableView> {
  const service = await work.connection.service();
  const queue = kindsOfTable[kind].queue(name);
  const whole = await work.queues.run(queue, () => work.reader.read(service, kind, name, { signal }));
  return openedView(work, service, { kind, name }, whole);
}

/**
 * Keeps a table that was read for the edits of it, and returns it as a window sees it. A row that was lost with the only
 * text in its column has that column too: otherwise putting it back would change nothing.
 *
 * @param shown other rows that are shown beside it
 */
export function openedView(
  work: TableWork,
  service: Service,
  { kind, name }: Pick<WhichTable, 'kind' | 'name'>,
  whole: WholeTable,
  shown: readonly Row[] = [],
): TableView {
  const library = service.library.id;
  const which = { kind, name, library };
  const { rows } = whole;
  const lost = lostIn(work, service, which, rows);
  const columns = columnsOf(kind, [
    ...rows,
    ...lost.flatMap(({ saved }) => (saved ? [saved] : [])),
    ...shown,
  ]);
  const opened = randomUUID();
  const restorable = new Map(
    lost.flatMap(({ saved }) => (saved ? [[JSON.stringify(cellsOf(columns, saved)), saved] as const] : [])),
  );
  work.opened.keep(opened, { ...whole, kind, name, library, columns, told: lost, restorable });
  return {
    ...entryOf(kind, name, whole.table),
    columns,
    rows: rows.map((row, from) => ({ from, cells: cellsOf(columns, row) })),
    opened,
    lost: lost.map((one) => lostView(columns, rows, one)),
    former: work.memory.former(which),
  };
}

/** What was saved here and is not so any more. What needs no further look is forgotten. */
function lostIn(work: TableWork, service: Service, which: WhichTable, rows: readonly Row[]): readonly Lost[] {
  const { memory, journal, clock } = work;
  const saves = memory.saves(which);
  if (saves.length === 0) return [];
  const happened = (intent: string): boolean | null => happenedBy(journal.entry(intent));
  const found = compareSaved({ kind: which.kind, rows }, saves, {
    happened,
    now: serviceNow(service, clock),
  });
  const count = (list: typeof saves): number => list.reduce((sum, { rows: some }) => sum + some.length, 0);
  try {
    if (count(found.saves) !== count(saves)) memory.setSaves(which, found.saves);
  } catch {
    // The journal takes nothing now: the same is found out the next time.
  }
  return found.lost;
}

/** A lost row as a window sees it. One that is gone is put back at the end: what it stood in front of may be gone too. */
export const lostView = (
  columns: readonly TableColumn[],
  rows: readonly Row[],
  { what, row, saved, now }: NotAsSent,
): LostRow => ({
  what,
  row: row ?? rows.length,
  saved: saved && cellsOf(columns, saved),
  now: now && cellsOf(columns, now),
});

/** The losses that were told with an opened table are accepted: they are told no more. One that came since is. */
export function acceptLost(work: TableWork, service: Service, opened: string): void {
  const { kind, name, library, told } = work.opened.get(opened, service.library.id);
  const which = { kind, name, library };
  work.memory.setSaves(which, withoutAccepted(work.memory.saves(which), told));
}
