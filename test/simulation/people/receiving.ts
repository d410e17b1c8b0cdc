import { pause } from '../desk.ts';
import { until, type Act } from './wanting.ts';

/** An item that was ordered comes in, and is perhaps kept in its department. */
export const receive: Act = async (desk, chance) => {
  const pol = chance.pick(desk.cast.orders);
  if ((await desk.scanOrder(pol)) === null) return;
  await pause(chance.between(500, 10_000));
  const read = await desk.ask('receiving.refresh', {});
  if (!read.ok || read.value.pol !== pol) return;
  const open = read.value.items.filter(({ received }) => received === '');
  if (open.length === 0) return;
  const { pid, barcode } = chance.pick(open);
  if (barcode === '' || chance.happens(0.2)) {
    const code = `39999${String(chance.below(1_000_000_000)).padStart(9, '0')}`;
    const given = { pol, pid, barcode: code };
    const wish = desk.wish(`barcode ${code} for ${pid}`);
    await until(desk, chance, () =>
      desk.command(wish, 'receiving.setBarcode', (intent) => ({ intent, ...given }), chance),
    );
  }
  const keep = chance.happens(0.6) ? { workOrderType: 'AcqWorkOrder', status: 'CopyCataloging' } : null;
  const given = { pol, pid, date: '2026-11-02', department: 'CAT', departmentLibrary: 'MAIN', keep };
  const wish = desk.wish(`receive ${pid} of ${pol}`);
  await until(desk, chance, () =>
    desk.command(wish, 'receiving.receive', (intent) => ({ intent, ...given }), chance),
  );
};

/** What is owed a second step is given it: a book its day, an item its place in the department. */
export const finish: Act = async (desk, chance) => {
  const [book] = desk.lentNotDue;
  if (book) await desk.ask('desk.giveDue', { id: book.id });
  const [one] = desk.unfinished;
  if (!one) return receive(desk, chance);
  await desk.ask('receiving.finish', { id: one.id });
};
