import { describe, expect, test } from 'vitest';
import { sampleCode } from '../../src/service/samples.ts';
import { done, expectRefusal, messageOf, newFee, newPatron, sharedLibrary } from './harness.ts';

const library = sharedLibrary();
const record = { primary_id: 'someone', account_type: 'INTERNAL', status: 'ACTIVE', user_group: 'STAFF' };

describe('reading a user', () => {
  test.each([
    ['the barcode', sampleCode('patronGood')],
    ['the primary id', 'rivka.ben-ami'],
    ['the primary id in capitals', 'RIVKA.Ben-Ami'],
  ])('finds by %s', async (_, id) => {
    expect(done(await library.get(`/users/${id}`))).toMatchObject({ primary_id: 'rivka.ben-ami' });
  });

  test('finds by a type only what is of that type', async () => {
    const barcode = sampleCode('patronGood');
    done(await library.get(`/users/${barcode}?user_id_type=BARCODE`));
    done(await library.get(`/users/${barcode}?user_id_type=all_unique`));
    expectRefusal(await library.get(`/users/${barcode}?user_id_type=PRIMARY_ID`), '401890', 404);
  });

  test('an id may hold a slash, a space and letters of any script', async () => {
    const id = `a/b שלום?${encodeURIComponent('%41')}`;
    await newPatron(library, { primary_id: id });
    expect(done(await library.get(`/users/${encodeURIComponent(id)}`))).toMatchObject({ primary_id: id });
  });

  test('counts loans, requests and fees on demand', async () => {
    const user = done(await library.get(`/users/${sampleCode('patronGood')}?expand=loans,requests,fees`));
    expect(user).toMatchObject({ loans: { value: 4 }, requests: { value: 1 }, fees: { value: 2 } });
    expect(done(await library.get(`/users/${sampleCode('patronGood')}`))).not.toHaveProperty('loans');
  });

  test.each([
    ['none', []],
    ['', []],
    ['fees', ['fees']],
    [' Loans , fees', ['loans', 'fees']],
    ['loans,shoes,none', ['loans']],
  ])('expand=%s', async (expand, names) => {
    const query = new URLSearchParams({ expand }).toString();
    const user = done(await library.get(`/users/${sampleCode('patronGood')}?${query}`));
    expect(['loans', 'requests', 'fees'].filter((name) => name in user)).toEqual(names);
    for (const name of names) {
      expect(user[name]).toEqual({
        value: expect.any(Number) as number,
        link: `/users/rivka.ben-ami/${name}`,
      });
    }
  });

  test('an unknown user is 404 with a code', async () => {
    expectRefusal(await library.get('/users/nobody'), '401861', 404);
    expectRefusal(await library.get('/users/nobody?user_id_type=BARCODE'), '401890', 404);
    expectRefusal(await library.get('/users/nobody/loans'), '401861', 404);
    expectRefusal(await library.get('/users/nobody/personal-data'), '401890', 404);
  });

  test('the personal data are all there is on a patron', async () => {
    const data = done<{ fees: unknown[]; loans: unknown[]; requests: unknown[]; user: object }>(
      await library.get(`/users/${sampleCode('patronGood')}/personal-data`),
    );
    expect(data).toMatchObject({ user: { last_name: 'Ben-Ami' } });
    expect([data.loans.length, data.requests.length, data.fees.length]).toEqual([4, 1, 2]);
  });
});

describe('a list of users', () => {
  interface Users {
    user: { primary_id: string; loans?: object; fees?: object }[];
    total_record_count: number;
  }
  const listed = async (query: Record<string, string>) =>
    done<Users>(await library.get(`/users?${new URLSearchParams(query).toString()}`));

  test('counts what each has, on demand', async () => {
    const { user } = await listed({ q: 'name~a', expand: 'loans,fees', limit: '100' });
    expect(user).toHaveLength(20);
    for (const one of user) {
      const alone = await library.get(`/users/${encodeURIComponent(one.primary_id)}?expand=loans,fees`);
      expect(one).toEqual(alone.body);
    }
    expect((await listed({ q: 'name~a' })).user.some((one) => 'loans' in one)).toBe(false);
    expect((await listed({ expand: 'loans', limit: '0' })).user).toEqual([]);
  });

  test('of those copied from another institution, by who they are there', async () => {
    const first = await newPatron(library, { source_user_id: 'Visitor.1', source_institution_code: 'WEST' });
    const second = await newPatron(library, {
      source_user_id: 'visitor.1',
      source_institution_code: { value: 'SOUTH' },
    });
    const ids = async (query: Record<string, string>) =>
      (await listed(query)).user.map((one) => one.primary_id).sort();
    expect(await ids({ source_user_id: 'visitor.1' })).toEqual([first, second]);
    const there = { source_user_id: 'VISITOR.1', source_institution_code: 'south' };
    expect(await ids(there)).toEqual([second]);
    expect(await ids({ source_institution_code: 'west' })).toEqual([first]);
    expect(await ids({ ...there, q: 'name~nobody' })).toEqual([]);
    expect(await ids({ source_user_id: 'rivka.ben-ami' })).toEqual([]);
    expect(await ids({ source_user_id: 'fontaine.l' })).toEqual(['lea.fontaine']);

    done(await library.put(`/users/${second}`, { ...record, primary_id: second }));
    expect(await ids(there)).toEqual([]);
  });

  test.each(['last_name', 'first_name', 'primary_id', 'user_group', 'user_group,last_name', ' Last_Name '])(
    'in the order of %s, page by page',
    async (order) => {
      const all = (await listed({ order_by: order, limit: '90' })).user;
      const first = (await listed({ order_by: order, limit: '50' })).user;
      const rest = (await listed({ order_by: order, limit: '40', offset: '50' })).user;
      expect([...first, ...rest]).toEqual(all);
      if (order === 'user_group') {
        const groups = all.map(
          (one) => (one as unknown as { user_group: { value: string } }).user_group.value,
        );
        expect(groups).toEqual([...groups].sort());
      }
    },
  );
});

