import { describe, expect, test } from 'vitest';
import { sampleCode } from '../../src/service/samples.ts';
import { done, expectRefusal, itemOf, type Library, newPatron, scanIn } from './harness.ts';
import { timed } from './timed.ts';

const book = sampleCode('itemFree1');

async function ask(library: Library, body: object, user?: string) {
  const { item_data: item } = await itemOf(library, book);
  return library.post(`/users/${user ?? (await newPatron(library))}/requests?item_pid=${item.pid}`, {
    pickup_location_library: 'MAIN',
    ...body,
  });
}

describe('a hold', () => {
  const hold = (until: unknown) => ({ request_type: 'HOLD', last_interest_date: until });

  test.each(['2026-11-20', '2026-11-20Z', '2026-11-20T08:00:00Z', '2099-01-01', null, ''])(
    'of 20 November may be of use until %j',
    async (until) => {
      const { library } = await timed('2026-11-20T10:00:00Z');
      expect(done(await ask(library, hold(until)))).toMatchObject({ last_interest_date: until });
    },
  );

  test.each(['2026-11-19', '2026-11-19T23:59:59Z', '2026-11-31', 'Christmas', 0])(
    'of 20 November cannot be of use until %j',
    async (until) => {
      const { library } = await timed('2026-11-20T10:00:00Z');
      expectRefusal(await ask(library, hold(until)), '401864');
    },
  );

  test('need not say of which part it is, whatever else it says', async () => {
    const { library } = await timed('2026-11-20T10:00:00Z');
    done(await ask(library, { request_type: 'HOLD', partial_digitization: true }));
  });
});

describe('a booking', () => {
  const booking = { request_type: 'BOOKING', booking_end_date: '2026-12-01T12:00:00Z' };
  const from = (start: string) => ({ ...booking, booking_start_date: start });

  test('may begin a minute ago, as clocks differ, and no earlier', async () => {
    const { library } = await timed('2026-12-01T10:00:00Z');
    expectRefusal(await ask(library, from('2026-12-01T09:58:59.999Z')), '401864');
    done(await ask(library, from('2026-12-01T09:59:00Z')));
  });

  test('sets its item aside from a day before it begins until it ends', async () => {
    const { library, at } = await timed('2026-11-20T10:00:00Z');
    done(await ask(library, from('2026-12-01T09:00:00Z')));
    const scannedTo = async (moment: string) => {
      at(moment);
      return (await scanIn(library, book)).item_data.process_type.value;
    };
    expect(await scannedTo('2026-11-30T08:59:59.999Z')).toBe('');
    expect(await scannedTo('2026-11-30T09:00:00Z')).toBe('HOLDSHELF');
  });

  test.each([
    ['2026-12-01T11:59:59.999Z', 'HOLDSHELF'],
    ['2026-12-01T12:00:00Z', ''],
  ])('that nobody fetched by %s: the item goes to %j', async (moment, place) => {
    const { library, at } = await timed('2026-11-20T10:00:00Z');
    done(await ask(library, from('2026-12-01T09:00:00Z')));
    at(moment);
    expect((await scanIn(library, book)).item_data.process_type.value).toBe(place);
  });
});
