import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleCode } from '../../src/service/samples.ts';
import { done, expectRefusal, messageOf, newPatron, sharedLibrary } from './harness.ts';

const library = sharedLibrary();

interface Users {
  user: { primary_id: string; last_name: string }[];
  total_record_count: number;
}

async function search(q: string, more = ''): Promise<Users> {
  return done<Users>(await library.get(`/users?q=${encodeURIComponent(q)}${more}`));
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

describe('a search', () => {
  test.each([
    ['a word, whatever its case', 'last_name~BEN', 'rivka.ben-ami'],
    ['the beginning of a word', 'name~rivk', 'rivka.ben-ami'],
    ['words in any order', 'name~ami rivka', 'rivka.ben-ami'],
    ['without accents', 'last_name~dvorak', 'tomas.dvorak'],
    ['with accents', 'first_name~TOMÁŠ', 'tomas.dvorak'],
    ['Polish letters by their neighbours', 'name~michal wisniewski', 'michal.wisniewski'],
    ['Hebrew', 'name~לוי', 'noa.levi'],
    ['Arabic without its marks', 'name~حداد', 'amina.haddad'],
    ['Greek without accents and whatever its case', 'last_name~ΠΑΠΑΔΟΠΟΥΛΟΣ', 'giorgos.papadopoulos'],
    ['Cyrillic', 'last_name~сокол', 'anna.sokolova'],
    ['Chinese, from any character on', 'name~明', 'ming.li'],
    ['a barcode', `barcode~${sampleCode('patronGood')}`, 'rivka.ben-ami'],
    ['an identifier', `identifiers~${sampleCode('patronNote')}`, 'amina.haddad'],
    ['an address', 'email~rivka.ben-ami@example.org', 'rivka.ben-ami'],
    ['every field', 'ALL~ben-ami staff', 'rivka.ben-ami'],
    ['two conditions', 'last_name~ben AND user_group~STAFF', 'rivka.ben-ami'],
    ['a value in quotes', 'last_name~"Ben-Ami" AND first_name~"riv"', 'rivka.ben-ami'],
  ])('finds %s', async (_, q, id) => {
    const { user } = await search(q, '&limit=100');
    expect(user.map((one) => one.primary_id)).toContain(id);
  });

  test.each([
    'last_name~ben-ami AND user_group~STUDENT',
    'last_name~"Ben-Ami" AND user_group~STUDENT',
    'last_name~"Ben-Ami" AND user_group~"STUDENT"',
    'user_group~STUDENT   AND  last_name~"Ben-Ami" ',
  ])('all conditions must hold: %s', async (q) => {
    expect(await search(q)).toMatchObject({ total_record_count: 0 });
  });

  test('a value in quotes may hold what ends one, and spaces may follow it', async () => {
    const id = await newPatron(library, { last_name: 'Quoter "AND" \\Slasher', first_name: 'AND name~x' });
    for (const q of [
      'last_name~"Quoter \\"AND\\""',
      'last_name~"\\"Quoter\\\\" AND last_name~Slasher',
      'first_name~"AND name~x" \t',
      'last_name~quoter AND',
      'last_name~"Qu\\oter"',
      'last_name~"quoter"  AND \tlast_name~"slasher"',
    ]) {
      expect(
        (await search(q)).user.map((one) => one.primary_id),
        q,
      ).toEqual([id]);
    }
  });

  test('an apostrophe neither hides nor splits a name', async () => {
    const id = await newPatron(library, { last_name: "D'Arcy-Öz", first_name: 'Straße' });
    for (const q of [
      "last_name~d'arcy",
      'last_name~darcy',
      'last_name~arcy',
      'last_name~oz',
      'name~strasse',
    ]) {
      expect((await search(q)).user.map((one) => one.primary_id)).toContain(id);
    }
  });

  test.each([
    ...['shoe_size~43', 'nothing at all', '~x', 'last_name', 'last_name~a OR name~"b" c'],
    ...[
      'name~"open',
      'name~"open\\"',
      'name~"open\\',
      'name~"b" c',
      'name~"b"AND name~c',
      'name~"b" c AND name~d',
    ],
  ])('refuses %j with a code', async (q) => {
    const answer = await library.get(`/users?q=${encodeURIComponent(q)}`);
    if (q.includes(' OR ')) expect(answer.status).toBe(200);
    else expectRefusal(answer, '401873');
  });

  test('is for a hundred words at most, over all conditions', async () => {
    const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
    const rest = 'AND first_name~word AND user_group~"-"';
    expect(await search(`last_name~${words(98)} ${rest}`)).toMatchObject({ total_record_count: 0 });
    const refused = await library.get(`/users?q=${encodeURIComponent(`last_name~${words(99)} ${rest}`)}`);
    expectRefusal(refused, '401873');
    expect(messageOf(refused)).toContain('more than 100 words');
  });

  test('an empty search is refused', async () => {
    for (const q of ['', '%20', '%09']) expectRefusal(await library.get(`/users?q=${q}`), '401873');
  });

  test.each([
    'name~%',
    'name~"\\" OR 1=1 --"',
    "name~'; drop table users; --",
    'name~*',
    'name~NEAR(a b)',
    'name~‮rivka‬"',
    'ALL~///',
    'ALL~""',
    'name~\u{1F4DA}',
  ])('is harmless: %j', async (q) => {
    const answer = await library.get(`/users?q=${encodeURIComponent(q)}`);
    expect([200, 400]).toContain(answer.status);
    expect((await search('name~rivka')).total_record_count).toBe(1);
  });

  test('any text in quotes is a value: 200, and nobody whose record has none of its words', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
        const value = text.toWellFormed().replaceAll('\0', '');
        const answer = await library.get(`/users?q=${encodeURIComponent(`name~${quoted(value)}`)}`);
        expect(answer.status).toBe(200);
      }),
      { numRuns: 150 },
    );
  });

  test('any text as a search is answered or refused, and never breaks anything', async () => {
    const part = fc.oneof(
      fc.constantFrom('name~', ' AND ', '"', '\\', 'ALL~', '~', ' OR ', '*', '(', "'", '%00', ' '),
      fc.string({ maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
        const answer = await library.get(`/users?q=${encodeURIComponent(parts.join(''))}`);
        expect([200, 400]).toContain(answer.status);
      }),
      { numRuns: 200 },
    );
  });

  test('a patron is found by every word of any name they may have', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), async (name) => {
        const id = await newPatron(library, { last_name: name });
        for (const word of name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
          if (!/[\p{L}\p{N}]/u.test(word)) continue;
          const { user } = await search(`last_name~${quoted(word)}`, '&limit=100');
          expect(user.map((one) => one.primary_id)).toContain(id);
        }
        await library.del(`/users/${id}`);
      }),
      { numRuns: 60, examples: [['\u{1F190}Ñ'], ['Ⓐnna™Li'], ["a`b'c"]] },
    );
  });
});

