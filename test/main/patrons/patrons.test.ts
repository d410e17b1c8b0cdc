import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { PatronForm, PatronRecord } from '../../../src/contract/patrons.ts';
import { codes } from '../../../src/service/codes.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import type { NewUser, User } from '../../../src/service/shapes/user.ts';
import { openTestStation, type TestStation, type Window } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-patrons-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = async () => {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
};

const grace = code('patronNothing');

const raw = (testStation: TestStation, userId = grace): Promise<User> =>
  testStation.client.call('users.get', { path: { user_id: userId } });

async function rewrite(
  testStation: TestStation,
  change: (user: User) => object,
  userId = grace,
): Promise<void> {
  const user = await raw(testStation, userId);
  const body = { ...user, ...change(user) } as NewUser;
  await testStation.client.call('users.update', { path: { user_id: userId }, body });
}

const save = (
  window: Window,
  { seen, form }: PatronRecord,
  change: Partial<PatronForm>,
  intent = randomUUID(),
) => window.done('patrons.save', { intent, seen, form: { ...form, ...change } });

const plain = (codeOf: string) => ({ code: codeOf, label: '' });

const someone = (window: Window): Promise<PatronForm> =>
  window.ask('patrons.read', { userId: grace }).then(({ form }) => ({
    ...form,
    primaryId: 'new.patron',
    identifiers: [{ type: plain('BARCODE'), value: 'P-77001', note: '', active: true, raw: null }],
    addresses: [],
    emails: [],
    phones: [],
  }));

describe('a record', () => {
  test('is read anew, with what is to be known of it', async () => {
    const { testStation, window } = await open();
    await rewrite(testStation, () => ({
      gender: { value: 'OTHER', desc: 'Other' },
      birth_date: '1999-02-28Z',
      user_statistic: [
        {
          statistic_category: { value: 'FAC', desc: 'Faculty' },
          category_type: { value: 'DEPT', desc: 'Department' },
          statistic_note: 'Chemistry',
        },
      ],
    }));
    const record = await window.ask('patrons.read', { userId: grace });
    expect(record).toMatchObject({
      userId: 'grace.okafor',
      name: 'Grace Okafor',
      form: {
        firstName: 'Grace',
        lastName: 'Okafor',
        birth: '1999-02-28',
        gender: { code: 'OTHER', label: 'Other' },
        group: { code: 'STUDENT', label: 'Student' },
        identifiers: [{ type: { code: 'BARCODE' }, value: grace, active: true }],
        emails: [{ address: 'grace.okafor@example.org', type: { label: 'Personal' }, preferred: true }],
        phones: [{ preferred: true }],
        addresses: [{ city: 'Haifa', type: { code: 'home' }, preferred: true }],
      },
      statistics: [{ category: { label: 'Faculty' }, type: { label: 'Department' }, note: 'Chemistry' }],
    });
  });

  test('has the tables of its codes, and null for one that the service has not', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'conf.codeTables.get', fault: 'status', status: 500, count: 40 });
    expect(await window.failure('patrons.tables', {})).toMatchObject({ kind: 'refused', status: 500 });
    await testStation.faults();
    const tables = await window.ask('patrons.tables', {});
    expect(tables.groups).toContainEqual({ code: 'STAFF', label: 'Staff' });
    expect(tables.statuses?.map((row) => row.code)).toEqual(['ACTIVE', 'INACTIVE']);
    expect(tables.emailTypes?.map((row) => row.code)).toEqual(['personal', 'work', 'school']);
  });
});

