import type { Failure } from '../../contract/failure.ts';
import type { Offer, Question, ScanResult } from '../../contract/scans.ts';
import { codes, ours } from '../../service/codes.ts';
import { codeOf, textOf } from '../../service/read.ts';
import { renewLoan } from '../loans/loans.ts';
import type { Job } from './queue.ts';
import { lend, renewedResult, type Lending } from '../loans/lend.ts';
import { loanOfItem } from '../loans/loan-of-item.ts';
import { mixedInstead } from '../scans/mixed.ts';
import type { DeskParts } from '../deps.ts';
import type { ScanList } from '../scans/scan-list.ts';
import type { Sitting } from './patron-session.ts';
import { takeBack, type Returned } from '../loans/return.ts';
import { Failed, failureOf } from '../failure.ts';

/** What was lent in this session, and is not back: at this desk. Elsewhere it may be, once the patron has left. */
interface LentHere {
  readonly sitting: Sitting;
  readonly title: string;
  readonly due: string;
}

/** What is told of a command while it is under way. */
type Told = Pick<Lending, 'onSent' | 'onUnclear'>;

/** What was done with an item, and what that leaves to ask. */
interface Outcome {
  readonly result: ScanResult;
  readonly question?: Question;
}

/** No patron is open, and this is not to be returned either. */
export const noPatron: Failure = { kind: 'invalid', field: 'patron', reason: 'noPatron', detail: '' };

/** The item is on no loan of the patron who is open. */
const notOnLoan: Failure = { kind: 'invalid', field: 'item', reason: 'notOnLoan', detail: '' };

/** Lends, renews and takes back the items of one session's scans, and notes on each scan what came of it. */
export class ItemWork {
  readonly #parts: DeskParts;
  readonly #scans: ScanList;
  readonly #changed: (result: ScanResult) => void;
  readonly #jobs = new Map<string, Job>();
  readonly #lastOfItem = new Map<string, Promise<void>>();
  readonly #lentHere = new Map<string, LentHere>();

  /** `changed`: an item was lent, renewed or returned. */
  constructor(parts: DeskParts, scans: ScanList, changed: (result: ScanResult) => void) {
    this.#parts = parts;
    this.#scans = scans;
    this.#changed = changed;
  }

  job(given: Omit<Job, 'taken' | 'after'>): Job {
    const { id, code } = given;
    const after = this.#lastOfItem.get(code) ?? Promise.resolve();
    const job = { ...given, taken: new AbortController(), after };
    this.#lastOfItem.set(code, this.#scans.settled(id));
    this.#jobs.set(id, job);
    return job;
  }

  /** Takes a scan back: its command does not leave, if it has not left. */
  drop(id: string): void {
    this.#scans.change(id, { state: 'dropped' });
    this.#jobs.get(id)?.taken.abort();
  }

