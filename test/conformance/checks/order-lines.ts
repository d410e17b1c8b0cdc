import { type Area, LeftOut, read, type Trial, write } from '../check.ts';
import { done, equal, has, holds, listed, refused, took } from '../expect.ts';
import { p } from '../http.ts';
import { copiesOf, noUse, type Ordered } from '../items.ts';
import { at, code, text, without } from '../read.ts';

const rule = 'Acquisitions';
const form = 'Acquisitions objects: POL';

async function anyPol(t: Trial): Promise<string> {
  const [pol] = await t.world.items.pols();
  if (pol === undefined) throw new LeftOut('no order line was found: name one with --pol');
  return p`/acq/po-lines/${pol}`;
}

const itemOf = ({ mmsId, holdingId, pid }: Ordered) => p`/bibs/${mmsId}/holdings/${holdingId}/items/${pid}`;
const receiving = ({ pol, pid }: Ordered) => p`/acq/po-lines/${pol}/items/${pid}`;

const place = (t: Trial) => ({
  department: t.codes.department,
  department_library: t.codes.departmentLibrary,
});

async function processOf(t: Trial, ordered: Ordered): Promise<string> {
  return code(at(done(t, await t.service.get(itemOf(ordered))), 'item_data.process_type'));
}

async function receiveDate(t: Trial, { pol, pid }: Ordered): Promise<string> {
  const record = done(t, await t.service.get(p`/acq/po-lines/${pol}`));
  return text(copiesOf(record).find(({ copy }) => text(copy['pid']) === pid)?.copy['receive_date']);
}

