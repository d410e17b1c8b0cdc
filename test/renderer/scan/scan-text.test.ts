import { describe, expect, test } from 'vitest';
import type { ScanResult } from '../../../src/contract/scans.ts';
import { scanText } from '../../../src/renderer/scan/scan-text.ts';
import { aScan } from '../support/views.ts';

/** A loan whose own answer says nothing of it. */
const lent: ScanResult = {
  ...{ kind: 'lent', title: '', author: '', due: '', loanId: '', barcode: '', userId: 'anna' },
};

describe('a scan that was done, and whose answer says nothing of it,', () => {
  test('is told by the code that was scanned, and where its due date is to be seen', () => {
    expect(scanText(aScan('a', 1, { result: lent, text: '31234000001014' }))).toEqual({
      ...{ meaning: 'done', outcome: 'Lent', what: '31234000001014', code: true, sound: 'done' },
      consequence: 'due date unknown: see Loans',
    });
  });

  test('is told by the title that was looked up before, where there is one', () => {
    const scan = aScan('a', 1, { result: lent, text: '31234000001014', title: 'The Overstory' });
    expect(scanText(scan)).toMatchObject({ what: 'The Overstory', code: false });
  });
});
