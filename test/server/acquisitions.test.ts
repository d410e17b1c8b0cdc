import { describe, expect, test } from 'vitest';
import { ours } from '../../src/service/codes.ts';
import { sampleCode } from '../../src/service/samples.ts';
import { done, expectRefusal, itemOf, sharedLibrary } from './harness.ts';

const library = sharedLibrary();

interface Copy {
  pid: string;
  barcode?: string;
  receive_date: string | null;
}
interface PolAnswer {
  number: string;
  status: { value: string };
  location: { copy: Copy[] }[];
}

const read = async (number: string) => done<PolAnswer>(await library.get(`/acq/po-lines/${number}`));
const copiesOf = (pol: PolAnswer) => pol.location.flatMap((location) => location.copy);
const receive = (number: string, pid: string, query = '', body?: string) =>
  library.post(`/acq/po-lines/${number}/items/${pid}?op=receive${query}`, body);
const withCopies = (pol: PolAnswer, change: (copy: Copy, index: number) => Copy) => ({
  ...pol,
  location: pol.location.map((location) => ({ ...location, copy: location.copy.map(change) })),
});

async function copyOf(number: string, index = 0): Promise<Copy> {
  const copy = copiesOf(await read(number))[index];
  if (!copy) throw new Error('no such copy');
  return copy;
}

describe('an order line', () => {
  test('has its vendor, fund, price, copies and interested patrons', async () => {
    expect(await read(sampleCode('polInterested'))).toMatchObject({
      number: 'POL-1003',
      price: { currency: { value: 'ILS' } },
      fund_distribution: [{ fund_code: {} }],
      resource_metadata: { title: 'Histoire de la reliure', mms_id: {} },
      interested_user: [{ primary_id: 'rivka.ben-ami' }, { primary_id: 'ming.li' }],
      location: [{ holding: [{}], copy: [{ receive_date: null }] }],
    });
    expect(copiesOf(await read(sampleCode('polSeveral')))).toHaveLength(3);
    expect((await copyOf(sampleCode('polReceived'))).receive_date).toMatch(/Z$/);
  });

  test('lists its items without the locations', async () => {
    const list = done<{ item: object[] }>(await library.get('/acq/po-lines/POL-1001/items'));
    expect(list).toMatchObject({ total_record_count: 3 });
    expect(list.item[0]).toMatchObject({
      barcode: sampleCode('itemOrdered'),
      process_type: { value: 'ACQ' },
      status: { value: 'NOT_RECEIVED', desc: 'Not Received' },
      library: { value: 'MAIN' },
      location: { value: 'OPEN' },
    });
  });

  test('unknown is refused with its code', async () => {
    expectRefusal(await library.get('/acq/po-lines/POL-9'), '401871');
    expectRefusal(await library.get('/acq/po-lines/POL-9/items'), '401871');
    expectRefusal(await library.put('/acq/po-lines/POL-9', {}), '401871');
    expectRefusal(await receive('POL-9', '1'), '401871');
  });
});

