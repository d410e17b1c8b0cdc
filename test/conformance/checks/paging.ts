import type { Operation } from '../../../src/service/endpoints.ts';
import { type Check, read, type Trial } from '../check.ts';
import { equal, holds, listed, refused, took } from '../expect.ts';
import type { Json } from '../read.ts';

/** A list that is read page by page, and where a long one is found. */
export interface Paged {
  readonly operation: Operation;
  readonly rule: string;
  readonly key: string;
  readonly older?: readonly string[];
  /** By what two entries are told apart. */
  readonly id: (entry: Json) => unknown;
  readonly path: (trial: Trial) => Promise<string>;
  /** How long a page is unless another limit is asked for: 10 in most lists. */
  readonly usual?: number;
}

/** The limits of a list, which is asked for by `limit` and `offset`. Source: Limits. */
export function paging({ operation, rule, key, older = [], id, path, usual = 10 }: Paged): Check[] {
  const page = async (trial: Trial, query: Record<string, string | number>) =>
    listed(trial, await trial.service.get(await path(trial), query), key, older);
  const by = (name: string, run: Check['run']) => read(operation, rule, name, run);
  return [
    by(`a page has ${usual} entries unless another limit is asked for`, async (t) => {
      const { items, total } = await page(t, {});
      equal('entries', items.length, Math.min(usual, total));
    }),
    by('limit and offset walk the list without a gap or a repetition', async (t) => {
      const first = await page(t, { limit: 4 });
      const walked = [
        ...(await page(t, { limit: 2 })).items,
        ...(await page(t, { limit: 2, offset: 2 })).items,
      ];
      holds('entries', first.items.length <= 4, 'at most 4', String(first.items.length));
      const same = JSON.stringify(walked.map(id)) === JSON.stringify(first.items.map(id));
      holds('two pages of two', same, 'the page of four', 'other entries, or in another order');
      equal('different entries', new Set(first.items.map(id)).size, first.items.length);
    }),
    by('total_record_count is the same for every page', async (t) => {
      const { total } = await page(t, { limit: 1 });
      equal('total_record_count', (await page(t, { limit: 1, offset: 1 })).total, total);
    }),
    by('limit 0 gives the count alone', async (t) => {
      const none = await page(t, { limit: 0 });
      equal('entries', none.items.length, 0);
      equal('total_record_count', none.total, (await page(t, { limit: 1 })).total);
    }),
    by('a page has never more than 100 entries', async (t) => {
      const answer = await t.service.get(await path(t), { limit: 101 });
      if (answer.status !== 200) {
        t.differs('limit 101', 'served as 100', String(answer.status));
        return;
      }
      const { items, total } = listed(t, answer, key, older);
      equal('entries', items.length, Math.min(100, total));
    }),
    by('behind the end there is nothing, and the count stays', async (t) => {
      const { total } = await page(t, { limit: 1 });
      const after = await page(t, { offset: total + 1000 });
      equal('entries', after.items.length, 0);
      equal('total_record_count', after.total, total);
    }),
    ...['limit', 'offset'].flatMap((name) =>
      ['-1', 'ten', '1.5'].map((value) =>
        by(`${name} ${value} is refused`, async (t) => {
          refused(t, await t.service.get(await path(t), { [name]: value }));
        }),
      ),
    ),
    by('a parameter that is not known is ignored', async (t) => {
      took(t, await t.service.get(await path(t), { conformance: 'x' }));
    }),
  ];
}
