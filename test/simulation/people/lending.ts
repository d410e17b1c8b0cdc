import { pause } from '../desk.ts';
import { until, type Act } from './wanting.ts';

/** A patron with their items: the card, the books, perhaps another day for them, and a word that the desk is free. */
export const borrow: Act = async (desk, chance) => {
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
  if (chance.happens(0.2)) await desk.scan('CRLUNDO', null);
  if (chance.happens(0.7)) await desk.ask('desk.end', {});
};

/** Somebody brings items back. */
export const giveBack: Act = async (desk, chance) => {
  for (let left = 1 + chance.below(4); left > 0; left -= 1) {
    const item = chance.pick(desk.cast.items);
    await desk.scan(item, `return ${item}`);
    await pause(chance.between(50, 3000));
  }
};

/** A patron wants to keep all they have. */
export const renew: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons);
  const stops = chance.happens(0.1) ? chance.between(100, 5000) : null;
  await desk.ask('loans.renew', { userId, loans: 'all' }, { abortAfter: stops });
};

/** A loan is given another day by hand. */
export const setDue: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons);
  const list = await desk.ask('loans.list', { userId });
  if (!list.ok || list.value.loans.length === 0) return;
  const { loanId, due: seen } = chance.pick(list.value.loans);
  const due = chance.pick(['2026-12-24', '2027-02-01', '2027-03-15']);
  const wish = desk.wish(`loan ${loanId} due ${due}`);
  await until(desk, chance, () =>
    desk.command(wish, 'loans.setDue', (intent) => ({ intent, userId, loanId, due, seen }), chance),
  );
};
