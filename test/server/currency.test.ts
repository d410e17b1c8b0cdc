import fc from 'fast-check';
import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import { sampleCode } from '../../src/service/samples.ts';
import { done, expectRefusal, lend, newFee, newPatron, sharedLibrary, startLibrary } from './harness.ts';

interface Fee {
  balance: string;
  original_vat_amount: string;
  transaction: { amount: string }[];
}

describe.each([
  {
    ...{ currency: 'JPY', decimals: 0, whole: '1200', fine: '12.5', sample: '4700', usual: '50000' },
    late: ['500', '3000'],
  },
  {
    ...{ currency: 'KWD', decimals: 3, whole: '12.345', fine: '0.0005', sample: '47.000', usual: '500.000' },
    late: ['5.000', '30.000'],
  },
])('an institution that counts in $currency', ({ currency, decimals, whole, fine, sample, usual, late }) => {
  const library = sharedLibrary({ currency });

  test('says so, and its samples are in it', async () => {
    expect(done(await library.get('/conf/general'))).toMatchObject({ default_currency: { value: currency } });
    const owing = `/users/${sampleCode('patronOwing')}/fees`;
    expect(done(await library.get(owing))).toMatchObject({ total_sum: sample, currency });
    const profiles = done<{ deposit_profile: { id: string }[] }>(await library.get('/conf/deposit-profiles'));
    const laptop = profiles.deposit_profile.find(({ id }) => id === 'LAPTOP');
    expect(laptop).toMatchObject({ amount: usual, currency: { value: currency } });
  });

  test('takes fees, payments and deposits with its decimals and no more', async () => {
    const user = await newPatron(library);
    const id = await newFee(library, user, whole);
    const path = `/users/${user}/fees/${id}`;
    const fee = done<Fee>(await library.get(path));
    expect(fee.balance).toBe(whole);
    expect(fee.original_vat_amount).toBe(new Big(0).toFixed(decimals));
    expectRefusal(await library.post(`${path}?op=pay&amount=${fine}`), '401666');
    expect(done<Fee>(await library.post(`${path}?op=pay&amount=1`)).transaction[0]?.amount).toBe(
      new Big(1).toFixed(decimals),
    );
    expectRefusal(await library.post(`${path}?op=waive&reason=OTHER&amount=${fine}`), '401666');
    const deposit = { deposit_profile: 'LAPTOP', owner: 'MAIN', amount: fine };
    expectRefusal(await library.post(`/users/${user}/deposits`, deposit), '401666');
    expect(done(await library.post(`/users/${user}/deposits`, { ...deposit, amount: whole }))).toMatchObject({
      amount: whole,
      deposit_profile: { value: 'LAPTOP', desc: 'Laptop deposit' },
    });
  });

  test('asks no more for a late return than its most', async () => {
    let now = new Date('2026-11-20T10:00:00Z');
    const other = await startLibrary({ currency, now: () => now });
    const user = await newPatron(other);
    const { loan_id: id } = done<{ loan_id: string }>(await lend(other, user, sampleCode('itemFree1')));
    const fineAt = async (at: string) => {
      now = new Date(at);
      return done<{ loan_fine: string }>(await other.get(`/users/${user}/loans/${id}`)).loan_fine;
    };
    expect([await fineAt('2026-12-28T10:00:00Z'), await fineAt('2027-11-20T10:00:00Z')]).toEqual(late);
    await other.close();
  });

  test('pays everything to the last coin, in whatever parts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 4 }),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        async (debt, share) => {
          const user = await newPatron(library);
          const inUnits = (units: number): string => new Big(units).div(10 ** decimals).toFixed(decimals);
          for (const units of debt) await newFee(library, user, inUnits(units));
          const total = debt.reduce((sum, units) => sum + units, 0);
          const first = Math.max(1, Math.floor(total * share));
          const path = `/users/${user}/fees`;
          done(await library.post(`${path}/all?op=pay&amount=${inUnits(first)}`));
          if (first < total) {
            expect(done(await library.get(path))).toMatchObject({ total_sum: inUnits(total - first) });
            done(await library.post(`${path}/all?op=pay&amount=ALL`));
          }
          expect(done(await library.get(path))).toMatchObject({ fee: [], total_sum: inUnits(0) });
        },
      ),
      { numRuns: 12 },
    );
  });
});
