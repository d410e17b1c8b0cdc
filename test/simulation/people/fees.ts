import type { FeeView } from '../../../src/contract/fees.ts';
import type { Chance } from '../chance.ts';
import { newId } from '../clock.ts';
import type { Desk } from '../desk.ts';
import { saysOf } from '../model.ts';
import { until, type Act } from './wanting.ts';

async function feesOf(desk: Desk, userId: string): Promise<FeeView[]> {
  const reply = await desk.ask('fees.list', { userId });
  if (!reply.ok) return [];
  return reply.value.fees.filter(({ balance, active }) => active && Number(balance) > 0);
}

/** A patron's fee; where they have none, they are charged one. */
async function someFee(desk: Desk, chance: Chance): Promise<{ userId: string; fee: FeeView } | null> {
  const { userId } = chance.pick(desk.cast.patrons);
  const fees = await feesOf(desk, userId);
  if (fees.length > 0) return { userId, fee: chance.pick(fees) };
  await charge(desk, chance);
  return null;
}

/** A patron is charged. */
export const charge: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons.slice(0, 8));
  const amount = `${1 + chance.below(40)}.50`;
  const wish = desk.wish(`charge ${userId} ${amount}`);
  const given = { userId, type: 'OTHER', amount, owner: 'MAIN', comment: '', barcode: '' };
  await until(desk, chance, () =>
    desk.command(wish, 'fees.create', (intent) => ({ intent, ...given }), chance),
  );
};

/** A patron pays a fee, or a part of it. */
export const pay: Act = async (desk, chance) => {
  const some = await someFee(desk, chance);
  if (!some) return;
  const { userId, fee } = some;
  const amount = chance.happens(0.5) ? '0.50' : fee.balance;
  const given = { userId, feeId: fee.feeId, amount, method: 'CASH' };
  const wish = desk.wish(`pay ${amount} of fee ${fee.feeId}`);
  await until(desk, chance, () => desk.command(wish, 'fees.pay', (intent) => ({ intent, ...given }), chance));
};

/** A patron pays all they owe. */
export const payAll: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons);
  const list = await desk.ask('fees.list', { userId });
  if (!list.ok || list.value.fees.length === 0) return charge(desk, chance);
  const { owed: expected } = list.value;
  const wish = desk.wish(`pay-all ${expected} of ${userId}`);
  await until(desk, chance, () =>
    desk.command(wish, 'fees.payAll', (intent) => ({ intent, userId, expected, method: 'CASH' }), chance),
  );
};

/** A patron lays down a sum, which is split over what they owe. */
export const paySplit: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons);
  const fees = (await feesOf(desk, userId)).slice(0, 3);
  if (fees.length < 2) return charge(desk, chance);
  const shares = fees.map(({ feeId }) => ({ intent: newId(), feeId, amount: '0.50' }));
  for (const { intent, feeId } of shares) {
    desk.model.ask(intent, desk.wish(`split 0.50 to fee ${feeId}`), desk.station.standsOn);
  }
  const reply = await desk.ask('fees.paySplit', { userId, shares, method: 'CASH' });
  const outcomes = reply.ok ? reply.value.outcomes : [];
  for (const outcome of outcomes) {
    desk.model.told(outcome.intent, outcome.ok ? 'done' : saysOf(outcome.failure), 'share');
  }
  const told = new Set(outcomes.map(({ intent }) => intent));
  for (const { intent } of shares) {
    if (!told.has(intent)) desk.model.told(intent, reply.ok ? 'notDone' : saysOf(reply.failure), 'not tried');
  }
};

/** A fee is waived, or a part of it. */
export const waive: Act = async (desk, chance) => {
  const some = await someFee(desk, chance);
  if (!some) return;
  const { userId, fee } = some;
  const { feeId, balance: seen } = fee;
  const part = chance.happens(0.5) && Number(seen) > 0.5 ? { amount: '0.50' } : {};
  const given = { userId, feeId, reason: 'GOODWILL', seen, comment: '', ...part };
  const wish = desk.wish(`waive ${part.amount ?? seen} of fee ${feeId}`);
  await until(desk, chance, () =>
    desk.command(wish, 'fees.waive', (intent) => ({ intent, ...given }), chance),
  );
};

/** A fee is argued about, and perhaps not any more. */
export const dispute: Act = async (desk, chance) => {
  const some = await someFee(desk, chance);
  if (!some) return;
  const { userId, fee } = some;
  const { feeId } = fee;
  const wish = desk.wish(`dispute fee ${feeId}`);
  await until(desk, chance, () =>
    desk.command(
      wish,
      'fees.dispute',
      (intent) => ({ intent, userId, feeId, reason: 'OTHER', comment: '' }),
      chance,
    ),
  );
  if (chance.happens(0.4)) return;
  const back = desk.wish(`restore fee ${feeId}`);
  await until(desk, chance, () =>
    desk.command(back, 'fees.restore', (intent) => ({ intent, userId, feeId, comment: '' }), chance),
  );
};

/** A patron leaves a deposit, pays it, and perhaps takes it back. */
export const deposit: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons);
  const given = { userId, profile: 'LAPTOP', amount: '50', owner: 'MAIN', comment: '' };
  const wish = desk.wish(`deposit of ${userId}`);
  await until(desk, chance, () =>
    desk.command(wish, 'deposits.create', (intent) => ({ intent, ...given }), chance),
  );
  for (let left = 1 + chance.below(2); left > 0; left -= 1) {
    const list = await desk.ask('deposits.list', { userId });
    if (!list.ok || list.value.deposits.length === 0) return;
    const { depositId, status, can } = chance.pick(list.value.deposits);
    if (can.length === 0) return;
    const op = chance.pick(can);
    const act = desk.wish(`deposit ${depositId} ${op}`);
    await until(desk, chance, () =>
      desk.command(
        act,
        'deposits.act',
        (intent) => ({ intent, userId, depositId, op, seen: status.code }),
        chance,
      ),
    );
  }
};

/** A till is counted. */
export const takings: Act = async (desk, chance) => {
  if (chance.happens(0.5)) await desk.ask('takings.read', { since: 'report' });
  await desk.count();
};