describe('what a search counts', () => {
  test('is what a look at every patron counts, none of them twice, for any beginnings', async () => {
    const twice = await newPatron(library, {
      first_name: 'Benjamin',
      last_name: 'Ben-Benari',
      middle_name: 'Beno',
    });
    const all: { primary_id: string; first_name: string; last_name: string }[] = [];
    for (let offset = 0; ; offset += 100) {
      const { user } = done<{ user: typeof all }>(await library.get(`/users?limit=100&offset=${offset}`));
      all.push(...user);
      if (user.length < 100) break;
    }
    const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? [];
    const has = (text: string, beginning: string) => wordsOf(text).some((word) => word.startsWith(beginning));
    const latin = all.filter(({ first_name, last_name }) => /^[\x20-\x7e]+$/.test(first_name + last_name));
    const others = all.filter((user) => !latin.includes(user)).map(({ primary_id }) => primary_id);
    const count = async (q: string) => {
      let total = 0;
      for (let offset = 0; ; offset += 100) {
        const page = await search(q, `&limit=100&offset=${offset}`);
        total += page.user.filter(({ primary_id }) => !others.includes(primary_id)).length;
        expect(new Set(page.user.map(({ primary_id }) => primary_id)).size).toBe(page.user.length);
        if (page.user.length < 100) {
          expect(offset + page.user.length).toBe(page.total_record_count);
          return total;
        }
      }
    };
    for (const beginning of ['b', 'be', 'ben', 'bena', 'm', 's', 'ma', 'zz', 'a', 'o']) {
      const expected = latin.filter(({ last_name }) => has(last_name, beginning)).length;
      expect(await count(`last_name~${beginning}`), beginning).toBe(expected);
      const both = latin.filter(
        ({ first_name, last_name }) => has(first_name, 'm') && has(last_name, beginning),
      );
      expect(await count(`first_name~m AND last_name~${beginning}`), beginning).toBe(both.length);
    }
    expect((await search('ALL~ben ben')).user.map((one) => one.primary_id)).toContain(twice);
  });

  test.each(['', '&order_by=last_name', '&order_by=first_name', '&order_by=user_group,first_name'])(
    'comes in order%s, a page at a time without gaps',
    async (order) => {
      const whole = await search('name~a', `&limit=100${order}`);
      const pages = [];
      for (let offset = 0; offset < 100; offset += 30) {
        pages.push(
          ...(await search('name~a', `&limit=${Math.min(30, 100 - offset)}&offset=${offset}${order}`)).user,
        );
      }
      expect(pages.map((one) => one.primary_id)).toEqual(whole.user.map((one) => one.primary_id));
    },
  );
});

describe('the list', () => {
  test('counts exactly, pages without gaps, and orders', async () => {
    const all = done<Users>(await library.get('/users?limit=100'));
    const rest = await Promise.all(
      [100, 200, 300].map(async (offset) =>
        done<Users>(await library.get(`/users?limit=100&offset=${offset}`)),
      ),
    );
    const ids = [all, ...rest].flatMap(({ user }) => user.map((one) => one.primary_id));
    expect(all.total_record_count).toBe(new Set(ids).size);
    expect(ids).toHaveLength(all.total_record_count);
    const first = done<Users>(await library.get('/users?limit=60'));
    const second = done<Users>(await library.get('/users?limit=40&offset=60'));
    expect([...first.user, ...second.user].map((one) => one.primary_id)).toEqual(
      all.user.map((one) => one.primary_id),
    );
    const byId = done<Users>(await library.get('/users?limit=100&order_by=primary_id'));
    const inOrder = byId.user.map((one) => one.primary_id);
    expect(inOrder).toEqual([...inOrder].sort());
  });

  test.each([
    ['limit=0', 0],
    ['limit=100', 100],
    ['limit=1000', 100],
    ['', 10],
    ['offset=100000', 0],
    ['colour=red', 10],
  ])('%s gives %d', async (query, count) => {
    expect(done<Users>(await library.get(`/users?${query}`)).user).toHaveLength(count);
  });

  test.each(['limit=-1', 'limit=ten', 'limit=1.5', 'offset=-1', 'order_by=shoe_size'])(
    'refuses %s',
    async (query) => {
      expectRefusal(await library.get(`/users?${query}`), '40166411');
    },
  );
});