describe('adding a patron', () => {
  test('with contacts and a card, and found by each of them afterwards', async () => {
    const { testStation, window } = await open();
    const form: PatronForm = {
      ...(await someone(window)),
      firstName: ' Nadia ',
      middleName: '',
      lastName: 'Nørgaard',
      expiry: '2031-05-06',
      group: plain('GUEST'),
      emails: [
        { address: 'old@example.org', type: plain('work'), preferred: false, raw: null },
        { address: 'nadia@example.org', type: plain('personal'), preferred: true, raw: null },
      ],
      phones: [{ number: '+45 1 23', type: plain('mobile'), preferred: true, raw: null }],
      addresses: [
        {
          ...{ lines: 'Mill Street 4\nGround floor', city: 'Aarhus', state: '', postalCode: '8000' },
          ...{ country: plain('FRA'), type: plain('home'), preferred: true, raw: null },
        },
      ],
    };
    const added = await window.done('patrons.create', { intent: randomUUID(), form });
    expect(added).toMatchObject({ userId: 'new.patron', name: 'Nadia Nørgaard' });
    expect(await raw(testStation, 'P-77001')).toMatchObject({
      first_name: 'Nadia',
      user_group: { value: 'GUEST', desc: 'Guest' },
      expiry_date: '2031-05-06Z',
      emails: [
        { address: 'old@example.org', type: { value: 'work' }, preferred: false },
        { address: 'nadia@example.org', type: { value: 'personal' }, preferred: true },
      ],
      contact_info: {
        address: [
          {
            line1: 'Mill Street 4',
            line2: 'Ground floor',
            city: 'Aarhus',
            country: { value: 'FRA' },
            address_type: [{ value: 'home' }],
            preferred: true,
          },
        ],
        phone: [{ phone_number: '+45 1 23', phone_type: [{ value: 'mobile' }], preferred: true }],
      },
    });
    for (const text of ['Nørgaard', 'new.patron', 'P-77001', 'nadia@example.org', 'old@example.org']) {
      const { patrons } = await window.ask('desk.search', { text, limit: 10, offset: 0 });
      expect(patrons.map((hit) => [hit.name, hit.email])).toEqual([['Nadia Nørgaard', 'nadia@example.org']]);
    }
  });

  test('is refused where somebody has the identifier, and not sent twice', async () => {
    const { window } = await open();
    const form = await someone(window);
    const taken = { ...form, identifiers: form.identifiers.map((one) => ({ ...one, value: grace })) };
    expect(await window.failure('patrons.create', { intent: randomUUID(), form: taken })).toMatchObject({
      kind: 'refused',
      operation: 'users.create',
      code: codes.userExists,
    });
    const intent = randomUUID();
    await window.done('patrons.create', { intent, form });
    expect(await window.failure('patrons.create', { intent, form })).toMatchObject({ reason: 'alreadySent' });
  });

  test('is looked up where its answer does not come', async () => {
    const { testStation, window } = await open();
    const form = await someone(window);
    await testStation.faults({ operation: 'users.create', fault: 'drop-after', count: 1 });
    expect(await window.done('patrons.create', { intent: randomUUID(), form })).toMatchObject({
      userId: 'new.patron',
    });
  });

  test('is refused at the field that is wrong, before anything is sent', async () => {
    const { testStation, window } = await open();
    const cases = [
      [{ primaryId: ' ' }, 'primaryId', 'required'],
      [{ primaryId: 'a\u0007b' }, 'primaryId', 'controlCharacters'],
      [{ group: plain('') }, 'group', 'required'],
      [{ accountType: plain('') }, 'accountType', 'required'],
      [{ status: plain(' ') }, 'status', 'required'],
      [{ expiry: '2026-02-30' }, 'expiry', 'notADate'],
      [{ birth: 'long ago' }, 'birth', 'notADate'],
      [{ lastName: 'x'.repeat(500) }, 'lastName', 'tooLong'],
      [
        { emails: [{ address: 'nobody', type: plain(''), preferred: true, raw: null }] },
        'emails.0.address',
        'notAnEmail',
      ],
      [
        { emails: [{ address: ' ', type: plain(''), preferred: true, raw: null }] },
        'emails.0.address',
        'required',
      ],
      [
        { phones: [{ number: '', type: plain(''), preferred: true, raw: null }] },
        'phones.0.number',
        'required',
      ],
      [
        {
          identifiers: ['A1', ' a1 '].map((value) => ({
            ...{ type: plain('BARCODE'), value, note: '', active: true, raw: null },
          })),
        },
        'identifiers.0.value',
        'twice',
      ],
      [
        { identifiers: [{ type: plain(''), value: 'A1', note: '', active: true, raw: null }] },
        'identifiers.0.type',
        'required',
      ],
      [
        {
          addresses: [
            {
              ...{ lines: '1\n2\n3\n4\n5\n6', city: '', state: '', postalCode: '' },
              ...{ country: plain(''), type: plain(''), preferred: true, raw: null },
            },
          ],
        },
        'addresses.0.lines',
        'tooLong',
      ],
    ] satisfies [Partial<PatronForm>, string, string][];
    const form = await someone(window);
    await testStation.faults({ operation: 'users.create', fault: 'status', status: 500 });
    for (const [change, field, reason] of cases) {
      const input = { intent: randomUUID(), form: { ...form, ...change } };
      expect(await window.failure('patrons.create', input)).toMatchObject({
        kind: 'invalid',
        field,
        reason,
      });
    }
  });
});