  lend(job: Job, sitting: Sitting): Promise<void> {
    const ask = (...offers: readonly Offer[]): Question | null => {
      const userId = sitting.patron?.userId;
      return userId !== undefined && job.by === 'barcode' ? { userId, offers } : null;
    };
    return this.#do(
      job,
      async (told) => {
        const { userId, service } = ofPatron(this.#parts, sitting);
        const here = this.#lentHere.get(job.code);
        if (here?.sitting === sitting) {
          const { title, due } = here;
          return asking({ kind: 'double', which: 'justNow', title, due }, ask('return'));
        }
        const result = await lend(this.#parts, {
          ...job,
          ...told,
          userId,
          service,
          signal: job.taken.signal,
        });
        if (result.kind !== 'lent') return asking(result, ask('return', 'renew'));
        this.#lentHere.set(job.code, { sitting, title: result.title, due: result.due });
        sitting.countLoan();
        return { result };
      },
      () => ask('returnThenLend'),
    );
  }

  renew(job: Job, sitting: Sitting): Promise<void> {
    return this.#do(job, async (told) => {
      const { userId, service } = ofPatron(this.#parts, sitting);
      const { id, code, by, taken } = job;
      const loan = await loanOfItem({ service, userId, code, by });
      if (!loan) throw new Failed(notOnLoan);
      const renewing = { id, service, userId, loan, signal: taken.signal, ...told };
      return { result: renewedResult(await renewLoan(this.#parts, renewing)) };
    });
  }

  takeBack(job: Job): Promise<void> {
    return this.#do(job, async (told) => ({ result: await this.#scanIn(job, told) }));
  }

  /** Takes a loan of this session back: the item is scanned in, as any that is returned. */
  undo(job: Job, { userId, loanId }: { readonly userId: string; readonly loanId: string }): Promise<void> {
    return this.#do(job, async (told) => {
      const returned = await this.#scanIn(job, told, loanId);
      return { result: { ...returned, kind: 'undone', userId } };
    });
  }

  refuse(id: string, failure: Failure): void {
    const state = failure.kind === 'unknown-outcome' ? 'unclear' : 'refused';
    if (this.#scans.isOpen(id)) this.#scans.change(id, { state, failure });
  }

  /** The session is over. */
  forget(): void {
    this.#jobs.clear();
    this.#lastOfItem.clear();
    this.#lentHere.clear();
  }

  async #scanIn({ id, code, by, taken }: Job, told: Told, loanId = ''): Promise<Returned> {
    const service = await this.#parts.standing.service();
    const taking = { id, code, by, service, signal: taken.signal, loanId, ...told };
    const returned = await takeBack(this.#parts, taking);
    this.#lentHere.delete(code);
    this.#parts.dues.isBack(service.library.id, code);
    return returned;
  }

  /**
   * A refusal names no title: it is looked up behind the queue, so that the row says which book to put aside. The item
   * says, too, whether it is out to somebody else, for which every service has a code of its own.
   */
  async #name({ id, code }: Job, isOut: (() => Question | null) | null): Promise<void> {
    const { standing, closing: signal } = this.#parts;
    try {
      const { client } = await standing.service();
      const given = { query: { item_barcode: code } };
      const item = await client.call('items.byBarcode', given, { signal, priority: 'bulk' });
      const onLoan = codeOf(item.item_data?.process_type).toUpperCase() === 'LOAN';
      const question = onLoan ? isOut?.() : null;
      this.#scans.change(id, { title: textOf(item.bib_data?.title), ...(question && { question }) });
    } catch {
      // The row keeps the barcode.
    }
  }

  /**
   * Resolves once the next item's turn has come: its scan is settled, or what came of it is unclear and is looked for.
   *
   * @param isOut what to ask where the item turns out to be lent to somebody else
   */
  async #do(
    job: Job,
    work: (told: Told) => Promise<Outcome>,
    isOut: () => Question | null = () => null,
  ): Promise<void> {
    const { id } = job;
    await job.after;
    if (!this.#scans.isOpen(id)) return;
    const unclear = Promise.withResolvers<undefined>();
    const told: Told = {
      onSent: () => this.#scans.change(id, { state: 'sent' }),
      onUnclear: (failure) => {
        this.refuse(id, failure);
        unclear.resolve(undefined);
      },
    };
    await Promise.race([this.#carryOut(job, () => work(told), isOut), unclear.promise]);
  }

  async #carryOut(job: Job, work: () => Promise<Outcome>, isOut: () => Question | null): Promise<void> {
    const { id } = job;
    try {
      const { result, question = null } = await work();
      try {
        this.#scans.change(id, { state: 'done', result, failure: null, question });
      } finally {
        if (result.kind !== 'double') this.#changed(result);
      }
    } catch (error) {
      const { barcodes } = this.#parts.standing.view();
      const mixed = job.by === 'barcode' ? mixedInstead(error, job.code, barcodes) : null;
      const failure = mixed ?? failureOf(error, this.#parts.log);
      const refused = failure.kind === 'refused';
      const knownOut = refused && failure.code === ours.itemOnLoan;
      if (knownOut) this.#scans.change(id, { question: isOut() });
      this.refuse(id, failure);
      if (refused && failure.code !== codes.noItemForBarcode) void this.#name(job, knownOut ? null : isOut);
    } finally {
      this.#jobs.delete(id);
    }
  }
}

function ofPatron(
  { standing }: DeskParts,
  { patron, service }: Sitting,
): {
  userId: string;
  service: NonNullable<Sitting['service']>;
} {
  if (!patron || !service) throw new Failed(noPatron);
  // Behind the address that they were found at there may be another library by now.
  if (standing.view().mayBe.length > 0) throw new Failed({ kind: 'whichLibrary' });
  return { userId: patron.userId, service };
}

const asking = (result: ScanResult, question: Question | null): Outcome => ({
  result,
  ...(question && { question }),
});
