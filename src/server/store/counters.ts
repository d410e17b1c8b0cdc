import type { Db } from './schema.ts';

/** Where each kind's numbers begin: told apart at a glance, like the ids of deployed services. */
const bases = {
  fee: 1_200_000_000,
  loan: 2_400_000_000,
  request: 3_600_000_000,
  requestSequence: 0,
  sharingRequest: 4_200_000_000,
  purchaseRequest: 4_400_000_000,
  lendingRequest: 4_600_000_000,
  deposit: 4_800_000_000,
  attachment: 5_000_000_000,
  invoice: 7_400_000_000,
  invoiceLine: 8_500_000_000,
  voucher: 500_000,
  workflow: 5_200_000_000,
  mms: 990_000_000_000,
  holding: 220_000_000_000,
  item: 230_000_000_000,
} as const;

export type Counter = keyof typeof bases;

/** The next number of a kind. */
export async function nextNumber(db: Db, name: Counter): Promise<number> {
  const { value } = await db
    .insertInto('counters')
    .values({ name, value: bases[name] + 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((set) => ({ value: set('counters.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}

/** The first so many ids of a kind, for records that are made all at once. */
export function firstNumbers(name: Counter): (index: number) => string {
  return (index) => String(bases[name] + index);
}

/** Says how many numbers of each kind were given away already. */
export async function setNumbers(db: Db, counts: Partial<Record<Counter, number>>): Promise<void> {
  for (const [name, count] of Object.entries(counts)) {
    await db
      .insertInto('counters')
      .values({ name, value: bases[name as Counter] + count })
      .execute();
  }
}