describe('creating a user', () => {
  test('keeps fields it has never heard of', async () => {
    const odd = { locker: { number: 12, keys: [null, 'a', { deep: true }] }, 'odd name': '½' };
    const id = await newPatron(library, odd);
    expect(done(await library.get(`/users/${id}`))).toMatchObject(odd);
  });

  test.each(['.profile', '...', '.a/b'])('may be called %s, which is no step of a path', async (id) => {
    done(await library.post('/users', { ...record, primary_id: id }));
    expect(done(await library.get(`/users/${encodeURIComponent(id)}`))).toMatchObject({ primary_id: id });
    for (const step of ['.', '..']) {
      expectRefusal(await library.post('/users', { ...record, primary_id: step }), '401864');
    }
  });

  test('refuses a field of the wrong kind by where it stands', async () => {
    const refused = await library.post('/users', { ...record, loans: { value: [] } });
    expectRefusal(refused, '401864');
    expect(messageOf(refused)).toContain('invalid: loans.value.');
  });

  test.each(['primary_id', 'account_type', 'status', 'user_group'])('needs %s', async (field) => {
    const sent = Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
    const answer = await library.post('/users', sent);
    expectRefusal(answer, '401664');
    expect(answer.text).toContain(`Mandatory field is missing: ${field}`);
    expectRefusal(await library.post('/users', { ...sent, [field]: '' }), '401664');
  });

  test.each([
    [{ user_group: 'PIRATES' }, '401852'],
    [{ account_type: { value: 'BOTH' } }, '401857'],
    [{ status: 'ASLEEP' }, '401864'],
    [{ user_note: { user_note: [] } }, '401652'],
    [{ user_identifier: [{ id_type: 'SHOE', value: '43' }] }, '401864'],
    [{ user_identifier: 7 }, '401864'],
    [{ user_identifier: [{ id_type: 'BARCODE', value: '' }] }, '401664'],
    [{ user_note: 'Hello' }, '401652'],
    [{ primary_id: 'a\u0000b' }, '401864'],
    [{ primary_id: ' ' }, '401664'],
    [{ primary_id: 'x'.repeat(256) }, '401864'],
    [{ user_identifier: [{ id_type: 'BARCODE', value: '2'.repeat(256) }] }, '401864'],
    [{ source_user_id: {} }, '401864'],
    [{ expiry_date: 'tomorrow' }, '401864'],
    [{ expiry_date: '2026-02-30Z' }, '401864'],
    [{ birth_date: 'the 5th' }, '401864'],
    [{ purge_date: 0.5 }, '401864'],
    // No calendar has a day for these: such a card would never run out.
    [{ expiry_date: 9_000_000_000_000_000 }, '401864'],
    [{ expiry_date: 8_000_000_000_000_000 }, '401864'],
  ])('refuses %j', async (change, code) => {
    expectRefusal(await library.post('/users', { ...record, ...change }), code);
    expectRefusal(await library.get('/users/someone'), '401861', 404);
  });

  test.each(['2031-05-01Z', '2031-05-01B', '2031-05-01', 1_935_360_000_000, null, ''])(
    'keeps the expiry date %j in the form in which it came',
    async (expiry_date) => {
      const user = await newPatron(library, { expiry_date });
      expect(done(await library.get(`/users/${user}`))).toMatchObject({ expiry_date });
    },
  );

  test('refuses an identifier that somebody has, whatever its case and type', async () => {
    const barcode = { id_type: 'OTHER', value: sampleCode('patronGood') };
    expectRefusal(await library.post('/users', { ...record, primary_id: 'Rivka.BEN-ami' }), '401851');
    expectRefusal(await library.post('/users', { ...record, user_identifier: [barcode] }), '401851');
  });

  test('gives notes what the service adds', async () => {
    const id = await newPatron(library, { user_note: [{ note_text: 'Hello' }] });
    const { user_note: notes } = done<{ user_note: object[] }>(await library.get(`/users/${id}`));
    expect(notes[0]).toMatchObject({
      note_text: 'Hello',
      note_type: { value: 'CIRCULATION' },
      popup_note: false,
      user_viewable: false,
    });
  });
});