describe('changing a record', () => {
  test('touches what was changed, and nothing else', async () => {
    const { testStation, window } = await open();
    await rewrite(testStation, (user) => ({
      of_another: { nested: [null, 1, '2'] },
      contact_info: { ...(user['contact_info'] as object), of_yet_another: true },
      emails: [{ address: 'top@example.org', preferred: false, verified: 'yes' }],
    }));
    const before = await raw(testStation);
    const record = await window.ask('patrons.read', { userId: grace });
    const [first, top] = record.form.emails.toSorted((one) => (one.address.startsWith('grace') ? -1 : 1));
    if (!first || !top) throw new Error('no e-mails');
    const after = await save(window, record, {
      lastName: 'Okafor-Lind',
      expiry: '2030-01-02',
      emails: [{ ...first, address: 'grace@example.com' }, top],
      phones: [
        ...record.form.phones.map((one) => ({ ...one, preferred: false })),
        { number: '555', type: plain('office'), preferred: true, raw: null },
      ],
    });
    expect(after.name).toBe('Grace Okafor-Lind');
    const contacts = before['contact_info'] as { email: object[]; phone: object[] };
    expect(await raw(testStation)).toEqual({
      ...before,
      last_name: 'Okafor-Lind',
      full_name: 'Grace Okafor-Lind',
      expiry_date: '2030-01-02Z',
      contact_info: {
        ...contacts,
        email: contacts.email.map((one) => ({ ...one, email_address: 'grace@example.com' })),
        phone: [
          ...contacts.phone.map((one) => ({ ...one, preferred: false })),
          { phone_number: '555', phone_type: [{ value: 'office', desc: 'Office' }], preferred: true },
        ],
      },
    });
  });

  test('that empties a field takes it away, and nothing at all sends nothing', async () => {
    const { testStation, window } = await open();
    await rewrite(testStation, () => ({
      birth_date: '1999-02-28Z',
      gender: { value: 'OTHER', desc: 'Other' },
    }));
    const record = await window.ask('patrons.read', { userId: grace });
    await testStation.faults({ operation: 'users.update', fault: 'status', status: 500 });
    expect((await save(window, record, {})).form).toEqual(record.form);
    await testStation.faults();
    await save(window, record, { birth: '', gender: plain('') });
    const after = await raw(testStation);
    expect(Object.keys(after)).not.toContain('birth_date');
    expect(Object.keys(after)).not.toContain('gender');
  });

  test('leaves alone what was odd before and is not touched', async () => {
    const { testStation, window } = await open();
    await rewrite(testStation, () => ({ emails: { address: 'not a mail address' }, full_name: 'Dr Okafor' }));
    const record = await window.ask('patrons.read', { userId: grace });
    await save(window, record, { middleName: 'N.' });
    const after = await raw(testStation);
    expect(after['emails']).toEqual({ address: 'not a mail address' });
    // It says the old name, and how it was put together nobody knows.
    expect(after.full_name).toBeUndefined();
  });

  test('under another primary id is saved, and found after an unclear answer', async () => {
    const { testStation, window } = await open();
    const record = await window.ask('patrons.read', { userId: grace });
    await testStation.faults({ operation: 'users.update', fault: 'drop-after', count: 1 });
    expect(await save(window, record, { primaryId: 'grace.lind' })).toMatchObject({ userId: 'grace.lind' });
    expect((await raw(testStation)).primary_id).toBe('grace.lind');
  });

  test('writes nothing where somebody else changed the record, and names what they changed', async () => {
    const { testStation, window } = await open();
    const record = await window.ask('patrons.read', { userId: grace });
    await rewrite(testStation, () => ({ last_name: 'Elsewhere', of_another: 1 }));
    const intent = randomUUID();
    const form = { ...record.form, lastName: 'Here' };
    expect(await window.failure('patrons.save', { intent, seen: record.seen, form })).toEqual({
      kind: 'conflict',
      differences: [
        { field: 'last_name', was: 'Okafor', is: 'Elsewhere' },
        { field: 'of_another', was: '', is: '1' },
      ],
    });
    expect((await raw(testStation)).last_name).toBe('Elsewhere');
    // The same try goes on with the record as it is now.
    const theirs = await window.ask('patrons.read', { userId: grace });
    await save(window, theirs, { lastName: 'Here' }, intent);
    expect(await raw(testStation)).toMatchObject({ last_name: 'Here', of_another: 1 });
  });

  test('two at once from one station: the second is told', async () => {
    const { window } = await open();
    const record = await window.ask('patrons.read', { userId: grace });
    const outcomes = await Promise.allSettled([
      save(window, record, { firstName: 'One' }),
      save(window, record, { firstName: 'Two' }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(outcomes[1]).toMatchObject({ reason: { failure: { kind: 'conflict' } } });
  });
});

describe('deleting a patron', () => {
  test('is refused while something of theirs is open, which is named beforehand', async () => {
    const { window } = await open();
    const userId = code('patronGood');
    expect(await window.ask('patrons.obstacles', { userId })).toMatchObject({
      loans: 4,
      requests: 1,
      fees: 2,
      // One is in review, and one put off: what was decided on, or cancelled, is over.
      purchases: 2,
    });
    const refused = await window.failure('patrons.delete', { intent: randomUUID(), userId });
    expect(refused).toMatchObject({
      kind: 'refused',
      operation: 'users.delete',
      code: codes.userNotDeletable,
    });
    // What the service says agrees with what its lists have.
    expect(refused).toHaveProperty(
      'message',
      expect.stringMatching(/active loans 4, active requests 1, purchase requests 2, unpaid fees 2\./),
    );
  });

  test('counts a deposit that is held and a purchase request in review', async () => {
    const { testStation, window } = await open();
    const path = { user_id: grace };
    const made = await testStation.client.call('users.deposits.create', {
      path,
      body: { deposit_profile: { value: 'DEPOSIT' }, amount: '50', owner: { value: 'MAIN' } },
    });
    const free = { loans: 0, requests: 0, fees: 0, deposits: 0, purchases: 0, sharing: 0 };
    expect(await window.ask('patrons.obstacles', { userId: grace })).toEqual(free);
    await testStation.client.call('users.deposits.act', {
      path: { ...path, deposit_id: String(made.id) },
      query: { op: 'pay' },
    });
    await testStation.client.call('users.purchaseRequests.create', {
      path,
      body: {
        format: { value: 'PHYSICAL' },
        citation_type: { value: 'BOOK' },
        owner: { value: 'MAIN' },
        resource_metadata: { title: 'Wanted' },
      },
    });
    expect(await window.ask('patrons.obstacles', { userId: grace })).toEqual({
      ...free,
      deposits: 1,
      purchases: 1,
    });
    await testStation.faults({ operation: 'users.deposits.list', fault: 'status', status: 404 });
    expect(await window.ask('patrons.obstacles', { userId: grace })).toMatchObject({ deposits: 0 });
  });

  test('leaves nobody, is looked up where its answer does not come, and not done twice', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'users.delete', fault: 'drop-after', count: 1 });
    const intent = randomUUID();
    expect(await window.ask('patrons.delete', { intent, userId: grace })).toBeNull();
    expect(await window.failure('patrons.read', { userId: grace })).toMatchObject({
      code: codes.userNotFound,
    });
    expect(await window.failure('patrons.delete', { intent, userId: grace })).toMatchObject({
      reason: 'alreadySent',
    });
  });
});

test('what is found comes in pages and in the order asked for', async () => {
  const { window } = await open();
  const page = (order: 'last_name' | 'first_name' | 'primary_id', offset = 0) =>
    window.ask('desk.search', { text: 'example', order, limit: 10, offset });
  const byId = await page('primary_id');
  const ids = byId.patrons.map((hit) => hit.userId);
  expect(byId.total).toBe(300);
  expect(ids).toEqual(ids.toSorted());
  const next = await page('primary_id', 10);
  expect(next.patrons.map((hit) => hit.userId).filter((id) => ids.includes(id))).toEqual([]);
  expect((next.patrons[0]?.userId ?? '') > (ids.at(-1) ?? '')).toBe(true);
  expect((await page('first_name')).patrons).not.toEqual(byId.patrons);
});
