import { expect, test } from 'vitest';
import { renewalLines } from '../../../src/renderer/loans/renewal-lines.ts';
import { refused } from '../support/views.ts';

const loan = { loanId: 'l', title: 'Emma', barcode: '3123' };

test('a line for each loan: until when, that this could not be read, or why not', () => {
  const [, read, unread, not] = renewalLines('Anna', [
    { ...loan, ok: true, due: '2026-12-15Z' },
    { ...loan, ok: true, due: '' },
    { ...loan, ok: false, failure: refused },
  ]);
  expect(read).toBe('Renewed\tEmma\t3123\tdue Dec 15, 2026');
  expect(unread).toBe('Renewed\tEmma\t3123\tnew due date unknown');
  expect(not).toMatch(/^Not renewed\tEmma\t3123\t\S/);
});
