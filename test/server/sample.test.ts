import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fill, type SampleSize } from '../../src/server/sample/index.ts';
import { openDatabase } from '../../src/server/store/database.ts';
import { sampleCode, samples } from '../../src/service/samples.ts';
import { codeOf, done, itemOf, lend, newFee, newPatron, sharedLibrary, startLibrary } from './harness.ts';

const now = new Date('2026-11-20T10:00:00Z');

/** Everything in a library filled at this moment, whatever tables there are. */
async function contents(at: Date, size: Partial<SampleSize> = {}): Promise<Record<string, unknown[]>> {
  const db = await openDatabase(':memory:');
  await fill(db, { now: at, empty: false, ...size });
  const all: Record<string, unknown[]> = {};
  for (const { name } of await db.introspection.getTables()) {
    all[name] = await db
      .selectFrom(name as 'users')
      .selectAll()
      .execute();
  }
  await db.destroy();
  return all;
}

/** A library as one short text. */
const printOf = (all: object) => createHash('sha256').update(JSON.stringify(all)).digest('hex');

const barcodesIn = (rows: unknown[]) => JSON.stringify(rows).match(/\b[23]1234\d{9}\b/g) ?? [];

function isLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

describe('the sample library', () => {
  test('is the same every time', async () => {
    const one = await contents(now);
    expect(await contents(now)).toEqual(one);
    expect(await contents(new Date('2027-01-01T00:00:00Z'))).not.toEqual(one);
  });

  test('has the size and the scripts of a real one, and barcodes with valid check digits', async () => {
    const all = await contents(now);
    const count = (table: string) => all[table]?.length ?? 0;
    expect([count('users'), count('items'), count('pols')]).toEqual([300, 1500, 40]);
    expect([count('loans'), count('requests'), count('fees')]).toEqual([236, 30, 46]);
    const text = JSON.stringify([all['users'], all['bibs']]);
    for (const script of ['Hebrew', 'Arabic', 'Cyrillic', 'Greek', 'Han', 'Hiragana']) {
      expect(text, script).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
    }
    const barcodes = barcodesIn([...(all['users'] ?? []), ...(all['items'] ?? [])]);
    expect(barcodes).toHaveLength(3266);
    expect(barcodes.filter((barcode) => !isLuhn(barcode))).toEqual([]);
  });
});

describe('a library of another size', () => {
  const size = { patrons: 2300, items: 9000 };

  test('is the same for the same seed, and another for another', async () => {
    const first = printOf(await contents(now, { ...size, seed: 7 }));
    expect(printOf(await contents(now, { ...size, seed: 7 }))).toBe(first);
    expect(printOf(await contents(now, { ...size, seed: 8 }))).not.toBe(first);
  });

  test('has as many as were asked for, and loans, fees and requests in proportion', async () => {
    const large = await contents(now, size);
    const count = (all: typeof large, table: string) => all[table]?.length ?? 0;
    expect([count(large, 'users'), count(large, 'items')]).toEqual([2300, 9000]);
    expect(['loans', 'fees', 'requests'].map((table) => count(large, table))).toEqual([1824, 295, 156]);
  });

  test('has the named samples however small it is, and every number once', async () => {
    const small = await contents(now, { patrons: 0, items: 0 });
    const large = await contents(now, size);
    for (const all of [small, large]) {
      const text = JSON.stringify(all);
      for (const { code } of samples) expect(text).toContain(JSON.stringify(code));
    }
    expect(small['users']).toHaveLength(10);
    const ids = (large['items'] ?? []).map((item) => (item as { pid: string }).pid);
    expect(new Set(ids).size).toBe(9000);
  });

  test('goes on numbering where the samples end', async () => {
    const library = await startLibrary({ sample: { patrons: 1500, items: 2000 } });
    const before = done<{ total_record_count: number }>(await library.get('/users?limit=0'));
    const user = await newPatron(library);
    await newFee(library, user, '1.00');
    done(await lend(library, user, sampleCode('itemFree1')));
    expect([before.total_record_count, codeOf(await library.get(`/users/${user}/loans`))]).toEqual([
      1500,
      '',
    ]);
    await library.close();
  });
});

describe('the named samples', () => {
  const library = sharedLibrary();

  test('have codes of their own', () => {
    expect(new Set(samples.map((sample) => sample.code)).size).toBe(samples.length);
    expect(samples.filter(({ kind }) => kind !== 'orderLine').every(({ code }) => isLuhn(code))).toBe(true);
  });

  test.each(samples)('$id: $name', async ({ kind, code, name }) => {
    if (kind === 'patron')
      expect(done(await library.get(`/users/${code}`))).toMatchObject({ full_name: name });
    else if (kind === 'item') expect((await itemOf(library, code)).bib_data.title).toBe(name);
    else
      expect(done(await library.get(`/acq/po-lines/${code}`))).toMatchObject({
        resource_metadata: { title: name },
      });
  });
});