describe('replacing a user', () => {
  test('what is not sent is gone; what was looked up changes with it', async () => {
    const id = await newPatron(library, { last_name: 'Zwingli', job: 'clerk' });
    done(await library.put(`/users/${id}`, { ...record, primary_id: id, last_name: 'Quisling' }));
    expect(done(await library.get(`/users/${id}`))).not.toHaveProperty('job');
    expect(done(await library.get('/users?q=last_name~zwingli'))).toMatchObject({ total_record_count: 0 });
    expect(done(await library.get('/users?q=last_name~quisling'))).toMatchObject({ total_record_count: 1 });
  });

  test('a record read, changed in one field and written back is the same but for that field', async () => {
    const path = `/users/${sampleCode('patronNote')}`;
    const before = done(await library.get(path));
    done(await library.put(path, { ...before, job_description: 'baker' }));
    expect(done(await library.get(path))).toEqual({ ...before, job_description: 'baker' });
  });

  test('counts that came with the record are not stored', async () => {
    const path = `/users/${sampleCode('patronGood')}`;
    done(await library.put(path, done(await library.get(`${path}?expand=loans,fees`))));
    expect(done(await library.get(path))).not.toHaveProperty('loans');
  });

  test('refuses what creating one refuses', async () => {
    const id = await newPatron(library, { user_note: [{ note_text: 'Hello' }] });
    const before = done(await library.get(`/users/${id}`));
    const put = (change: object) => library.put(`/users/${id}`, { ...before, ...change });
    expectRefusal(await put({ user_note: { user_note: before['user_note'] } }), '401652');
    expectRefusal(await put({ primary_id: undefined }), '401664');
    expectRefusal(await put({ user_group: 'PIRATES' }), '401852');
    const taken = { id_type: { value: 'OTHER' }, value: sampleCode('patronGood') };
    expectRefusal(await put({ user_identifier: [taken] }), '401851');
    expectRefusal(await library.put('/users/nobody', before), '401861', 404);
    expect(done(await library.get(`/users/${id}`))).toEqual(before);
  });

  test('an identifier that is taken off one may be given to another', async () => {
    const card = { id_type: { value: 'BARCODE' }, value: 'CARD-1' };
    const first = await newPatron(library, { user_identifier: [card] });
    const second = await newPatron(library);
    const give = (id: string, cards: object[]) =>
      library.put(`/users/${id}`, { ...record, primary_id: id, user_identifier: cards });
    expectRefusal(await give(second, [card]), '401851');
    done(await give(first, []));
    done(await give(second, [card]));
    expect(done(await library.get('/users/card-1'))).toMatchObject({ primary_id: second });
  });

  test('the primary id may change, but not to one that is taken', async () => {
    const id = await newPatron(library);
    expectRefusal(await library.put(`/users/${id}`, { ...record, primary_id: 'rivka.ben-ami' }), '401851');
    done(await library.put(`/users/${id}`, { ...record, primary_id: `${id}.new` }));
    expectRefusal(await library.get(`/users/${id}`), '401861', 404);
    done(await library.get(`/users/${id}.new`));
  });
});

describe('deleting a user', () => {
  test('answers the user, who is gone then', async () => {
    const id = await newPatron(library);
    expect(done(await library.del(`/users/${id}`))).toMatchObject({ primary_id: id });
    expectRefusal(await library.get(`/users/${id}`), '401861', 404);
  });

  test.each(['patronTenLoans', 'patronWaiting', 'patronOwing'] as const)('refuses %s', async (id) => {
    expectRefusal(await library.del(`/users/${sampleCode(id)}`), '401850');
  });

  test('refuses while a fee is in dispute, and not when it is paid', async () => {
    const id = await newPatron(library);
    const fee = await newFee(library, id, '5.00');
    done(await library.post(`/users/${id}/fees/${fee}?op=dispute`));
    expectRefusal(await library.del(`/users/${id}`), '401850');
    done(await library.post(`/users/${id}/fees/${fee}?op=restore`));
    done(await library.post(`/users/${id}/fees/${fee}?op=pay&amount=5.00`));
    done(await library.del(`/users/${id}`));
  });
});
