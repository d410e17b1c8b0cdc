import * as z from 'zod';
import { act, create, get, list } from '../rows.ts';
import { byDefault } from '../shapes/common.ts';
import { Fee, FeesPaid, NewFee } from '../shapes/fee.ts';
import { text, userIdType } from './parts.ts';

const fee = '/users/{user_id}/fees/{fee_id}';

/** A payment: a decimal with a point, above 0. Whether it is more than is owed, the service decides. */
const Payment = z.string().regex(/^(?=.*[1-9])\d+(\.\d+)?$/, 'expected an amount above 0, such as 12.50');

const method = byDefault(text, 'CASH');

/** What a patron owes. */
export const fees = {
  'users.fees.list': list('/users/{user_id}/fees', {
    source: 'User fees',
    key: 'fee',
    returns: Fee,
    query: { ...userIdType, status: byDefault(text, 'ACTIVE') },
  }),
  'users.fees.create': create('/users/{user_id}/fees', {
    source: 'User fees',
    body: NewFee,
    returns: Fee,
    query: userIdType,
  }),
  'users.fees.get': get(fee, { source: 'User fees', returns: Fee, query: userIdType }),
  'users.fees.payAll': act('/users/{user_id}/fees/all', 'pay', {
    source: 'User fees',
    returns: FeesPaid,
    query: {
      ...userIdType,
      amount: byDefault(z.union([z.literal('ALL'), Payment]).optional(), 'ALL'),
      method,
      external_transaction_id: text,
    },
  }),
  'users.fees.pay': act(fee, 'pay', {
    source: 'User fees',
    returns: Fee,
    query: { ...userIdType, amount: Payment, method, external_transaction_id: text },
  }),
  'users.fees.waive': act(fee, 'waive', {
    source: 'User fees',
    returns: Fee,
    query: { ...userIdType, reason: z.string().min(1), amount: Payment.optional(), comment: text },
  }),
  'users.fees.dispute': act(fee, 'dispute', {
    source: 'User fees',
    returns: Fee,
    query: { ...userIdType, reason: text, comment: text },
  }),
  'users.fees.restore': act(fee, 'restore', {
    source: 'User fees',
    returns: Fee,
    query: { ...userIdType, comment: text },
  }),
} as const;