export const orderLines: Area = {
  title: 'Order lines',
  checks: [
    read(
      'acq.pol.get',
      form,
      'an order line has its vendor, its funds and its copies by location',
      async (t) => {
        const pol = done(t, await t.service.get(await anyPol(t)));
        has(pol, 'vendor', (value) => code(value) !== '', 'a code');
        has(pol, 'fund_distribution', Array.isArray, 'an array');
        has(pol, 'location', Array.isArray, 'an array');
        for (const { copy } of copiesOf(pol)) has(copy, 'pid', (value) => text(value) !== '', 'an id');
      },
    ),
    read(
      'acq.pol.search',
      rule,
      'an order line is found by the record of its title, where the service has a search at all',
      async (t) => {
        const path = await anyPol(t);
        const pol = done(t, await t.service.get(path));
        const record = code(at(pol, 'resource_metadata.mms_id'));
        if (record === '') throw new LeftOut('the order line names no record of its title');
        const q = `mms_id~${record}`;
        const answer = await t.service.get('/acq/po-lines', { q, status: 'ALL_WITH_CLOSED' });
        if (answer.status === 404 || answer.status === 405)
          throw new LeftOut('the service has no search for order lines');
        const { items } = listed(t, answer, 'po_line');
        const numbers = items.map((one) => text(one['number']));
        const own = text(at(pol, 'number'));
        holds('what its record finds', numbers.includes(own), own, numbers.join(', '));
      },
    ),
    read(
      'acq.pol.items.list',
      rule,
      'its items are given directly, without the locations around them',
      async (t) => {
        const path = await anyPol(t);
        const { items } = listed(t, await t.service.get(`${path}/items`), 'item');
        const copies = copiesOf(done(t, await t.service.get(path)));
        equal(
          'items',
          items.map((one) => text(one['pid'])).sort(),
          copies.map(({ copy }) => text(copy['pid'])).sort(),
        );
      },
    ),
    read(
      ['acq.pol.get', 'acq.pol.items.list'],
      'Errors',
      'an order line that does not exist is refused',
      async (t) => {
        for (const path of ['/acq/po-lines/0', '/acq/po-lines/0/items'])
          refused(t, await t.service.get(path));
      },
    ),
    write('acq.pol.update', rule, 'what was read can be written back, and is then as it was', async (t) => {
      const path = await anyPol(t);
      const before = done(t, await t.service.get(path));
      took(t, await t.service.put(path, before));
      equal('the order line', done(t, await t.service.get(path)), before);
    }),
    write('acq.pol.update', rule, 'a changed note comes back, and the rest stays', async (t) => {
      const path = await anyPol(t);
      const before = done(t, await t.service.get(path));
      t.world.undo(`order line ${path}`, () => t.service.put(path, before));
      const updated = done(t, await t.service.put(path, { ...before, receiving_note: 'Conformance' }));
      equal('receiving_note', updated['receiving_note'], 'Conformance');
      const after = done(t, await t.service.get(path));
      equal('the rest', without(after, 'receiving_note'), without(before, 'receiving_note'));
      took(t, await t.service.put(path, before));
    }),
    write(
      'acq.pol.update',
      'Errors, 2',
      'an unknown order line, another number or a body that is none is refused',
      async (t) => {
        const path = await anyPol(t);
        const before = done(t, await t.service.get(path));
        refused(t, await t.service.put('/acq/po-lines/0', { ...before, number: '0' }));
        refused(t, await t.service.put(path, { ...before, number: t.world.unique('pol') }));
        refused(t, await t.service.put(path, [before]));
        equal('the order line', done(t, await t.service.get(path)), before);
      },
    ),

    write(
      'acq.pol.items.receive',
      `${rule}, rule 4; Items in a POL`,
      'receiving ends the acquisition: the item is in transit, with today as its date',
      async (t) => {
        const ordered = await t.world.items.toReceive();
        equal('process type before', await processOf(t, ordered), 'ACQ');
        took(t, await t.service.post(receiving(ordered), { op: 'receive' }, {}));
        equal('process type', await processOf(t, ordered), 'TRANSIT');
        const date = await receiveDate(t, ordered);
        const days = [-1, 0, 1].map((day) =>
          new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10),
        );
        holds('receive_date', days.includes(date.slice(0, 10)), 'today', date);
        refused(t, await t.service.post(receiving(ordered), { op: 'receive' }, {}), { code: '401877' });
      },
    ),
    write(
      ['acq.pol.items.receive', 'bibs.items.scanIn'],
      `${rule}, rules 4 and 5; Items in a POL`,
      'received and kept: scanned into the department, the item is in a work order instead',
      async (t) => {
        const ordered = await t.world.items.toReceive();
        const date = { receive_date: '2026-11-01Z', ...place(t) };
        const raw = { type: 'application/xml', text: '<item/>' };
        took(t, await t.service.send('POST', receiving(ordered), { query: { op: 'receive', ...date }, raw }));
        equal('receive_date', (await receiveDate(t, ordered)).slice(0, 10), '2026-11-01');
        const work = { work_order_type: t.codes.workOrderType, status: t.codes.workOrderStatus };
        const scan = {
          op: 'scan',
          library: t.codes.departmentLibrary,
          department: t.codes.department,
          ...work,
          ...noUse,
        };
        const item = done(t, await t.service.post(itemOf(ordered), scan));
        equal('process type', code(at(item, 'item_data.process_type')), 'WORK_ORDER_DEPARTMENT');
        equal('work order', code(at(item, 'item_data.work_order_type')), t.codes.workOrderType);
        took(
          t,
          await t.service.post(itemOf(ordered), {
            ...scan,
            work_order_type: undefined,
            status: undefined,
            done: true,
          }),
        );
      },
    ),
    write(
      'acq.pol.items.receive',
      `${rule}, rule 4; Notes: Error codes`,
      'a department that is none is refused with 401875, a date that is none refused',
      async (t) => {
        const [ordered] = await t.world.items.waiting();
        if (!ordered) throw new LeftOut('no copy waits to be received');
        const nowhere = { op: 'receive', department: 'NO-DEPARTMENT' };
        refused(t, await t.service.post(receiving(ordered), nowhere, {}), { code: '401875' });
        refused(t, await t.service.post(receiving(ordered), { op: 'receive', receive_date: 'soon' }, {}));
        refused(t, await t.service.post(receiving(ordered), { op: 'conformance' }, {}));
        refused(t, await t.service.post(receiving(ordered), {}, {}));
        equal('receive_date', await receiveDate(t, ordered), '');
      },
    ),
    write(
      'acq.pol.items.receive',
      'Errors',
      'an item that the order line does not have is refused',
      async (t) => {
        const path = await anyPol(t);
        refused(t, await t.service.post(`${path}/items/0`, { op: 'receive' }, {}));
        refused(t, await t.service.post('/acq/po-lines/0/items/0', { op: 'receive' }, {}));
      },
    ),
  ],
};
