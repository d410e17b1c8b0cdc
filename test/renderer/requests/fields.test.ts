import { describe, expect, it } from 'vitest';
import { noFields, rebased, saySame } from '../../../src/renderer/requests/fields.ts';

const seen = { ...noFields, comment: 'Old', lastInterest: '2026-12-01', pickupLibrary: 'MAIN' };

describe('an edit of a request that somebody has changed meanwhile', () => {
  it('takes what the other changed where the person left it alone, and tells it', () => {
    const fresh = { ...seen, lastInterest: '2027-01-01' };
    const { fields, changed } = rebased(seen, { ...seen, comment: 'Mine' }, fresh);
    expect(fields).toEqual({ ...fresh, comment: 'Mine' });
    expect(changed).toEqual([{ name: 'lastInterest', was: '2026-12-01', is: '2027-01-01', mine: null }]);
  });

  it('keeps what the person typed where both changed it, and tells both', () => {
    const { fields, changed } = rebased(
      seen,
      { ...seen, comment: 'Mine' },
      { ...seen, comment: 'Theirs', copyright: true },
    );
    expect(fields).toEqual({ ...seen, comment: 'Mine', copyright: true });
    expect(changed).toEqual([
      { name: 'comment', was: 'Old', is: 'Theirs', mine: 'Mine' },
      { name: 'copyright', was: false, is: true, mine: null },
    ]);
  });

  it('goes on undisturbed where nothing changed', () => {
    const edited = { ...seen, comment: 'Mine' };
    expect(rebased(seen, edited, { ...seen })).toEqual({ fields: edited, changed: [] });
    expect(saySame(seen, { ...seen })).toBe(true);
    expect(saySame(seen, edited)).toBe(false);
  });
});
