import { describe, expect, test } from 'vitest';
import { slipKinds, type Slip, type SlipHabit, type SlipSettings } from '../../../src/contract/slips.ts';
import { m } from '../../../src/messages/compiled/messages.js';
import type { ScanText } from '../../../src/renderer/scan/scan-text.ts';
import { Slips } from '../../../src/renderer/slips/slips.svelte.ts';
import { main } from '../support/main.ts';
import { refused } from '../support/views.ts';

const due = (title: string): Slip => ({
  ...{ kind: 'due', reader: { name: 'Anna', barcode: '1' } },
  books: [{ title, barcode: 'b', due: '2026-12-15Z' }],
});
const back = (title: string): Slip => ({ kind: 'return', reader: null, books: [{ title, barcode: 'b' }] });

/** The slips of a station that prints each kind as said. */
function slipsOf(when: Partial<Record<Slip['kind'], SlipHabit['when']>>, sessionSlip: Slip | null = null) {
  const kinds = Object.fromEntries(
    slipKinds.map((kind) => [kind, { when: when[kind] ?? 'never', text: '' }]),
  );
  const results: { readonly text: ScanText }[] = [];
  const slips = new Slips({
    settings: () => ({ kinds }) as unknown as SlipSettings,
    sessionSlip: () => sessionSlip,
    onResult: (text) => results.push({ text }),
  });
  return { slips, results };
}
const printed = () => main.all('slips.print').map(({ input }) => input.slip);

describe('a slip', () => {
  test('is printed at once, offered, or neither, as the station has it', () => {
    const { slips } = slipsOf({ due: 'always', return: 'ask' });
    slips.offer(due('1'), back('1'));
    expect(printed()).toEqual([due('1')]);
    expect(slips.nextOffer).toEqual(back('1'));
    slips.printAutomatic(back('2'));
    expect(main.times('slips.print')).toBe(1);
    const none = slipsOf({});
    none.slips.offer(due('1'));
    expect(none.slips.nextOffer).toBeNull();
    expect(main.times('slips.print')).toBe(1);
  });

  test('is at hand until something else happens, one after the other', async () => {
    const { slips } = slipsOf({ due: 'ask', return: 'ask' });
    slips.offer(due('1'), back('1'));
    void slips.printAtHand();
    expect(slips.nextOffer).toEqual(back('1'));
    void slips.printAtHand();
    expect(slips.nextOffer).toBeNull();
    expect(printed()).toEqual([due('1'), back('1')]);
    slips.offer(back('2'));
    slips.withdraw();
    expect(slips.nextOffer).toBeNull();
    const nothing = slipsOf({});
    await nothing.slips.printAtHand();
    await nothing.slips.printAgain();
    expect(main.times('slips.print')).toBe(2);
    expect(nothing.results.map(({ text }) => text.meaning)).toEqual(['quiet', 'quiet']);
  });

  test('of the open session is at hand where none was offered', () => {
    const { slips } = slipsOf({}, due('session'));
    void slips.printAtHand();
    expect(printed()).toEqual([due('session')]);
  });

  test('with due dates that is on paper is neither printed nor offered again, until something was lent', async () => {
    const { slips } = slipsOf({ due: 'ask' });
    void slips.print(due('1'));
    slips.offer(due('1'));
    expect(slips.nextOffer).toEqual(due('1'));
    slips.withdraw();
    await main.open('slips.print').answer({ file: null });
    slips.offer(due('1'));
    expect(slips.nextOffer).toBeNull();
    slips.offer(due('2'));
    expect(slips.nextOffer).toEqual(due('2'));
  });

  test('that was not printed says so and is one key away', async () => {
    const { slips, results } = slipsOf({});
    void slips.print(back('1'));
    expect(slips.printing).toBe(1);
    await main.open('slips.print').fail(refused);
    expect(slips.printing).toBe(0);
    expect(slips.failure).toEqual(refused);
    expect(results[0]?.text.sound).toBe('attention');
    void slips.printAgain();
    await main.open('slips.print').answer({ file: null });
    expect(printed()).toEqual([back('1'), back('1')]);
    expect(slips.failure).toBeNull();
    expect(results).toHaveLength(2);
  });

  test('whose print dialog was closed is on no paper, and that is no failure', async () => {
    const { slips, results } = slipsOf({ due: 'ask' });
    void slips.print(due('1'));
    await main.open('slips.print').answer({ file: null, stopped: true });
    expect(slips.failure).toBeNull();
    expect(results.map(({ text }) => [text.meaning, text.what])).toEqual([
      ['quiet', m.slips_stopped({ slip: m.slips_kind_due() })],
    ]);
    // It can still be had.
    slips.offer(due('1'));
    expect(slips.nextOffer).toEqual(due('1'));
  });

  test('of whoever was here is not printed once nobody is to be named', async () => {
    const { slips } = slipsOf({ return: 'ask' });
    slips.offer(back('1'));
    void slips.print(due('1'));
    slips.forget();
    expect([slips.last, slips.nextOffer]).toEqual([null, null]);
    await slips.printAgain();
    expect(main.times('slips.print')).toBe(1);
  });
});
