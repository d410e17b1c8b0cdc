import type { FoundTables, TableEntry, TableKind } from '../../../contract/configuration-tables.ts';
import type { Failure, Unreachable } from '../../../contract/failure.ts';
import { failureOf } from '../../failure.ts';
import type { TableWork } from './open.ts';
import { cellsOf, columnsOf } from './rows.ts';

interface Finding {
  readonly signal: AbortSignal;
  readonly report: (progress: { readonly read: number; readonly total: number }) => void;
}

/**
 * The tables that have a text in a row. The service cannot search: each table is read, one after the other. One that
 * cannot be read is named, as the text may be in it. Without a service nothing more is read.
 */
export async function findInTables(
  { connection, reader, log }: TableWork,
  { kind, text }: { readonly kind: TableKind; readonly text: string },
  { signal, report }: Finding,
): Promise<FoundTables> {
  const service = await connection.service();
  const entries = await reader.list(service, kind, { signal });
  const sought = folded(text);
  const found: (TableEntry & { readonly rows: number })[] = [];
  const unread: TableEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    report({ read: index, total: entries.length });
    try {
      const { rows } = await reader.read(service, kind, entry.name, { signal, priority: 'bulk' });
      const columns = columnsOf(kind, rows);
      const hits = rows.filter((row) => cellsOf(columns, row).some((cell) => folded(cell).includes(sought)));
      if (hits.length > 0) found.push({ ...entry, rows: hits.length });
    } catch (error) {
      if (!isOfOneTable(failureOf(error, log))) throw error;
      unread.push(entry);
    }
  }
  report({ read: entries.length, total: entries.length });
  return { found, unread };
}

/** How an answer may fail to come that has to do with what was asked: others may still be read. */
const ofOneAnswer: readonly Unreachable[] = ['unreadable', 'timeout', 'network', 'notThatService'];

const isOfOneTable = (failure: Failure): boolean =>
  failure.kind === 'unreachable'
    ? ofOneAnswer.includes(failure.why)
    : failure.kind === 'refused' || failure.kind === 'invalid';

const folded = (text: string): string => text.normalize('NFC').toLowerCase().trim();
