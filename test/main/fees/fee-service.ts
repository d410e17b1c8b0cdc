import { randomBytes, randomUUID } from 'node:crypto';
import type { CallOptions, Client } from '../../../src/client/client.ts';
import { UnknownOutcomeError } from '../../../src/client/errors.ts';
import { openJournal } from '../../../src/main/journal/journal.ts';
import { createSeal } from '../../../src/main/journal/seal.ts';
import type { Operation } from '../../../src/service/endpoints.ts';
import { placeOf, type CommandRequest, type Ground } from '../commands/commanding.ts';
import { page, refusal } from '../support/deployed.ts';
import { QuickClock } from '../support/quick-clock.ts';

interface Asking {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
}

/** What becomes of one request of a command: it leaves, is done, and is answered, or not. */
export type Fate = (take: () => unknown, leave: () => void, asking: Asking) => unknown;

/** No answer came. `tracking` is the service's own id of the trouble, where it said one. */
export const lost = (operation: Operation, tracking: string | null = null): UnknownOutcomeError =>
  new UnknownOutcomeError(placeOf(operation), 'lost', null, {
    ...{ code: '', serviceMessage: '', trackingId: tracking },
  });

/** The request is lost on its way. */
export const lostBefore: Fate = (_take, leave, { operation }) => {
  leave();
  throw lost(operation);
};

/** It leaves, and nothing is heard of it before the test lets it end. */
export function held(): { readonly fate: Fate; readonly end: (how: Fate) => void } {
  const how = Promise.withResolvers<Fate>();
  const fate: Fate = async (take, leave, asking) => {
    leave();
    return (await how.promise)(take, () => undefined, asking);
  };
  return { fate, end: how.resolve };
}

interface StoredFee {
  readonly id: string;
  readonly [field: string]: unknown;
}

/**
 * One patron's fees, in this process and in no time: when anything is asked, and what becomes of it, the test decides.
 * For the moments that no service over HTTP can be brought to; the practice library is for all else.
 */
export class FeeService {
  fees: StoredFee[] = [];
  /** What becomes of the next commands, in turn; each that comes after these is done. */
  readonly fates: Fate[] = [];
  /** Every call, in its order. */
  readonly requests: Asking[] = [];
  /** What reads fail with, while they do. */
  readsFail: Error | null = null;
  /** What a read waits for, while it is set. */
  readsWaitFor: Promise<unknown> | null = null;
  readonly client = {
    call: (...input: Parameters<typeof this.call>) => this.call(...input),
    time: () => null,
  } as unknown as Client;

  /** How many reads were asked for. */
  get reads(): number {
    return this.requests.filter(({ operation }) => /\.(list|get)$/.test(operation)).length;
  }

  async call(operation: Operation, input: object, options: CallOptions = {}): Promise<unknown> {
    const asking = { operation, path: {}, query: {}, body: {}, ...input, options };
    this.requests.push(asking);
    if (/\.(list|get)$/.test(operation)) {
      await this.readsWaitFor;
      if (this.readsFail) throw this.readsFail;
      return this.#read(asking);
    }
    const fate = this.fates.shift() ?? done;
    return fate(
      () => this.#take(asking),
      () => options.onSent?.(),
      asking,
    );
  }

  #read({ operation, path, query }: Asking): unknown {
    if (operation === 'users.fees.list') {
      const status = query['status'] ?? 'ACTIVE';
      return page(this.fees.filter((fee) => fee['status'] === status));
    }
    const fee = this.fees.find(({ id }) => id === path['fee_id']);
    if (!fee) throw refusal(operation, '401664');
    return fee;
  }

  #take({ operation, path, query, body }: Asking): unknown {
    if (operation === 'users.fees.create') {
      const fee = { ...body, id: randomUUID(), status: 'ACTIVE', balance: body['original_amount'] };
      this.fees.push(fee);
      return fee;
    }
    const change = {
      'users.fees.pay': {
        transaction: [{ external_transaction_id: query['external_transaction_id'], amount: '1.00' }],
      },
      'users.fees.dispute': { status: 'INDISPUTE' },
    }[operation as string];
    this.fees = this.fees.map((fee) => (fee.id === path['fee_id'] ? { ...fee, ...change } : fee));
    return this.fees.find(({ id }) => id === path['fee_id']);
  }
}

const done: Fate = (take, leave) => {
  leave();
  return take();
};

const path = { user_id: 'patron' };

/** A new fee of the patron's. Two of the same type and amount are the same effect. */
export function charge(
  more: Partial<CommandRequest<'users.fees.create'>> & { readonly amount?: string } = {},
) {
  const { amount: original_amount = '1.00', ...rest } = more;
  const body = { type: { value: 'OTHER' }, original_amount, owner: { value: 'MAIN' } };
  const before = { feeIds: [] as string[] };
  return { operation: 'users.fees.create' as const, args: { path, body }, before, id: randomUUID(), ...rest };
}

/** A payment of the fee: it carries the journal's id. */
export function payment(id: string = randomUUID(), fee_id = 'fee') {
  const query = { amount: '1.00', method: 'CASH', external_transaction_id: id };
  const args = { path: { ...path, fee_id }, query };
  return { operation: 'users.fees.pay' as const, args, before: { balance: '1.00' }, id };
}

/** The service, a clock and a journal to run on. */
export function quickGround(): Ground & { readonly service: FeeService; readonly clock: QuickClock } {
  const service = new FeeService();
  const clock = new QuickClock();
  const journal = openJournal({ file: ':memory:', seal: createSeal(randomBytes(32)), clock });
  return { service, client: service.client, clock, journal };
}
