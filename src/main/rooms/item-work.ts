import type { Failure } from '../../contract/failure.ts';
import type { ScanResult } from '../../contract/scans.ts';
import { codes } from '../../service/codes.ts';
import { textOf } from '../../service/read.ts';
import { failureIn } from '../commands/failure-in.ts';
import { Failed } from '../failed.ts';
import type { Job } from './job-line.ts';
import { lend } from './lend.ts';
import type { Parts } from './parts.ts';
import type { ScanList } from './scan-list.ts';
import type { Sitting } from './sitting.ts';
import { takeBack } from './take-back.ts';

/** What was lent in this session, and is not back: at this desk. Elsewhere it may be, once the patron has left. */
interface LentHere {
  readonly sitting: Sitting;
  readonly title: string;
  readonly due: string;
}

/** No patron is open, and this is not to be returned either. */
export const noPatron: Failure = { kind: 'invalid', field: 'patron', reason: 'noPatron', detail: '' };

/** Lends and takes back the items of one session's scans, and notes on each scan what came of it. */
export class ItemWork {
  readonly #parts: Parts;
  readonly #scans: ScanList;
  readonly #changed: (result: ScanResult) => void;
  readonly #jobs = new Map<string, Job>();
  readonly #lastOfItem = new Map<string, Promise<void>>();
  readonly #lentHere = new Map<string, LentHere>();

  /** `changed`: an item was lent or returned. */
  constructor(parts: Parts, scans: ScanList, changed: (result: ScanResult) => void) {
    this.#parts = parts;
    this.#scans = scans;
    this.#changed = changed;
  }

  job(id: string, code: string): Job {
    const after = this.#lastOfItem.get(code) ?? Promise.resolve();
    const job = { id, code, taken: new AbortController(), after };
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
    return this.#do(job, async (onSent) => {
      const { patron, service } = sitting;
      if (!patron || !service) throw new Failed(noPatron);
      const { userId } = patron;
      const { id, code: barcode, taken } = job;
      const here = this.#lentHere.get(barcode);
      if (here?.sitting === sitting) {
        return { kind: 'double', which: 'justNow', title: here.title, due: here.due };
      }
      const result = await lend(this.#parts, { id, barcode, userId, service, signal: taken.signal, onSent });
      if (result.kind === 'lent') {
        this.#lentHere.set(barcode, { sitting, title: result.title, due: result.due });
        sitting.countLoan();
      }
      return result;
    });
  }

  takeBack(job: Job): Promise<void> {
    return this.#do(job, async (onSent) => {
      const service = await this.#parts.standing.service();
      const { id, code: barcode, taken } = job;
      const result = await takeBack(this.#parts, { id, barcode, service, signal: taken.signal, onSent });
      this.#lentHere.delete(barcode);
      return result;
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

  /** A refusal names no title: it is looked up behind the queue, so that the row says which book to put aside. */
  async #name({ id, code }: Job): Promise<void> {
    const { standing, closing: signal } = this.#parts;
    try {
      const { client } = await standing.service();
      const given = { query: { item_barcode: code } };
      const item = await client.call('items.byBarcode', given, { signal, priority: 'bulk' });
      this.#scans.change(id, { title: textOf(item.bib_data?.title) });
    } catch {
      // The row keeps the barcode.
    }
  }

  async #do(job: Job, work: (onSent: () => void) => Promise<ScanResult>): Promise<void> {
    const { id } = job;
    await job.after;
    if (!this.#scans.isOpen(id)) return;
    try {
      const result = await work(() => this.#scans.change(id, { state: 'sent' }));
      this.#scans.change(id, { state: 'done', result });
      if (result.kind !== 'double') this.#changed(result);
    } catch (error) {
      const failure = failureIn(error, this.#parts.log);
      this.refuse(id, failure);
      if (failure.kind === 'refused' && failure.code !== codes.noItemForBarcode) void this.#name(job);
    } finally {
      this.#jobs.delete(id);
    }
  }
}
