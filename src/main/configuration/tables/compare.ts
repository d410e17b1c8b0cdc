import type { TableDifference } from '../../../contract/configuration-tables.ts';
import { differenceOf } from './difference.ts';
import { mergeEdit, type TableEdit, textsOf } from './edit.ts';
import { hashOf } from './hash.ts';
import { kindsOfTable } from './kinds.ts';
import type { TableWork } from './open.ts';
import { problemsOf } from './problems.ts';

/** What saving an edit would do to the table as it is now, by a fresh read. */
export async function compareTable(
  work: TableWork,
  { opened: openedAs, ...edit }: TableEdit & { readonly opened: string },
  signal: AbortSignal,
): Promise<TableDifference> {
  const service = await work.connection.service();
  const opened = work.opened.get(openedAs, service.library.id);
  const { kind, name, columns } = opened;
  const queue = kindsOfTable[kind].queue(name);
  const fresh = await work.queues.run(queue, () => work.reader.read(service, kind, name, { signal }));
  return {
    against: hashOf(fresh.rows),
    ...differenceOf(opened, mergeEdit(opened, edit, fresh)),
    problems: problemsOf(kind, columns, textsOf(opened, edit.rows)),
  };
}
