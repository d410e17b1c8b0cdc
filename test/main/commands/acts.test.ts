import { expect, test } from 'vitest';
import { commandTable } from '../../../src/main/command-table.ts';
import type { Command } from '../../../src/service/endpoints.ts';

test.each([
  ['bibs.items.scanIn', { circ_desk: 'DESK', department: 'ACQ' }, 'return'],
  ['bibs.items.scanIn', { department: 'ACQ' }, 'keep'],
  ['bibs.items.scanIn', { circ_desk: '', department: '' }, 'bibs.items.scanIn'],
  ['users.deposits.act', { op: 'pay' }, 'deposit.pay'],
  ['users.deposits.act', { op: 'refund' }, 'deposit.refund'],
  ['users.deposits.act', { op: 'dance' }, 'users.deposits.act'],
  ['users.fees.pay', { op: 'pay', circ_desk: 'DESK', department: 'ACQ' }, 'users.fees.pay'],
] as const)('%s with %j is named %s', (operation, query, act) => {
  expect(commandTable.actOf({ operation, payload: { path: { user_id: 'a' }, query } })).toBe(act);
});

test.each([null, 'cut', {}, { query: 7 }])(
  'where the query is gone (%j), it is named by its operation',
  (payload) => {
    for (const operation of ['bibs.items.scanIn', 'users.deposits.act'] satisfies Command[])
      expect(commandTable.actOf({ operation, payload })).toBe(operation);
  },
);