describe('replacing an order line', () => {
  test('may give it another vendor and other funds, of those that are there', async () => {
    const before = done(await library.get('/acq/po-lines/POL-1002'));
    const path = '/acq/po-lines/POL-1002';
    const share = (code: string) => [{ fund_code: { value: code }, percent: '100' }];
    const changed = { ...before, vendor: { value: 'LEXPRESS' }, fund_distribution: share('LAW-MONO') };
    expect(done(await library.put(path, changed))).toEqual(changed);
    for (const wrong of [
      { vendor: { value: 'NOBODY' } },
      { fund_distribution: share('NOWHERE') },
      { fund_distribution: share('OLD-GIFTS') },
    ]) {
      expectRefusal(await library.put(path, { ...changed, ...wrong }), '401876');
    }
    expect(done(await library.get(path))).toEqual(changed);
    done(await library.put(path, before));
  });

  test('gives a copy its barcode, and the item with it', async () => {
    const before = await read(sampleCode('polNoBarcode'));
    const sent = withCopies(before, (copy) => ({ ...copy, barcode: '31234000098764' }));
    expect(done(await library.put('/acq/po-lines/POL-1002', sent))).toEqual(sent);
    expect((await itemOf(library, '31234000098764')).item_data.pid).toBe(copiesOf(before)[0]?.pid);
    expect(await read('POL-1002')).toEqual(sent);
  });

  test('two copies may exchange their barcodes', async () => {
    const before = await read('POL-1001');
    const barcodes = copiesOf(before).map((copy) => copy.barcode ?? '');
    const order = [1, 0, 2];
    const sent = withCopies(before, (copy, index) => ({
      ...copy,
      barcode: barcodes[order[index] ?? 0] ?? '',
    }));
    done(await library.put('/acq/po-lines/POL-1001', sent));
    expect((await itemOf(library, barcodes[0] ?? '')).item_data.pid).toBe(copiesOf(before)[1]?.pid);
    done(await library.put('/acq/po-lines/POL-1001', before));
  });

  test.each([sampleCode('itemFree1'), sampleCode('itemOrdered')])(
    'refuses the barcode %s, in use',
    async (barcode) => {
      const before = await read('POL-1003');
      const sent = withCopies(before, (copy) => ({ ...copy, barcode }));
      expectRefusal(await library.put('/acq/po-lines/POL-1003', sent), ours.barcodeInUse);
      expect(await read('POL-1003')).toEqual(before);
    },
  );

  test('refuses one barcode on two copies, and copies that are missing, unknown or named twice', async () => {
    const before = await read('POL-1001');
    const put = (sent: object) => library.put('/acq/po-lines/POL-1001', sent);
    expectRefusal(await put(withCopies(before, (copy) => ({ ...copy, barcode: '1' }))), ours.barcodeInUse);
    expectRefusal(await put(withCopies(before, (copy) => ({ ...copy, pid: '1' }))), '401876');
    expectRefusal(
      await put(withCopies(before, (copy) => ({ ...copy, pid: copiesOf(before)[0]?.pid ?? '' }))),
      '401876',
    );
    expectRefusal(await put({ ...before, location: [] }), '401876');
    expectRefusal(await put({ ...before, number: 'POL-1' }), '401876');
    expectRefusal(await put({ ...before, location: 'here' }), '401864');
    expect(await read('POL-1001')).toEqual(before);
  });

  test('does not undo a receipt', async () => {
    const before = await read(sampleCode('polReceived'));
    const sent = withCopies(before, (copy) => ({ ...copy, receive_date: null }));
    done(await library.put('/acq/po-lines/POL-1004', sent));
    expect(await read('POL-1004')).toEqual(before);
  });
});

describe('receiving', () => {
  test('today in the acquisitions department unless told otherwise; the item goes in transit with a work order', async () => {
    const { pid } = await copyOf('POL-1001');
    const item = done(await receive('POL-1001', pid, '', '{}'));
    const today = `${new Date().toISOString().slice(0, 10)}Z`;
    expect(item).toMatchObject({
      item_data: {
        process_type: { value: 'TRANSIT' },
        work_order_type: { value: 'AcqWorkOrder' },
        work_order_at: { value: 'ACQ' },
        receiving_operator: 'API',
        arrival_date: today,
      },
    });
    expect((await copyOf('POL-1001')).receive_date).toBe(today);
    const list = done<{ item: object[] }>(await library.get('/acq/po-lines/POL-1001/items'));
    expect(list.item[0]).toMatchObject({
      status: { value: 'RECEIVED', desc: 'Received' },
      process_type: { value: 'TRANSIT' },
      receiving_operator: 'API',
    });
    expectRefusal(await receive('POL-1001', pid), '401877');
  });

  test('with a date, a department and its library, and an XML body as older clients send', async () => {
    const { pid } = await copyOf('POL-1001', 1);
    const query = '&receive_date=2026-01-05Z&department=CAT&department_library=MAIN';
    expect(done(await receive('POL-1001', pid, query, '<item/>'))).toMatchObject({
      item_data: { arrival_date: '2026-01-05Z', work_order_at: { value: 'CAT' } },
    });
  });

  test('the last copy leaves the line waiting for its invoice', async () => {
    for (const copy of copiesOf(await read('POL-1001'))) {
      expect((await read('POL-1001')).status.value).toBe('SENT');
      if (copy.receive_date === null) done(await receive('POL-1001', copy.pid));
    }
    expect((await read('POL-1001')).status.value).toBe('WAITING_FOR_INVOICE');
  });

  test.each([
    ['&department=SPACE', '401875'],
    ['&department=ACQ&department_library=LAW', '401875'],
    ['&receive_date=yesterday', '40166411'],
    ['&receive_date=2026-02-31Z', '40166411'],
    ['&receive_date=2026-02-3', '40166411'],
    // Source: Acquisitions, rule 4: a zone letter follows the day.
    ['&receive_date=2026-01-05', '40166411'],
    ['&receive_date=2026-01-05z', '40166411'],
    ['&receive_date=2026-01-05ZZ', '40166411'],
  ])('refuses %s', async (query, code) => {
    const { pid } = await copyOf('POL-1003');
    expectRefusal(await receive('POL-1003', pid, query), code);
    expect((await copyOf('POL-1003')).receive_date).toBe(null);
  });

  test('refuses an item of another line', async () => {
    expectRefusal(await receive('POL-1003', (await copyOf('POL-1001')).pid), '40166411');
    expectRefusal(await receive('POL-1003', (await copyOf('POL-1003')).pid.replace(/^/, '0')), '40166411');
  });
});
