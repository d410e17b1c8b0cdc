import { describe, expect, test } from 'vitest';
import { sampleCode } from '../../src/service/samples.ts';
import { done, expectRefusal, sharedLibrary } from './harness.ts';

const library = sharedLibrary();

interface Found {
  po_line?: { number: string; status: { value: string } }[];
  total_record_count: number;
}

const find = async (q: string, query = ''): Promise<Found> =>
  done<Found>(await library.get(`/acq/po-lines?q=${encodeURIComponent(q)}${query}`));
const numbersOf = ({ po_line }: Found): string[] => (po_line ?? []).map(({ number }) => number);

describe('a search for order lines', () => {
  test.each([
    ['all~Atlas Night', ['POL-1001']],
    ['ALL~atlas of the night sky', ['POL-1001']],
    ['title~Histoire reliure', ['POL-1003']],
    ['author~Hunter', ['POL-1002']],
    [`barcode~${sampleCode('itemOrdered')}`, ['POL-1001']],
    ['number~POL-1002', ['POL-1002']],
    ['title~Atlas AND number~POL-1002', []],
    ['title~', []],
  ])('%s finds %j', async (q, numbers) => {
    const found = await find(q);
    expect(numbersOf(found)).toEqual(numbers);
    expect(found.total_record_count).toBe(numbers.length);
  });

  test('finds by the title’s record, the vendor and the ISBN', async () => {
    const pol = done<{
      vendor: { value: string };
      resource_metadata: { isbn: string; mms_id: { value: string } };
    }>(await library.get('/acq/po-lines/POL-1001'));
    const { isbn, mms_id } = pol.resource_metadata;
    expect(isbn).toMatch(/^97[89]\d{10}$/);
    expect(numbersOf(await find(`mms_id~${mms_id.value}`))).toEqual(['POL-1001']);
    expect(numbersOf(await find(`isbn~${isbn}`))).toEqual(['POL-1001']);
    expect(numbersOf(await find(`vendor_code~${pol.vendor.value}`, '&limit=100'))).toContain('POL-1001');
  });

  test('is read in pages, in the order of the numbers', async () => {
    const all = numbersOf(await find('item_library~MAIN', '&limit=100&status=ALL_WITH_CLOSED'));
    expect(all.length).toBeGreaterThan(3);
    expect(all).toEqual([...all].sort());
    const page = await find('item_library~MAIN', '&limit=2&offset=1&status=ALL_WITH_CLOSED');
    expect(numbersOf(page)).toEqual(all.slice(1, 3));
    expect(page.total_record_count).toBe(all.length);
  });

  test('finds a corrected title by its new words only, and no closed one unless it is asked for', async () => {
    const pol = done<Record<string, unknown>>(await library.get('/acq/po-lines/POL-1002'));
    done(
      await library.put('/acq/po-lines/POL-1002', {
        ...pol,
        resource_metadata: { ...(pol['resource_metadata'] as object), title: 'Papermaking by Hand' },
        status: { value: 'CLOSED' },
      }),
    );
    expect(numbersOf(await find('title~Field Guide Paper', '&status=ALL_WITH_CLOSED'))).toEqual([]);
    expect(numbersOf(await find('title~Papermaking'))).toEqual([]);
    expect(numbersOf(await find('title~Papermaking', '&status=ALL_WITH_CLOSED'))).toEqual(['POL-1002']);
    done(await library.put('/acq/po-lines/POL-1002', pol));
    expect(numbersOf(await find('title~Field Guide Paper'))).toEqual(['POL-1002']);
  });

  test.each([
    ['', '401664'],
    ['no field', '401873'],
    ['colour~red', '401873'],
  ])('%j is refused', async (q, code) => {
    expectRefusal(await library.get(`/acq/po-lines?q=${encodeURIComponent(q)}`), code);
  });
});
