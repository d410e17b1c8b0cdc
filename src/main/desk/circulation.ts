import type { Failure } from '../../contract/failure.ts';
import type { Offer, Question, ScanResult } from '../../contract/scans.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import type { ResolvedCommand } from '../commands/lookups.ts';
import type { DeskDeps } from '../deps.ts';
import { Failed } from '../failure.ts';
import type { Day } from '../forms/fields.ts';
import { lend, lentResult, type LendProgress, renewedResult } from '../loans/lend.ts';
import { type ItemCode, loanOfItem, renewLoan } from '../loans/loans.ts';
import type { DueDateAttempt } from '../loans/pending-due-dates.ts';
import { type ReturnResult, returnedResult, returnItem } from '../loans/return.ts';
import type { Service } from '../ports.ts';
import { assertOfScan, didNotHappen, type ScanChange } from '../scans/scan.ts';
import type { Scan } from '../journal/port.ts';

/** Who an item is lent to: the patron, and the service where they were found. Both are null until that is known. */
export interface Borrower {
  readonly patron: { readonly userId: string } | null;
  readonly service: Service | null;
  /** Counts one more loan, until the patron is read again. */
  countLoan(): void;
  /** The service refused a loan because the patron has as many as they may have. */
  limitReached(): void;
}

/** An item's scan whose turn has come. */
export interface ItemScan extends ItemCode {
  /** The scan's id. */
  readonly id: string;
  /** The id of the library where it was scanned; `''` where that was not known. */
  readonly library: string;
  /** The due day set by hand when it was scanned; null for none. */
  readonly due: Day | null;
  /** Aborted when the scan is taken back. */
  readonly abort: AbortController;
  /** Resolves once every earlier scan of the same item is settled. */
  readonly after: Promise<void>;
}

interface LoanIds {
  readonly userId: string;
  readonly loanId: string;
}

/** A job for an item, by its kind. */
export type Job = ItemScan &
  (
    | { readonly kind: 'lend' | 'renew'; readonly borrower: Borrower }
    | { readonly kind: 'return' }
    | { readonly kind: 'undo'; readonly loan: LoanIds }
  );

/** The result of a job, and the question that the user has to answer about it. */
export interface Outcome {
  readonly result: ScanResult;
  readonly question: Question | null;
}

type LentResult = Extract<ScanResult, { kind: 'lent' }>;

/** A loan of this session that was not returned here since. It may be back elsewhere. */
interface LentHere {
  readonly borrower: Borrower;
  readonly title: string;
  readonly due: string;
}

/** No patron is at the desk, and the item is not to be returned either. */
export const noPatron = { kind: 'invalid', field: 'patron', reason: 'noPatron', detail: '' } as const;

/** The patron at the desk does not have this item. */
const notOnLoan: Failure = { kind: 'invalid', field: 'item', reason: 'notOnLoan', detail: '' };

/** Lends, renews and returns the items of one session at the service, and undoes its loans. */
export class Circulation {
  readonly #deps: DeskDeps;
  /** By the item's code. */
  readonly #lentHere = new Map<string, LentHere>();

  constructor(deps: DeskDeps) {
    this.#deps = deps;
  }

  /** Does one job. Rejects with the error of the service or the client. */
  carryOut(job: Job, progress: LendProgress): Promise<Outcome> {
    switch (job.kind) {
      case 'lend':
        return this.#lend(job, job.borrower, progress);
      case 'renew':
        return this.#renew(job, job.borrower, progress);
      case 'return':
        return this.#return(job, progress);
      case 'undo':
        return this.#undo(job, job.loan, progress);
    }
  }

  /** What the desk can do about an item that was not lent because it is on loan to another patron. */
  ifOnLoan(job: Job): Question | null {
    return job.kind === 'lend' ? questionOf(job, job.borrower, 'returnThenLend') : null;
  }

  /** Looks up the title of a refused item, and whether it is on loan. With low priority. */
  async lookUp(job: Job): Promise<{ readonly title: string; readonly isOnLoan: boolean }> {
    const { closing: signal } = this.#deps;
    const { client } = await this.#service(job);
    const args = { query: { item_barcode: job.code } };
    const item = await client.call('items.byBarcode', args, { signal, priority: 'bulk' });
    const isOnLoan = codeOf(item.item_data?.process_type).toUpperCase() === 'LOAN';
    return { title: textOf(item.bib_data?.title), isOnLoan };
  }

  /** The session is over: what was lent before is not "just now" any more. */
  forget(): void {
    this.#lentHere.clear();
  }

