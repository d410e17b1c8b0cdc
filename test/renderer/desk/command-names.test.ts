import { describe, expect, test } from 'vitest';
import { commandTable } from '../../../src/main/command-table.ts';
import { actName } from '../../../src/renderer/desk/command-names.ts';
import { endpoints, operations } from '../../../src/service/endpoints.ts';

const commands = operations.filter((operation) => endpoints[operation].kind === 'command');
const named = (operation: string, query: object = {}): string =>
  actName(
    commandTable.actOf({ operation, payload: { path: {}, query } } as Parameters<
      typeof commandTable.actOf
    >[0]),
  );

describe('what is unclear', () => {
  test('has a name in words, whichever command it is, and no two have the same', () => {
    const names = commands.map((operation) => named(operation));
    expect(names.filter((name) => name === '')).toEqual([]);
    expect(new Set(names).size).toBe(commands.length);
    expect(named('users.loans.create')).toBe('Loan');
    expect(named('users.fees.pay')).toBe('Payment');
  });

  test('is named more closely where one command does several things', () => {
    expect(named('bibs.items.scanIn', { library: 'MAIN', circ_desk: 'DESK' })).toBe('Return');
    expect(named('bibs.items.scanIn', { library: 'MAIN', department: 'ACQ' })).toBe('Keeping in department');
    const deposits = ['pay', 'refund', 'dispute', 'restore', 'something new'];
    expect(deposits.map((op) => named('users.deposits.act', { op }))).toEqual([
      'Deposit payment',
      'Deposit refund',
      'Deposit dispute',
      'End of deposit dispute',
      'Deposit',
    ]);
  });

  test('is named by its command alone where its row was reduced, or cannot be read', () => {
    for (const payload of [null, undefined, 'x', {}, { query: null }]) {
      const entry = { operation: 'bibs.items.scanIn', payload } as Parameters<typeof commandTable.actOf>[0];
      expect(actName(commandTable.actOf(entry))).toBe('Scan-in');
    }
  });

  test('has no name where only another version of Carrel knows it', () => {
    expect(named('users.something.new')).toBe('');
    expect(named('toString')).toBe('');
  });
});
