import type { Failure } from '../../contract/failure.ts';
import type { ScanResult, ScanView } from '../../contract/scans.ts';

const undo = { kind: 'invalid', field: 'undo', detail: '' } as const;

type Loan = Extract<ScanResult, { kind: 'lent' }>;

/**
 * The loan that UNDO takes back: what was done last in this session, its own and what was taken back already aside. A
 * return is not: to lend the book again is another loan, due on another day.
 */
export function lastLoan(
  scans: readonly ScanView[],
  { order }: ScanView,
  undone: ReadonlySet<string>,
): { readonly id: string; readonly loan: Loan } | { readonly failure: Failure } {
  const last = scans.findLast(
    ({ id, order: at, result }) =>
      at < order && !undone.has(id) && (result?.kind === 'lent' || result?.kind === 'returned'),
  );
  if (!last) return { failure: { ...undo, reason: 'nothingToUndo' } };
  return last.result?.kind === 'lent'
    ? { id: last.id, loan: last.result }
    : { failure: { ...undo, reason: 'cannotUndo' } };
}
