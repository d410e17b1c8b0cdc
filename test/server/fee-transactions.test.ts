import { expect, test } from 'vitest';
import { done, expectRefusal, messageOf, newFee, newPatron, startLibrary } from './harness.ts';

interface Reported {
  readonly fee: readonly {
    readonly id: string;
    readonly owner: { readonly value: string };
    readonly transaction: readonly { readonly type: { readonly value: string }; readonly amount: string }[];
  }[];
  readonly total_record_count: number;
}

/** A library in which, over three days, fees were paid, waived, disputed and restored. */
async function threeDays() {
  let now = new Date('2026-11-18T23:30:00Z');
  const library = await startLibrary({ empty: true, now: () => now });
  const user = await newPatron(library);
  const fee = (sum: string) => newFee(library, user, sum);
  const act = async (id: string, query: string) =>
    done(await library.post(`/users/${user}/fees/${id}?${query}`));
  const [paid, waived, argued, untouched] = [
    await fee('5.00'),
    await fee('4.00'),
    await fee('3.00'),
    await fee('2.00'),
  ];
  await act(paid, 'op=pay&amount=2.00');
  now = new Date('2026-11-19T00:30:00Z');
  await act(paid, 'op=pay&amount=3.00');
  await act(argued, 'op=dispute');
  now = new Date('2026-11-20T09:00:00Z');
  await act(waived, 'op=waive&reason=OTHER&amount=1.00');
  await act(argued, 'op=restore');
  const report = async (query: string) =>
    done<Reported>(await library.get(`/conf/utilities/fee-transactions?${query}`));
  const found = async (query: string) => {
    const { fee: fees } = await report(query);
    return fees.map(({ id, transaction }) => [id, ...transaction.map((one) => one.type.value)]);
  };
  return { library, report, found, ids: { paid, waived, argued, untouched } };
}

test('the report has what happened, and of each fee what is asked for', async () => {
  const { library, report, found, ids } = await threeDays();
  try {
    const { paid, waived, argued } = ids;
    const all = [
      [paid, 'PAYMENT', 'PAYMENT'],
      [argued, 'DISPUTE', 'RESTORE'],
      [waived, 'WAIVE'],
    ];
    expect(await found('')).toEqual(all);
    expect((await report('')).total_record_count).toBe(3);
    expect(await found('colour=red&limit=nonsense')).toEqual(all);
    expect(await found('from_date=2026-11-19')).toEqual([
      [paid, 'PAYMENT'],
      [argued, 'DISPUTE', 'RESTORE'],
      [waived, 'WAIVE'],
    ]);
    expect(await found('to_date=2026-11-18Z')).toEqual([[paid, 'PAYMENT']]);
    expect(await found('from_date=2026-11-19Z&to_date=2026-11-19Z')).toEqual([
      [paid, 'PAYMENT'],
      [argued, 'DISPUTE'],
    ]);
    expect(await found('transaction_from_date=2026-11-20Z&transaction_to_date=2026-11-20Z')).toEqual([
      [waived, 'WAIVE'],
      [argued, 'RESTORE'],
    ]);
    expect(await found('transaction_type=payment')).toEqual([[paid, 'PAYMENT', 'PAYMENT']]);
    expect(await found('status=CLOSED')).toEqual([[paid, 'PAYMENT', 'PAYMENT']]);
    expect(await found('status=ACTIVE')).toEqual([
      [argued, 'DISPUTE', 'RESTORE'],
      [waived, 'WAIVE'],
    ]);
    expect(await found('library=MAIN')).toEqual(all);
    expect(await found('owner=LAW')).toEqual([]);
    expect(await found('received_by_circ_library=MAIN&received_by_circ_desk=DEFAULT_CIRC_DESK')).toEqual([]);
  } finally {
    await library.close();
  }
});

test.each([
  ['from_date=yesterday', '40166411', 'from_date'],
  ['to_date=2026-02-30Z', '40166411', 'to_date'],
  ['transaction_to_date=31.12.2026', '40166411', 'transaction_to_date'],
  ['from_date=2026-11-20Z&to_date=2026-11-19Z', '40166411', 'to_date'],
  ['status=PERHAPS', '40166411', 'status. Known are ACTIVE, INDISPUTE,'],
  ['transaction_type=GIFT', '40166419', 'transaction_type. Known are PAYMENT, WAIVE,'],
  ['library=ATLANTIS', '40166410', 'library'],
  ['owner=ATLANTIS', '40166410', 'owner'],
  ['received_by_circ_library=ATLANTIS', '40166410', 'received_by_circ_library'],
  ['received_by_circ_desk=DEFAULT_CIRC_DESK', '40166410', 'received_by_circ_desk'],
])('%s is refused by its name', async (query, code, field) => {
  const library = await startLibrary({ empty: true });
  try {
    const answer = await library.get(`/conf/utilities/fee-transactions?${query}`);
    expectRefusal(answer, code);
    expect(messageOf(answer)).toContain(field);
  } finally {
    await library.close();
  }
});

test('a deleted patron leaves the report, and the sample library has something to report', async () => {
  const library = await startLibrary();
  try {
    const count = async () =>
      done<Reported>(await library.get('/conf/utilities/fee-transactions')).total_record_count;
    const before = await count();
    expect(before).toBe(26);
    const user = await newPatron(library);
    const id = await newFee(library, user, '1.00');
    done(await library.post(`/users/${user}/fees/${id}?op=pay&amount=1.00`));
    expect(await count()).toBe(before + 1);
    done(await library.del(`/users/${user}`));
    expect(await count()).toBe(before);
  } finally {
    await library.close();
  }
});
