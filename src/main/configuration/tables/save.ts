import type { LostRow, RowProblem, TableSaved, TableView } from '../../../contract/configuration-tables.ts';
import type { Invalid } from '../../../contract/failure.ts';
import { accepted } from '../../commands/accepted.ts';
import { serviceNow } from '../../commands/resolutions.ts';
import { Failed, invalid } from '../../failure.ts';
import type { Service } from '../../ports.ts';
import { differencesBetween, replaceWhole } from '../../records/replace-whole.ts';
import { mergeEdit, type TableEdit, textsOf } from './edit.ts';
import { contentOf, hashOf } from './hash.ts';
import { kindsOfTable, type SentTable } from './kinds.ts';
import type { Merged } from './merge.ts';
import { lostView, openedView, type TableWork } from './open.ts';
import type { OpenedTable } from './opened.ts';
import { problemsOf } from './problems.ts';
import { readBack } from './read-back.ts';
import type { WholeTable } from './read.ts';
import { keyOf, saysOf, type Row } from './rows.ts';
import type { SavedRow } from './saved-rows.ts';
import { countNames } from './whole.ts';

/** An edit to save: its idempotency key, and the read to which its difference was shown. */
interface TableSave extends TableEdit {
  readonly opened: string;
  readonly intent: string;
  readonly against: string;
}

/** What was written, and what was there; null where the table was already as it was to be. */
type Written = { readonly rows: readonly Row[]; readonly before: readonly Row[] } | null;

/**
 * Saves an edit of a table: merged with the table as it is now, whole. Between the read and the write is nothing but
 * the disk of the journal, which keeps the table as it was. Throws `conflict`, and sends nothing, where the table is
 * not the one any more to which the difference was shown. Source: Configuration (whole-table replacement drops rows).
 */
export async function saveTable(
  work: TableWork,
  { intent, against, opened: openedAs, ...edit }: TableSave,
  signal: AbortSignal,
): Promise<TableSaved> {
  work.commands.mustBeNew(intent);
  const service = await work.connection.service();
  const opened = work.opened.get(openedAs, service.library.id);
  const { kind, name } = opened;
  const problem = problemsOf(kind, opened.columns, textsOf(opened, edit.rows)).find((one) => !one.isWarning);
  if (problem)
    throw invalid(`row.${String(problem.row)}.${problem.field}`, reasons[problem.why] ?? 'malformed');
  const queue = kindsOfTable[kind].queue(name);
  const written = await replaceWhole<WholeTable, Written>(work.queues, {
    queue,
    read: () => work.reader.read(service, kind, name, { signal }),
    differences: (fresh) => (hashOf(fresh.rows) === against ? [] : changesSince(opened, fresh)),
    write: async (fresh) => {
      const merged = mergeEdit(opened, edit, fresh);
      const isOpen = [...merged.all.values()].some(({ conflict, chosen }) => conflict !== null && !chosen);
      if (isOpen || merged.cannotMerge) throw new Failed({ kind: 'conflict', differences: [] });
      return write(work, { service, opened, intent, queue, signal }, { fresh, merged });
    },
  });
  return saved(work, { service, opened, written });
}

const reasons: Readonly<Partial<Record<RowProblem['why'], Invalid>>> = {
  noCode: 'required',
  twice: 'twice',
  tooLong: 'tooLong',
};

/** A few of the changes since the table was opened, for the failure: a window shows the whole difference anew. */
function changesSince(opened: OpenedTable, fresh: WholeTable) {
  const found = differencesBetween({ row: opened.rows }, { row: fresh.rows }).slice(0, 20);
  return found.length > 0 ? found : [{ field: 'row', was: '', is: '' }];
}

interface Writing {
  readonly service: Service;
  readonly opened: OpenedTable;
  readonly intent: string;
  readonly queue: string;
  readonly signal: AbortSignal;
}

async function write(
  work: TableWork,
  { service, opened: { kind, name, library }, intent, queue, signal }: Writing,
  { fresh, merged }: { readonly fresh: WholeTable; readonly merged: Merged },
): Promise<Written> {
  const rows = merged.order.flatMap((id) => rowIn(merged, id));
  const changed = changesOf(kind, fresh.rows, rows);
  if (changed.length === 0 && hashOf(rows) === hashOf(fresh.rows)) return null;
  const which = { kind, name, library };
  const at = serviceNow(service, work.clock);
  const former = work.memory.keep(which, fresh, { intent, at, rows: changed });
  try {
    await work.commands.run({
      ...kindsOfTable[kind].order(name, bodyOf(fresh, rows)),
      id: intent,
      queue,
      about: name,
      // The table itself is kept once, under this id.
      before: { former, hash: hashOf(fresh.rows), content: contentOf(kind, fresh.rows) },
      service,
      signal,
    });
  } catch (error) {
    // What may have happened is looked up, and its former state stays.
    const isUnknown = error instanceof Failed && error.failure.kind === 'unknown-outcome';
    if (!isUnknown) forget(() => work.memory.drop(which, former, intent));
    throw error;
  }
  return { rows, before: fresh.rows };
}

function rowIn({ all }: Merged, id: string): Row[] {
  const row = all.get(id)?.row ?? null;
  return row === null ? [] : [row];
}

/** If the journal takes nothing now, a former state is kept that is as the table is. */
function forget(drop: () => void): void {
  try {
    drop();
  } catch {
    // The failure of the save itself is what a person has to know.
  }
}

/** The table as it is sent: its own fields as they came, the count of its rows as it will be. */
function bodyOf({ table }: WholeTable, rows: readonly Row[]): SentTable {
  const body: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(table)) {
    if (field === 'row' || field === 'rows') body['row'] = rows;
    else if ((countNames as readonly string[]).includes(field) && value !== null)
      body[field] = typeof value === 'string' ? String(rows.length) : rows.length;
    else body[field] = value;
  }
  return { ...body, row: rows };
}

/** The rows that a save changes, by what they are known by. */
function changesOf(kind: OpenedTable['kind'], before: readonly Row[], after: readonly Row[]): SavedRow[] {
  const was = new Map(before.map((row) => [keyOf(kind, row), row]));
  const is = new Map(after.map((row) => [keyOf(kind, row), row]));
  const dropped = [...was.keys()].filter((key) => !is.has(key)).map((key) => ({ key, saved: null }));
  const others = [...is].flatMap(([key, saved]) => {
    const row = was.get(key);
    return row && saysOf(kind, row) === saysOf(kind, saved) ? [] : [{ key, saved }];
  });
  return [...dropped, ...others];
}

/** The table as it is now, read back at once. The save is done also where it cannot be read. */
async function saved(
  work: TableWork,
  {
    service,
    opened,
    written,
  }: { readonly service: Service; readonly opened: OpenedTable; readonly written: Written },
): Promise<TableSaved> {
  const { kind, name } = opened;
  const back: { lost: readonly LostRow[] | null } = { lost: null };
  const { record } = await accepted<TableView>(work.log, async () => {
    const now = await work.queues.run(kindsOfTable[kind].queue(name), () =>
      work.reader.read(service, kind, name, {}),
    );
    const differs = written ? readBack(kind, written, now.rows) : [];
    const sent = differs.flatMap(({ saved: row }) => (row ? [row] : []));
    const view = openedView(work, service, { kind, name }, now, sent);
    back.lost = differs.map((one) => lostView(view.columns, now.rows, one));
    return view;
  });
  return { record, readBack: back.lost };
}
