import { describe, expect, onTestFinished, test } from 'vitest';
import { ours } from '../../src/service/codes.ts';
import { sampleCode } from '../../src/service/samples.ts';
import {
  done,
  expectRefusal,
  itemOf,
  lend,
  type Library,
  messageOf,
  newPatron,
  scanIn,
  startLibrary,
} from './harness.ts';

interface Copy {
  readonly pid: string;
  readonly barcode: string;
}

const place = { request_type: 'HOLD', pickup_location_library: 'MAIN' };

async function opened(): Promise<Library> {
  const library = await startLibrary();
  onTestFinished(() => library.close());
  return library;
}

/** The copies of an order line, as they are. */
async function copiesOf(library: Library, pol: string): Promise<readonly Copy[]> {
  return done<{ item: Copy[] }>(await library.get(`/acq/po-lines/${pol}/items`)).item;
}

const receive = async (library: Library, pol: string, { pid }: Copy) =>
  done(await library.post(`/acq/po-lines/${pol}/items/${pid}?op=receive`, {}));

/** Two copies of one title, on the shelf. */
async function twoCopies(library: Library): Promise<readonly [Copy, Copy]> {
  const pol = sampleCode('polSeveral');
  const [one, other] = await copiesOf(library, pol);
  if (!one || !other) throw new Error('two copies are expected');
  for (const copy of [one, other]) {
    await receive(library, pol, copy);
    await scanIn(library, copy.barcode);
  }
  return [one, other];
}

describe('a request for one copy of two', () => {
  test('is answered with that copy, and not with the other', async () => {
    const library = await opened();
    const [one, other] = await twoCopies(library);
    const user = await newPatron(library);
    done(await library.post(`/users/${user}/requests?item_pid=${one.pid}`, place));
    expect((await scanIn(library, other.barcode)).item_data).toMatchObject({
      process_type: { value: '' },
      requested: false,
    });
    expect((await scanIn(library, one.barcode)).item_data).toMatchObject({
      process_type: { value: 'HOLDSHELF' },
      requested: true,
    });
  });

  test('is another than one for the other copy', async () => {
    const library = await opened();
    const [one, other] = await twoCopies(library);
    const user = await newPatron(library);
    const ask = ({ pid }: Copy) => library.post(`/users/${user}/requests?item_pid=${pid}`, place);
    done(await ask(one));
    done(await ask(other));
    expectRefusal(await ask(one), '401136');
  });

  test('of another holding is none that can be answered', async () => {
    const library = await opened();
    const { item_data: item, holding_data: holding } = await itemOf(library, sampleCode('itemFree1'));
    const { holding_data: elsewhere } = await itemOf(library, sampleCode('itemFree2'));
    const ask = async (id: string) =>
      library.post(
        `/users/${await newPatron(library)}/requests?item_pid=${item.pid}&holding_id=${id}`,
        place,
      );
    expectRefusal(await ask(elsewhere.holding_id), '401129');
    done(await ask(holding.holding_id));
  });

  test('names its copy also when it is over', async () => {
    const library = await opened();
    const [one] = await twoCopies(library);
    const user = await newPatron(library);
    const { request_id: id } = done<{ request_id: string }>(
      await library.post(`/users/${user}/requests?item_pid=${one.pid}`, place),
    );
    const path = `/users/${user}/requests/${id}`;
    expect((await library.del(`${path}?reason=CannotBeFulfilled`)).status).toBe(204);
    expect(done(await library.get(path))).toMatchObject({ item_id: one.pid, barcode: one.barcode });
  });
});

test('what is only ordered can be asked for when it has come', async () => {
  const library = await opened();
  const { bib_data: bib } = await itemOf(library, sampleCode('itemOrdered'));
  const ask = async () =>
    library.post(`/users/${await newPatron(library)}/requests?mms_id=${bib.mms_id}`, place);
  expectRefusal(await ask(), '401129');
  await twoCopies(library);
  done(await ask());
});

test('an item whose request is cancelled on its way stays on its way', async () => {
  const library = await opened();
  const { bib_data: bib } = await itemOf(library, sampleCode('itemFree1'));
  const user = await newPatron(library);
  const { request_id: id } = done<{ request_id: string }>(
    await library.post(`/users/${user}/requests?mms_id=${bib.mms_id}`, {
      ...place,
      pickup_location_library: 'LAW',
    }),
  );
  await scanIn(library, sampleCode('itemFree1'));
  expect((await library.del(`/users/${user}/requests/${id}?reason=CannotBeFulfilled`)).status).toBe(204);
  expect((await itemOf(library, sampleCode('itemFree1'))).item_data).toMatchObject({
    process_type: { value: 'TRANSIT' },
    requested: false,
  });
});

test('an item is called by its barcode, and without one by its number', async () => {
  const library = await opened();
  const barcode = sampleCode('itemOnLoan');
  const onLoan = await lend(library, await newPatron(library), barcode);
  expect(messageOf(onLoan)).toBe(`Item ${barcode} is on loan to another patron.`);

  const pol = sampleCode('polNoBarcode');
  const [copy] = await copiesOf(library, pol);
  if (!copy) throw new Error('a copy is expected');
  await receive(library, pol, copy);
  const user = await newPatron(library);
  const byNumber = () => library.post(`/users/${user}/loans?item_pid=${copy.pid}`);
  done(await byNumber());
  const twice = await byNumber();
  expectRefusal(twice, ours.itemOnLoanToPatron);
  expect(messageOf(twice)).toBe(`Item ${copy.pid} is already on loan to this patron.`);
});
