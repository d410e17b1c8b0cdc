import type { FeeView } from '../../src/contract/fees.ts';
import type { Chance } from './chance.ts';
import { pause, type Desk } from './desk.ts';

/** What a person does at a desk. Nothing of it throws; where the program dies under it, it never ends. */
export type Act = (desk: Desk, chance: Chance) => Promise<void>;

/**
 * Has something done until it is done or they give up: who is told that nothing happened does it again, and who is told
 * that nobody knows has it looked up.
 */
async function until(desk: Desk, chance: Chance, ask: () => Promise<string>): Promise<void> {
  for (let tries = 1; tries <= 3; tries += 1) {
    const id = await ask();
    if (id === '') return;
    if (desk.model.askings.get(id)?.says === 'unknown') {
      for (let look = 0; look < 2 && desk.model.askings.get(id)?.says === 'unknown'; look += 1) {
        await pause(chance.between(2000, 100_000));
        await desk.lookAgain(id);
      }
    }
    if (desk.model.askings.get(id)?.says !== 'notDone' || chance.happens(0.3)) return;
    await pause(chance.between(500, 60_000));
  }
}

/** A patron with their items: the card, the books, and perhaps a word that the desk is free. */
const borrow: Act = async (desk, chance) => {
  const { card } = chance.pick(desk.cast.patrons);
  await desk.scan(card, null);
  const due = chance.happens(0.15);
  if (due) await desk.ask('desk.due', { due: '2027-01-15' });
  for (let left = 1 + chance.below(4); left > 0; left -= 1) {
    await pause(chance.between(50, 3000));
    const item = chance.pick(desk.cast.items);
    await desk.scan(item, `lend ${item}`);
    if (chance.happens(0.1)) await desk.scan(item, `lend ${item}`);
  }
  await pause(chance.between(100, 90_000));
  if (due) await desk.ask('desk.due', { due: null });
  if (chance.happens(0.7)) await desk.ask('desk.end', {});
};

const giveBack: Act = async (desk, chance) => {
  for (let left = 1 + chance.below(4); left > 0; left -= 1) {
    const item = chance.pick(desk.cast.items);
    await desk.scan(item, `return ${item}`);
    await pause(chance.between(50, 3000));
  }
};

const renew: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons);
  await desk.ask('loans.renew', { userId, loans: 'all' });
};

async function someFee(desk: Desk, chance: Chance, userId: string): Promise<FeeView | null> {
  const reply = await desk.ask('fees.list', { userId });
  if (!reply.ok) return null;
  const fees = reply.value.fees.filter(({ balance, active }) => active && Number(balance) > 0);
  return fees.length === 0 ? null : chance.pick(fees);
}

const pay: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons);
  const fee = await someFee(desk, chance, userId);
  if (!fee) return charge(desk, chance);
  const { feeId } = fee;
  const amount = chance.happens(0.5) ? '0.50' : fee.balance;
  const wish = desk.wish(`pay ${amount} of fee ${feeId}`);
  await until(desk, chance, () =>
    desk.command(wish, 'fees.pay', (intent) => ({ intent, userId, feeId, amount, method: 'CASH' }), chance),
  );
};

const payAll: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons);
  const list = await desk.ask('fees.list', { userId });
  if (!list.ok || list.value.fees.length === 0) return charge(desk, chance);
  const { owed: expected } = list.value;
  const wish = desk.wish(`pay all ${expected} of ${userId}`);
  await until(desk, chance, () =>
    desk.command(wish, 'fees.payAll', (intent) => ({ intent, userId, expected, method: 'CASH' }), chance),
  );
};

const waive: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons);
  const fee = await someFee(desk, chance, userId);
  if (!fee) return charge(desk, chance);
  const { feeId, balance: seen } = fee;
  const amount = chance.happens(0.5) && Number(seen) > 0.5 ? '0.50' : undefined;
  const wish = desk.wish(`waive ${amount ?? seen} of fee ${feeId}`);
  await until(desk, chance, () =>
    desk.command(
      wish,
      'fees.waive',
      (intent) => ({
        ...{ intent, userId, feeId, reason: 'GOODWILL', seen, comment: '' },
        ...(amount !== undefined && { amount }),
      }),
      chance,
    ),
  );
};

async function charge(desk: Desk, chance: Chance): Promise<void> {
  const { userId } = chance.pick(desk.cast.patrons);
  const amount = `${1 + chance.below(40)}.50`;
  const wish = desk.wish(`charge ${userId} ${amount}`);
  await until(desk, chance, () =>
    desk.command(
      wish,
      'fees.create',
      (intent) => ({
        ...{ intent, userId, type: 'OTHER', amount, owner: 'MAIN', comment: '', barcode: '' },
      }),
      chance,
    ),
  );
}

const look: Act = async (desk, chance) => {
  if (desk.unclear.length === 0) return;
  await desk.lookAgain(chance.pick(desk.unclear).id);
};

/** Everything that people do, and how often each. */
export const acts = { borrow, giveBack, renew, pay, payAll, waive, charge, look } satisfies Record<
  string,
  Act
>;
export type ActName = keyof typeof acts;

export const usual: readonly ActName[] = [
  ...(['borrow', 'borrow', 'borrow', 'giveBack', 'giveBack', 'renew', 'pay', 'pay', 'pay'] as const),
  ...(['payAll', 'waive', 'charge', 'charge', 'look'] as const),
];
