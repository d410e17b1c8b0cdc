import { describe, expect, test } from 'vitest';
import { lateResultText } from '../../../src/renderer/ui/list/late-result.ts';
import { refused } from '../support/views.ts';

const dialog = { title: 'Pay a fee of Rivka Ben-Ami', word: 'Pay ₪8.00' };

describe('what comes after its dialog was closed', () => {
  test('has the title of the dialog while its patron is at the desk', () => {
    const text = lateResultText({ ...dialog, isFormer: false, failure: null });
    expect([text.meaning, text.what]).toEqual(['done', dialog.title]);
  });

  test('of a former visit has no name, and says that it is of one', () => {
    for (const failure of [null, refused]) {
      const text = lateResultText({ ...dialog, isFormer: true, failure });
      expect(text.what).toBe('Pay ₪8.00 · visit before');
      expect(JSON.stringify(text)).not.toContain('Rivka');
    }
  });
});
