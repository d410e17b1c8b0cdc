import type { Fee } from '../../service/shapes/fee.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import type { UserRequest } from '../../service/shapes/request.ts';
import type { User } from '../../service/shapes/user.ts';
import { toAmount } from '../../shared/money.ts';
import { codeOf, textOf } from '../../service/read.ts';
import { daysLater, endOfDay, serviceDate } from '../rules/calendar.ts';
import { newFee, payFee } from '../rules/fee.ts';
import { inProcess, withRequested } from '../rules/item.ts';
import { policyOf } from '../rules/loan.ts';
import { inCurrency } from '../rules/sums.ts';
import { requestTypes } from '../rules/user-request.ts';
import { firstNumbers } from '../store/counters.ts';
import type { RequestStatus } from '../store/requests.ts';
import type { Catalogue, Copy } from './catalogue.ts';
import { libraries, libraryCode, type LibraryCode } from './configuration.ts';
import type { RowsOfAll } from './rows.ts';

const TIME_ZONE = 'Asia/Jerusalem';

const numberOf = {
  loan: firstNumbers('loan'),
  request: firstNumbers('request'),
  fee: firstNumbers('fee'),
};

/** A patron of the sample library with the key that the tables know them by. */
export interface Member {
  readonly key: number;
  readonly user: User;
}

/** A request to be made: a hold that waits, unless said otherwise. */
interface SampleRequest {
  readonly type?: 'HOLD' | 'BOOKING' | 'DIGITIZATION';
  readonly status?: RequestStatus;
  readonly daysAgo: number;
  /** It asks for this very copy, not for any of the title. */
  readonly isForCopy?: true;
  /** The copy is set aside for it. */
  readonly isSetAside?: true;
  readonly fields: UserRequest;
}

/** Makes loans, holds and fees, numbering them as it goes. */
export class Circulation {
  readonly #rows: RowsOfAll;
  readonly #catalogue: Catalogue;
  /** The moment from which everything is dated back. */
  readonly now: Date;
  readonly #decimals: number;
  #loans = 0;
  #requests = 0;
  #fees = 0;

  constructor(rows: RowsOfAll, catalogue: Catalogue, { now, decimals }: { now: Date; decimals: number }) {
    this.#rows = rows;
    this.#catalogue = catalogue;
    this.now = now;
    this.#decimals = decimals;
  }

  get numbers() {
    return { loan: this.#loans, request: this.#requests, requestSequence: this.#requests, fee: this.#fees };
  }

  /** Lends a copy as it was done so many days ago; `renewals` of them since. */
  lend(member: Member, copy: Copy, daysAgo: number, renewals = 0): void {
    this.#loans += 1;
    const lent = daysLater(this.now, -daysAgo);
    const library = codeOf(copy.data.library) as LibraryCode;
    const days = policyOf(codeOf(copy.data.policy))?.days ?? 28;
    const due = endOfDay(daysLater(lent, days * (renewals + 1)), TIME_ZONE);
    const loan: Loan = {
      item_id: copy.pid,
      item_barcode: copy.data.barcode,
      mms_id: copy.mmsId,
      holding_id: copy.holdingId,
      title: copy.of.title,
      author: copy.of.author,
      call_number: copy.callNumber,
      item_policy: { value: codeOf(copy.data.policy), description: codeOf(copy.data.policy) },
      location_code: copy.data.location,
      loan_id: numberOf.loan(this.#loans),
      user_id: member.user.primary_id,
      circ_desk: { value: 'DEFAULT_CIRC_DESK', desc: 'Circulation Desk' },
      library: libraryCode(library),
      loan_date: lent.toISOString(),
      due_date: due.toISOString(),
      loan_status: 'ACTIVE',
      process_status: renewals > 0 ? 'RENEW' : 'NORMAL',
      loan_fine: toAmount(inCurrency('0', this.#decimals), this.#decimals),
      renewals,
    };
    this.#rows.loan(member.key, loan);
    this.#catalogue.change(copy, inProcess(copy.data, 'LOAN'));
  }

  /** Places a hold on a title; with `shelved`, that copy already waits for it on the hold shelf. */
  hold(member: Member, copy: Copy, pickup: LibraryCode, daysAgo: number, shelved = false): void {
    const fields = {
      pickup_location: libraries.find(({ code }) => code === pickup)?.name,
      pickup_location_type: 'LIBRARY',
      pickup_location_library: pickup,
      pickup_location_circulation_desk: 'DEFAULT_CIRC_DESK',
    };
    if (shelved) this.request(member, copy, { status: 'ON_HOLD_SHELF', daysAgo, isSetAside: true, fields });
    else this.request(member, copy, { daysAgo, fields });
    if (shelved) this.#catalogue.change(copy, withRequested(inProcess(copy.data, 'HOLDSHELF'), true));
  }

  /** Places a request on the title of this copy, or on the copy itself, as it was done so many days ago. */
  request(member: Member, copy: Copy, what: SampleRequest): void {
    this.#requests += 1;
    const { type = 'HOLD', status = 'NOT_STARTED' } = what;
    const query = daysLater(this.now, -what.daysAgo);
    const id = numberOf.request(this.#requests);
    const namesItem = what.isForCopy === true || what.isSetAside === true;
    this.#rows.request({
      id,
      sequence: this.#requests,
      userKey: member.key,
      type,
      status,
      mmsId: copy.mmsId,
      holdingId: what.isForCopy ? copy.holdingId : null,
      pid: what.isForCopy ? copy.pid : null,
      assignedPid: what.isSetAside ? copy.pid : null,
      request: {
        request_id: id,
        request_type: type,
        request_sub_type: requestTypes[type],
        request_status: status,
        ...what.fields,
        request_date: serviceDate(query),
        request_time: query.toISOString(),
        mms_id: copy.mmsId,
        title: copy.of.title,
        author: copy.of.author,
        ...(namesItem ? { item_id: copy.pid, barcode: copy.data.barcode } : {}),
        user_primary_id: member.user.primary_id,
      },
    });
  }

  /** Charges a fee as it was done so many days ago; what was `paid` of it since, was paid half that time ago. */
  charge(
    member: Member,
    fee: { type: string; desc: string; sum: string; title?: string },
    daysAgo: number,
    paid?: string,
  ): void {
    this.#fees += 1;
    const primaryId = textOf(member.user.primary_id);
    const record: Fee = {
      type: { value: fee.type, desc: fee.desc },
      owner: libraryCode('MAIN'),
      title: fee.title ?? null,
      barcode: null,
      comment: '',
      user_primary_id: { value: primaryId, link: `/users/${encodeURIComponent(primaryId)}` },
    };
    const id = numberOf.fee(this.#fees);
    const decimals = this.#decimals;
    const owes = inCurrency(fee.sum, decimals);
    const balance = newFee(record, { id, now: daysLater(this.now, -daysAgo), owes, decimals });
    const act = { now: daysLater(this.now, -daysAgo / 2), decimals, method: 'CASH' };
    this.#rows.fee(
      member.key,
      paid === undefined ? balance : payFee(balance, inCurrency(paid, decimals), act),
    );
  }
}

export const overdueFee = { type: 'OVERDUEFINE', desc: 'Overdue fine' } as const;
export const lostFee = { type: 'LOSTITEMREPLACEMENTFEE', desc: 'Lost item replacement fee' } as const;
export const otherFee = { type: 'OTHER', desc: 'Other' } as const;
