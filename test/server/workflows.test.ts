import { expect, test } from 'vitest';
import { toXml } from '../../src/service/xml.ts';
import { sampleCode } from '../../src/service/samples.ts';
import { done, expectRefusal, itemOf, messageOf, newPatron, sharedLibrary, startLibrary } from './harness.ts';

const library = sharedLibrary();
const run = (id: string, parameters?: unknown) => library.post(`/conf/workflows/${id}`, parameters);

interface Instance {
  readonly id: string;
  readonly status: { readonly value: string };
  readonly result: Readonly<Record<string, number>>;
}

test('overdue notices go out once a day, for one library or for all', async () => {
  const law = done<Instance>(await run('OVERDUE_NOTICES', { library: 'LAW' }));
  const all = done<Instance>(await run('OVERDUE_NOTICES'));
  const again = done<Instance>(await run('OVERDUE_NOTICES', {}));
  for (const library of [null, '']) {
    expect(done<Instance>(await run('OVERDUE_NOTICES', { library })).result).toEqual({ notices: 0 });
  }
  expect(all).toMatchObject({
    status: { value: 'COMPLETED', desc: 'Completed' },
    workflow: { value: 'OVERDUE_NOTICES' },
  });
  expect(Number(law.id) + 2).toBe(Number(again.id));
  expect([law.result['notices'], all.result['notices']]).toEqual([1, 4]);
  expect(again.result['notices']).toBe(0);
  const { item_loan: loans } = done<{ item_loan: { item_barcode: string; notices?: number }[] }>(
    await library.get(`/users/${sampleCode('patronBorrower')}/loans`),
  );
  const noticed = loans.filter(({ notices }) => notices === 1).map((loan) => loan.item_barcode);
  expect(noticed).toEqual([sampleCode('itemOverdue')]);
});

test('holds that are of no use any more are cancelled, and what waited for them goes back', async () => {
  const { bib_data: bib } = await itemOf(library, sampleCode('itemForHold'));
  const hold = { request_type: 'HOLD', pickup_location_library: 'MAIN' };
  const ask = async (last: string) => {
    const user = await newPatron(library);
    const body = { ...hold, last_interest_date: last };
    const request = await library.post(`/users/${user}/requests?mms_id=${bib.mms_id}`, body);
    return `/users/${user}/requests/${done<{ request_id: string }>(request).request_id}`;
  };
  const stays = await ask('2099-01-01Z');
  expect(done<Instance>(await run('EXPIRE_HOLDS')).result).toEqual({ expired: 0 });
  expect(done(await library.get(stays))).toMatchObject({ request_status: 'NOT_STARTED' });

  let now = new Date('2026-11-20T10:00:00Z');
  const later = await startLibrary({ now: () => now });
  try {
    const { bib_data: other, item_data: item } = await itemOf(later, sampleCode('itemForHold'));
    const user = await newPatron(later);
    const body = { ...hold, last_interest_date: '2026-11-21Z' };
    done(await later.post(`/users/${user}/requests?mms_id=${other.mms_id}`, body));
    const at = `/bibs/${other.mms_id}`;
    const { holding_data: holding } = await itemOf(later, item.barcode);
    const scan = `${at}/holdings/${holding.holding_id}/items/${item.pid}?op=scan&library=MAIN`;
    done(await later.post(`${scan}&circ_desk=DEFAULT_CIRC_DESK`));
    expect((await itemOf(later, item.barcode)).item_data.process_type.value).toBe('HOLDSHELF');
    now = new Date('2026-11-22T10:00:00Z');
    expect(done<Instance>(await later.post('/conf/workflows/EXPIRE_HOLDS')).result).toEqual({ expired: 1 });
    expect((await itemOf(later, item.barcode)).item_data.process_type.value).toBe('');
    const { user_request: over } = done<{ user_request: object[] }>(
      await later.get(`/users/${user}/requests?status=history`),
    );
    expect(over).toMatchObject([{ request_status: 'CANCELLED', cancel_note: 'Expired' }]);
  } finally {
    await later.close();
  }
});

test('blocks that are over go, those that hold stay', async () => {
  const block = (until: string) => ({
    block_type: { value: 'GENERAL' },
    block_status: 'ACTIVE',
    expiry_date: until,
  });
  const user = await newPatron(library, { user_block: [block('2020-01-01Z'), block('2099-01-01Z')] });
  expect(done<Instance>(await run('REMOVE_EXPIRED_BLOCKS')).result).toEqual({ removed: 1 });
  expect(done(await library.get(`/users/${user}`))).toMatchObject({ user_block: [block('2099-01-01Z')] });
});

test('what cannot start says what it lacks, and does nothing', async () => {
  expectRefusal(await run('NOTHING'), '450001', 404);
  expectRefusal(await run('constructor'), '450001', 404);
  expectRefusal(await run('YEAR_END'), '450002');
  for (const parameter of ['ATLANTIS', { a: 1 }, true]) {
    const refused = await run('OVERDUE_NOTICES', { library: parameter });
    expectRefusal(refused, '60260');
    expect(messageOf(refused)).toContain('library');
  }
  expect(messageOf(await run('OVERDUE_NOTICES', { library: { value: 'LAW' } }))).toContain('is not a text');
  expect(messageOf(await run('OVERDUE_NOTICES', { library: 7 }))).toContain('names none, 7');
  expectRefusal(await run('OVERDUE_NOTICES', '[1]'), '401652');
  expectRefusal(await run('OVERDUE_NOTICES', '{"library":'), '401652');
  const path = '/conf/letters/OverdueAndLostLoanLetter';
  const letter = done(await library.get(path));
  done(await library.put(path, toXml('letter', { ...letter, enabled: 'false' })));
  const refused = await run('OVERDUE_NOTICES');
  expectRefusal(refused, '60260');
  expect(messageOf(refused)).toContain('OverdueAndLostLoanLetter');
});
