import { type Area, type Check, LeftOut, read, type Trial, write } from '../check.ts';
import { done, equal, has, holds, need, refused } from '../expect.ts';
import { p } from '../http.ts';
import { type Item, itemOf, noUse, pathAfterVersion } from '../items.ts';
import { code, objects, text } from '../read.ts';

/** An item that only needs to be read: one that somebody has on loan. */
async function someItem(t: Trial): Promise<Item> {
  const user = need(await t.world.userWith('loans'), 'no user with a loan');
  const [loan] = objects(done(t, await t.service.get(p`/users/${user}/loans`))['item_loan']);
  const item = await t.world.items.byBarcode(text(loan?.['item_barcode']));
  return need(item, 'no item for the barcode of a loan');
}

const desk = (t: Trial) => ({ library: t.codes.library, circ_desk: t.codes.desk, ...noUse });
const department = (t: Trial) => ({
  ...{ library: t.codes.departmentLibrary, department: t.codes.department },
  ...noUse,
});
const scan = 'Items in a POL; Notes: Paths';

const inDepartment: Check[] = [
  write(
    'bibs.items.scanIn',
    scan,
    'in a department the process type becomes a work order, until done',
    async (t) => {
      const item = await t.world.items.free();
      const order = { work_order_type: t.codes.workOrderType, status: t.codes.workOrderStatus };
      const scanned = done(t, await t.service.post(item.path, { op: 'scan', ...department(t), ...order }));
      const process = code(objects(scanned['item_data'])[0]?.['process_type']);
      holds('process type', /WORK_ORDER/.test(process), 'WORK_ORDER_DEPARTMENT', process);
      const back = done(t, await t.service.post(item.path, { op: 'scan', ...department(t), done: true }));
      const after = code(objects(back['item_data'])[0]?.['process_type']);
      holds('process type when done', !/WORK_ORDER/.test(after), 'no work order', after);
    },
  ),
  write('bibs.items.scanIn', scan, 'a work order type or status that is not known is refused', async (t) => {
    const { path } = await t.world.items.free();
    const query = { op: 'scan', ...department(t) };
    refused(t, await t.service.post(path, { ...query, work_order_type: 'NO-TYPE' }));
    const known = { work_order_type: t.codes.workOrderType };
    refused(t, await t.service.post(path, { ...query, ...known, status: 'NO-STATUS' }));
    equal('process type', (await t.world.items.at(path)).process, '');
  }),
];

/** What the description names only in passing: items by barcode and by id, and the scan-in. */
export const items: Area = {
  title: 'Items',
  checks: [
    read('items.byBarcode', 'Notes: Paths', 'a barcode answers 302 to the item', async (t) => {
      const { barcode, path } = await someItem(t);
      const answer = await t.service.get('/items', { item_barcode: barcode });
      if (answer.status === 200) {
        t.differs('item by barcode', '302 to the item', 'the item itself');
        equal('the same item', itemOf(answer)?.path === path, true);
        return;
      }
      equal('status', answer.status, 302);
      const location = answer.headers.get('location') ?? '';
      equal('the item it leads to', pathAfterVersion(location) === path, true);
      const root = new URL(t.service.reach.baseUrl);
      const target = new URL(location, root);
      equal(
        'host and root segment',
        target.origin + target.pathname.slice(0, root.pathname.length),
        root.href,
      );
    }),
    read(
      'items.byBarcode',
      'Notes: Error codes',
      'a barcode that no item has is refused with 401689',
      async (t) => {
        refused(t, await t.service.get('/items', { item_barcode: t.world.unique('item') }), {
          code: '401689',
        });
        refused(t, await t.service.get('/items'));
      },
    ),
    read('bibs.items.get', 'Notes: Item', 'an item has its title, its holding, and its place', async (t) => {
      const { path } = await someItem(t);
      const item = done(t, await t.service.get(path));
      for (const field of ['bib_data.mms_id', 'holding_data.holding_id', 'item_data.pid']) {
        has(item, field, (value) => text(value) !== '', 'an id');
      }
      for (const field of ['library', 'location', 'base_status', 'process_type']) {
        has(item, `item_data.${field}`, (value) => typeof value === 'object', 'a wrapped value');
      }
    }),
    read(
      'bibs.items.get',
      'Notes: Item',
      'an item under another title or holding, or none at all, is refused',
      async (t) => {
        const { mmsId, holdingId, pid } = await someItem(t);
        refused(t, await t.service.get(p`/bibs/${mmsId}/holdings/${holdingId}/items/${'0'}`));
        refused(t, await t.service.get(p`/bibs/${'0'}/holdings/${holdingId}/items/${pid}`));
        refused(t, await t.service.get(p`/bibs/${mmsId}/holdings/${'0'}/items/${pid}`));
      },
    ),
    read(
      'bibs.items.loans',
      'Notes: Paths',
      'an item that is out names its loan, and no other',
      async (t) => {
        const { path, pid } = await someItem(t);
        const loans = objects(done(t, await t.service.get(`${path}/loans`))['item_loan']);
        equal('items of the loans', loans.map((loan) => text(loan['item_id'])).join(), pid);
        has(need(loans[0], 'no loan'), 'loan_id', (value) => text(value) !== '', 'an id');
      },
    ),
    write('bibs.items.loans', 'Notes: Paths', 'an item that is on no loan names none', async (t) => {
      const { path } = await t.world.items.free();
      equal('loans', objects(done(t, await t.service.get(`${path}/loans`))['item_loan']).length, 0);
    }),
    write(
      'bibs.items.requests',
      'Notes: Paths',
      'an item names the requests for it, as a list',
      async (t) => {
        const { path } = await t.world.items.free();
        const answer = await t.service.get(`${path}/requests`);
        if (answer.status === 404 || answer.status === 405)
          throw new LeftOut('the service does not list the requests of an item');
        const requests = objects(done(t, answer)['user_request']);
        for (const one of requests) has(one, 'request_id', (value) => text(value) !== '', 'an id');
      },
    ),
    write(
      'bibs.items.scanIn',
      scan,
      'at a desk the answer is the item, and says where it goes',
      async (t) => {
        const { path } = await t.world.items.free();
        const item = done(t, await t.service.post(path, { op: 'scan', ...desk(t) }));
        const { additional_info: info } = item;
        holds('additional_info', typeof info === 'string' && info !== '', 'a text', 'none');
      },
    ),
    ...inDepartment,
    write(
      'bibs.items.scanIn',
      'Notes: Error codes',
      'without a desk and a department it is refused with 40166415',
      async (t) => {
        const { path } = await t.world.items.free();
        refused(t, await t.service.post(path, { op: 'scan', library: t.codes.library }), {
          code: '40166415',
        });
      },
    ),
    write(
      'bibs.items.scanIn',
      'Notes: Error codes',
      'an unknown desk or department, or an unknown item, is refused',
      async (t) => {
        const { path } = await t.world.items.free();
        refused(t, await t.service.post(path, { op: 'scan', ...desk(t), circ_desk: 'NO-DESK' }));
        refused(t, await t.service.post(path, { op: 'scan', ...department(t), department: 'NO-DEPARTMENT' }));
        refused(
          t,
          await t.service.post(p`/bibs/${'0'}/holdings/${'0'}/items/${'0'}`, { op: 'scan', ...desk(t) }),
        );
        refused(t, await t.service.post(path, { op: 'conformance', ...desk(t) }));
      },
    ),
  ],
};
