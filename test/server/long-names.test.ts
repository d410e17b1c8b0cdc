import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done, type Library, newPatron, startLibrary } from './harness.ts';

let folder = '';
let library: Library;
let tables: DatabaseSync;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrel-'));
  const database = join(folder, 'practice.db');
  library = await startLibrary({ database, empty: true });
  tables = new DatabaseSync(database, { readOnly: true });
});
afterAll(async () => {
  tables.close();
  await library.close();
  await rm(folder, { recursive: true });
});

/** How many rows of the index a patron has, and how many letters the longest of them has. */
function indexed(id: string): { rows: number; letters: number } {
  const row = tables
    .prepare(
      `select count(*) as rows, max(length(word) + length(sort)) as letters
       from user_words join users on users.key = user_words.user_key where primary_id = ?`,
    )
    .get(id);
  return { rows: Number(row?.['rows']), letters: Number(row?.['letters']) };
}

async function found(q: string): Promise<string[]> {
  const path = `/users?q=${encodeURIComponent(q)}`;
  const { user } = done<{ user: { primary_id: string }[] }>(await library.get(path));
  return user.map(({ primary_id }) => primary_id);
}

const distinct = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`);
const letters = 20_000;

test.each([
  ['many words', 'Quendolyn ' + distinct(letters / 5).join(' '), 'name~quendolyn w0 w9'],
  ['one word', 'Quillon' + 'a'.repeat(letters), 'name~quillonaaa'],
  ['no spaces between its words', '靑' + '明'.repeat(letters), 'last_name~靑明明'],
  ['a sign and letters in turn', 'Quark ' + 'a™'.repeat(letters / 2), 'last_name~quark atm'],
])('a very long name of %s is kept as it was sent and found by its beginning', async (_, name, q) => {
  const id = await newPatron(library, { last_name: name, full_name: name });
  expect(done(await library.get(`/users/${id}`))).toMatchObject({ last_name: name, full_name: name });
  expect(await found(q)).toEqual([id]);
  expect(await found(q.replace(/^\w+/, 'ALL'))).toEqual([id]);
  const { rows, letters: most } = indexed(id);
  expect(rows).toBeLessThan(1000);
  expect(most).toBeLessThan(1000);
});

test('a name of 9 MB is one entry among others', async () => {
  const id = await newPatron(library, { last_name: 'Quimby ' + distinct(1_200_000).join(' ').slice(0, 9e6) });
  expect(await found('last_name~quimby')).toEqual([id]);
  expect(indexed(id).rows).toBeLessThan(1000);
});

test('of very many addresses the first are found', async () => {
  const email = distinct(20_000).map((name) => ({ email_address: `${name}@q${name}.example.org` }));
  const id = await newPatron(library, { contact_info: { email } });
  expect(done(await library.get(`/users/${id}`))).toMatchObject({ contact_info: { email } });
  expect(await found('email~w0@qw0.example.org')).toEqual([id]);
  expect(indexed(id).rows).toBeLessThan(1500);
});

test('who has a very long name has their place in the order', async () => {
  const name = 'Zz' + 'y'.repeat(letters);
  const after = await newPatron(library, { last_name: 'Zzz', middle_name: 'inorder' });
  const long = await newPatron(library, { last_name: name, middle_name: 'inorder' });
  const before = await newPatron(library, { last_name: 'Zza', middle_name: 'inorder' });
  expect(await found('name~inorder')).toEqual([before, long, after]);
  const listed = done<{ user: { primary_id: string }[] }>(await library.get('/users?limit=100')).user;
  const three = listed.map(({ primary_id }) => primary_id).filter((id) => [after, long, before].includes(id));
  expect(three).toEqual([before, long, after]);
});

test('a long id of another institution or of a caller is found as a whole, and takes no more room than a hash', async () => {
  const long = (end: string) => `${'s'.repeat(3000)}${end}`;
  const code = { value: long('C') };
  const id = await newPatron(library, { source_user_id: long('A'), source_institution_code: code });
  const copies = async (by: string) =>
    done<{ user: { primary_id: string }[] }>(await library.get(`/users?${by}`)).user.map(
      (one) => one.primary_id,
    );
  expect(await copies(`source_user_id=${long('A')}`)).toEqual([id]);
  expect(await copies(`source_user_id=${long('B')}`)).toEqual([]);
  expect(await copies(`source_institution_code=${long('c')}`)).toEqual([id]);
  const request = {
    owner: 'MAIN',
    partner: { value: 'PARTNER' },
    format: { value: 'PHYSICAL' },
    title: 't',
    citation_type: { value: 'BOOK' },
  };
  const lend = (external_id: string) =>
    library.post('/partners/PARTNER/lending-requests', { ...request, external_id });
  expect(done(await lend(long('A')))).toMatchObject({ external_id: long('A') });
  expect((await lend(long('A'))).status).toBe(400);
  done(await lend(long('B')));
  const { length } = tables
    .prepare(
      `select max(length(source_user_id), length(institution),
        (select max(length(external_id)) from lending_requests)) as length from user_sources`,
    )
    .get() as { length: number };
  expect(length).toBeLessThan(100);
});
