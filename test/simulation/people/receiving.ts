import type { OrderItem } from '../../../src/contract/receiving.ts';
import type { Chance } from '../chance.ts';
import { pause, type Desk } from '../desk.ts';
import { until, type Act } from './wanting.ts';

/** An item of an order line that is on the table, and was not received yet. */
interface Arrived {
  readonly pol: string;
  readonly item: OrderItem;
}

/** Puts an order line on the table, and takes an item of it that has just come in. */
async function arrived(
  desk: Desk,
  chance: Chance,
  isIt: (item: OrderItem) => boolean,
): Promise<Arrived | null> {
  const pol = chance.pick(desk.cast.orders);
  if ((await desk.scanOrder(pol)) === null) return null;
  await pause(chance.between(500, 10_000));
  const read = await desk.ask('receiving.refresh', {});
  if (!read.ok || read.value.pol !== pol) return null;
  const open = read.value.items.filter((item) => item.received === '' && isIt(item));
  return open.length === 0 ? null : { pol, item: chance.pick(open) };
}

/** Receives it; where it is to be kept in its department, that comes next. */
async function take(
  desk: Desk,
  chance: Chance,
  { pol, item: { pid } }: Arrived,
  isKept: boolean,
): Promise<void> {
  const keep = isKept ? { workOrderType: 'AcqWorkOrder', status: 'CopyCataloging' } : null;
  const input = { pol, pid, date: '2026-11-02', department: 'CAT', departmentLibrary: 'MAIN', keep };
  const wish = desk.wish(`receive ${pid} of ${pol}`);
  await until(desk, chance, () =>
    desk.command(
      wish,
      'receiving.receive',
      (intent) => {
        if (isKept) desk.model.keeps.set(intent, { pid, pol, told: null });
        return { intent, ...input };
      },
      chance,
      (intent, reply) => {
        const stored = desk.model.keeps.get(intent);
        if (stored && reply.ok) stored.told = reply.value.kept;
      },
    ),
  );
}

/** An item that was ordered comes in, and is perhaps kept in its department. */
export const receive: Act = async (desk, chance) => {
  const one = await arrived(desk, chance, () => true);
  if (!one) return;
  const { pol, item } = one;
  if (item.barcode === '' || chance.happens(0.2)) {
    const { pid } = item;
    const code = `39999${String(chance.below(1_000_000_000)).padStart(9, '0')}`;
    const given = { pol, pid, barcode: code };
    const wish = desk.wish(`barcode ${code} for ${pid}`);
    await until(desk, chance, () =>
      desk.command(wish, 'receiving.setBarcode', (intent) => ({ intent, ...given }), chance),
    );
  }
  await take(desk, chance, one, chance.happens(0.6));
};

/** An item that has no barcode is received as it is, and kept in its department until it gets one. */
export const receiveBare: Act = async (desk, chance) => {
  const one = await arrived(desk, chance, ({ barcode }) => barcode === '');
  if (one) await take(desk, chance, one, chance.happens(0.8));
};

const isHere = ({ elsewhere }: { readonly elsewhere: unknown }): boolean => elsewhere === null;

/** What is owed a second step is given it: a book its day, an item its place in the department. */
export const finish: Act = async (desk, chance) => {
  const book = desk.lentNotDue.find(isHere);
  if (book) await desk.ask('desk.giveDue', { id: book.id });
  const one = desk.unfinished.find(isHere);
  if (!one) return receive(desk, chance);
  await desk.ask('receiving.finish', { id: one.id });
};

/** Somebody comes back after a while, perhaps after a restart, and sees to all that is owed a second step. */
export const finishAll: Act = async (desk, chance) => {
  await pause(chance.between(0, 300_000));
  for (const { id } of desk.unfinished.filter(isHere)) await desk.ask('receiving.finish', { id });
};
