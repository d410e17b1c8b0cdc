import type { EditedRow, TableKind, TableView } from '../../../src/contract/configuration-tables.ts';
import type { Chance } from '../chance.ts';
import { pause, type Desk } from '../desk.ts';
import { until, type Act } from './wanting.ts';

/** The tables that librarians edit. Nothing else in these worlds goes by their rows. */
const editedTables: readonly { readonly kind: TableKind; readonly name: string }[] = [
  { kind: 'code', name: 'UserTitles' },
  { kind: 'mapping', name: 'SlipPrinters' },
];

/**
 * Somebody opens a table, puts back what they are told is lost, or leaves it, changes some rows, looks at the difference
 * and saves it. Where somebody else has saved meanwhile, they look at it again.
 */
export const editTable: Act = async (desk, chance) => {
  const table = chance.pick(editedTables);
  const view = await desk.openTable(table);
  if (!view) return;
  await pause(chance.between(200, 30_000));
  const rows = edited(view, chance);
  const wish = desk.wish(`save ${table.name} ${String(chance.below(1_000_000))}`);
  const choose = chance.pick(['mine', 'theirs'] as const);
  await until(desk, chance, async () => {
    const edit = { ...table, opened: view.opened, rows, choices: {} };
    const first = await desk.ask('configuration.tables.compare', edit);
    if (!first.ok) return '';
    const choices = Object.fromEntries(first.value.conflicts.map(({ key }) => [key, choose]));
    const compared = await desk.ask('configuration.tables.compare', { ...edit, choices });
    if (!compared.ok || compared.value.cannotMerge) return '';
    const difference = compared.value;
    if (difference.added.length + difference.changed.length + difference.dropped.length === 0) return '';
    await pause(chance.between(100, 4000));
    return desk.command(
      wish,
      'configuration.tables.save',
      (intent) => {
        desk.model.tables.saves(desk.place, table, intent, difference);
        return { ...edit, choices, intent, against: difference.against };
      },
      chance,
    );
  });
};

/** The rows with what is lost put back, now and then, and a few other changes. */
function edited(view: TableView, chance: Chance): EditedRow[] {
  const rows: EditedRow[] = view.rows.map(({ from }) => ({ from, cells: null }));
  const mark = `n${String(chance.below(1_000_000))}`;
  if (view.lost.length > 0 && chance.happens(0.6)) {
    for (const { what, row, saved } of view.lost.toSorted((one, other) => other.row - one.row)) {
      if (what === 'oursGone') rows.splice(row, 0, { from: null, cells: saved });
      else if (what === 'oursBack') rows.splice(row, 1);
      else rows[row] = { from: row, cells: saved };
    }
  }
  const text = view.columns.findIndex(({ field }) => field === 'description' || field === 'column2');
  const at = chance.below(rows.length + 1);
  const { from = null } = rows[at] ?? {};
  const cells = from === null ? undefined : view.rows[from]?.cells;
  if (cells && chance.happens(0.7)) rows[at] = { from, cells: cells.with(text, mark) };
  if (chance.happens(0.5)) {
    const fresh = view.columns.map(({ flag }) => (flag ? '' : mark));
    rows.splice(chance.below(rows.length + 1), 0, { from: null, cells: fresh });
  }
  if (rows.length > 3 && chance.happens(0.3)) rows.splice(chance.below(rows.length), 1);
  if (chance.happens(0.2)) {
    const [moved] = rows.splice(chance.below(rows.length), 1);
    if (moved) rows.splice(chance.below(rows.length + 1), 0, moved);
  }
  return rows;
}

/** Somebody opens each of the tables, and reads what they are told of it. */
export async function readTables(desk: Desk): Promise<void> {
  for (const table of editedTables) await desk.openTable(table);
}
