import { describe, expect, test } from 'vitest';
import type { PatronHit } from '../../../src/contract/desk.ts';
import { PatronSearch } from '../../../src/renderer/patrons/search.svelte.ts';
import { main, pass } from '../support/main.ts';
import { away } from '../support/views.ts';

const hit = (userId: string): PatronHit => ({
  ...{ userId, name: userId, email: '', group: { code: '', label: '' }, active: true },
  ...{ expiry: '', expired: false },
});
const hits = (count: number, from = 0) => Array.from({ length: count }, (_, at) => hit(`p${from + at}`));

/** A search that has found this many, ten on a page. */
async function found(total: number): Promise<PatronSearch> {
  const search = new PatronSearch();
  void search.ask('lind');
  await main.open('desk.search').answer({ patrons: hits(Math.min(total, 10)), total });
  return search;
}

describe('a search as it is typed', () => {
  test('asks once the typing pauses, and not for a single character', async () => {
    const search = new PatronSearch();
    search.type('l');
    await pass(1000);
    expect(search.open).toBe(false);
    search.type('li');
    await pass(179);
    search.type(' lin ');
    await pass(179);
    expect(main.times('desk.search')).toBe(0);
    expect(search.searching).toBe(true);
    await pass(1);
    expect(main.all('desk.search').map(({ input }) => input.text)).toEqual(['lin']);
    expect(main.open('desk.search').input).toEqual({
      ...{ text: 'lin', order: 'last_name', limit: 10, offset: 0 },
    });
  });

  test('never shows an older answer over a newer one', async () => {
    const search = new PatronSearch();
    void search.ask('lin');
    const older = main.open('desk.search');
    void search.ask('lind');
    expect(older.aborted).toBe(true);
    await main.open('desk.search').answer({ patrons: [hit('new')], total: 1 });
    await older.answer({ patrons: [hit('old')], total: 1 });
    expect(search.hits).toEqual([hit('new')]);
    expect(search.answered).toBe('lind');
    expect(search.searching).toBe(false);
  });

  test('that was cleared shows nothing of what comes later', async () => {
    const search = new PatronSearch();
    void search.ask('lind');
    const request = main.open('desk.search');
    search.type('');
    await request.answer({ patrons: [hit('late')], total: 1 });
    expect(search.hits).toEqual([]);
    expect(search.open).toBe(false);
  });

  test('that fails says so, and shows nobody who was found for something else', async () => {
    const search = await found(3);
    void search.ask('berg');
    await main.open('desk.search').fail(away);
    expect(search.failure).toEqual(away);
    expect(search.hits).toEqual([]);
    expect(search.total).toBe(0);
    void search.ask('berg');
    await main.open('desk.search').answer({ patrons: [], total: 0 });
    expect(search.failure).toBeNull();
  });
});

describe('what was found', () => {
  test('is gone through with the arrows, round and round', async () => {
    const search = await found(3);
    expect(search.at).toBe(-1);
    const stood = ([1, 1, 1, 1, -1] as const).map((by) => {
      search.move(by);
      return search.at;
    });
    expect(stood).toEqual([0, 1, 2, 0, 2]);
    const other = await found(3);
    other.move(-1);
    expect(other.at).toBe(2);
  });

  test('goes on over its edge to the next page and back', async () => {
    const search = await found(12);
    search.move(1);
    for (let times = 0; times < 9; times += 1) search.move(1);
    expect(search.at).toBe(9);
    search.move(1);
    expect(main.open('desk.search').input).toMatchObject({ text: 'lind', offset: 10 });
    await main.open('desk.search').answer({ patrons: hits(2, 10), total: 12 });
    expect([search.offset, search.at]).toEqual([10, 0]);
    search.move(-1);
    expect(main.open('desk.search').input).toMatchObject({ offset: 0 });
    await main.open('desk.search').answer({ patrons: hits(10), total: 12 });
    expect([search.offset, search.at]).toEqual([0, 9]);
  });

  test('has no page before the first or after the last', async () => {
    const search = await found(10);
    await search.page(-1);
    await search.page(1);
    expect(main.times('desk.search')).toBe(1);
  });

  test('is put in the next order from its beginning', async () => {
    const search = await found(12);
    const orders: string[] = [];
    for (let times = 0; times < 3; times += 1) {
      void search.reorder();
      orders.push(main.open('desk.search').input.order ?? '');
      await main.open('desk.search').answer({ patrons: hits(10), total: 12 });
    }
    expect(orders).toEqual(['first_name', 'primary_id', 'last_name']);
    expect(search.offset).toBe(0);
  });
});

test('those who were here last are a list without a question', async () => {
  const search = await found(12);
  search.showRecent([hit('a'), hit('b')]);
  expect([search.open, search.recent, search.at, search.text]).toEqual([true, true, 0, '']);
  await search.page(1);
  await search.reorder();
  expect(main.times('desk.search')).toBe(1);
  search.showRecent([]);
  expect(search.at).toBe(-1);
  void search.ask('lind');
  expect(search.recent).toBe(false);
});