  async #lend(job: ItemScan, borrower: Borrower, progress: LendProgress): Promise<Outcome> {
    const { id, code, by, due, abort } = job;
    const { userId, service } = this.#patronAndService(job, borrower);
    const before = this.#lentHere.get(code);
    if (before?.borrower === borrower) {
      const result = { kind: 'double', which: 'justNow', title: before.title, due: before.due } as const;
      return { result, question: questionOf(job, borrower, 'return') };
    }
    const input = { id, code, by, due, userId, service, signal: abort.signal, ...progress };
    const result = await lend(this.#deps, input);
    if (result.kind !== 'lent') return { result, question: questionOf(job, borrower, 'return', 'renew') };
    this.#lentHere.set(code, { borrower, title: result.title, due: result.due });
    borrower.countLoan();
    return { result, question: null };
  }

  async #renew(job: ItemScan, borrower: Borrower, progress: LendProgress): Promise<Outcome> {
    const { id, code, by, abort } = job;
    const { userId, service } = this.#patronAndService(job, borrower);
    const loan = await loanOfItem({ service, userId, code, by });
    if (!loan) throw new Failed(notOnLoan);
    const input = { id, service, userId, loan, signal: abort.signal, ...progress };
    return { result: renewedResult(await renewLoan(this.#deps, input)), question: null };
  }

  async #return(job: ItemScan, progress: LendProgress): Promise<Outcome> {
    return { result: await this.#scanIn(job, progress), question: null };
  }

  async #undo(job: ItemScan, { userId, loanId }: LoanIds, progress: LendProgress): Promise<Outcome> {
    const returned = await this.#scanIn(job, progress, loanId);
    return { result: { ...returned, kind: 'undone', userId }, question: null };
  }

  async #scanIn(job: ItemScan, progress: LendProgress, loanId = ''): Promise<ReturnResult> {
    const { id, code, by, abort } = job;
    const service = await this.#service(job);
    const input = { id, code, by, service, signal: abort.signal, loanId, ...progress };
    const returned = await returnItem(this.#deps, input);
    this.#lentHere.delete(code);
    this.#deps.dueDates.itemReturned(service.library.id, code);
    return returned;
  }

  /** The connected service, for a scan that may have waited. */
  async #service(scan: ItemScan): Promise<Service> {
    const service = await this.#deps.connection.service();
    assertOfScan(scan, service);
    return service;
  }

  /**
   * The patron's id and service. Throws where no patron is at the desk, or it is another library than the scan's, or the
   * address may lead to another library now.
   */
  #patronAndService(scan: ItemScan, { patron, service }: Borrower): { userId: string; service: Service } {
    if (!patron || !service) throw new Failed(noPatron);
    assertOfScan(scan, service);
    if (this.#deps.connection.view().possibleLibraries.length > 0) throw new Failed({ kind: 'whichLibrary' });
    return { userId: patron.userId, service };
  }
}

/** A question about an item; null without a patron, and for an item that has no barcode to scan again. */
function questionOf({ by }: ItemScan, { patron }: Borrower, ...offers: readonly Offer[]): Question | null {
  return patron && by === 'barcode' ? { userId: patron.userId, offers } : null;
}

/**
 * The loan that UNDO takes back: the last thing that was done in this session before it. The scans in `undone` are
 * taken back already. A return cannot be undone: to lend the item again is another loan, due on another day.
 */
export function lastLoan(
  scans: readonly Scan[],
  { order }: Scan,
  undone: ReadonlySet<string>,
): { readonly id: string; readonly loan: LentResult } | { readonly failure: Failure } {
  const last = scans.findLast(
    ({ id, order: at, result }) =>
      at < order && !undone.has(id) && (result?.kind === 'lent' || result?.kind === 'returned'),
  );
  const failure = { kind: 'invalid', field: 'undo', detail: '' } as const;
  if (!last) return { failure: { ...failure, reason: 'nothingToUndo' } };
  return last.result?.kind === 'lent'
    ? { id: last.id, loan: last.result }
    : { failure: { ...failure, reason: 'cannotUndo' } };
}

/** What an unclear scan becomes once it is known whether its command happened. */
export function resolvedScan({ action }: Scan, { happened, record }: ResolvedCommand): ScanChange {
  if (!happened) return { state: 'refused', failure: didNotHappen };
  return { state: 'done', failure: null, result: record === null ? null : resultOf(action, record) };
}

/** What the scan of a loan becomes once the loan has the day that was set by hand, or a reason why not. */
export const dueDateScan = ({ loan, failure }: DueDateAttempt): ScanChange => ({
  result: { ...lentResult(loan), ...(failure && { dueFailure: failure }) },
});

/** The result in the record that the scan's command answers: a loan, or the item that was scanned in. */
function resultOf(action: Scan['action'], record: unknown): ScanResult {
  if (action === 'lend') return lentResult(record as Loan);
  return action === 'renew' ? renewedResult(record as Loan) : returnedResult(record as Item);
}
