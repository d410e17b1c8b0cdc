import { expect, test } from 'vitest';
import { ours } from '../../src/service/codes.ts';
import { sampleCode } from '../../src/service/samples.ts';
import { done, expectRefusal, lend, messageOf, newPatron, scanIn } from './harness.ts';
import { timed } from './timed.ts';

const book = sampleCode('itemFree1');

test.each([
  ['without a last day', { block_status: 'ACTIVE' }],
  ['on its last day', { block_status: 'ACTIVE', expiry_date: '2026-06-10Z' }],
  ['whatever the case of its status', { block_status: 'Active', expiry_date: '2026-06-11' }],
])('a block %s keeps its patron from borrowing', async (_, block) => {
  const { library } = await timed('2026-06-10T23:59:59Z');
  const user = await newPatron(library, { user_block: [block] });
  expectRefusal(await lend(library, user, book), ours.patronBlocked);
});

test.each([
  ['that is over', { block_status: 'ACTIVE', expiry_date: '2026-06-09Z' }],
  ['that is not active', { block_status: 'INACTIVE', expiry_date: '2026-06-11Z' }],
  ['that is not active and has no last day', { block_status: 'INACTIVE' }],
])('a block %s keeps nobody from borrowing', async (_, block) => {
  const { library } = await timed('2026-06-10T00:00:00Z');
  const user = await newPatron(library, { user_block: [block] });
  done(await lend(library, user, book));
});

test.each([
  [
    'Returned items damaged',
    { block_type: 'GENERAL', block_description: { value: '01', desc: 'Returned items damaged' } },
  ],
  ['Too many fines', { block_type: { value: 'CASH', desc: 'Too many fines' } }],
  ['no reason given', {}],
])('the refusal says why: %s', async (reason, block) => {
  const { library } = await timed('2026-06-10T10:00:00Z');
  const user = await newPatron(library, { user_block: [{ block_status: 'ACTIVE', ...block }] });
  expect(messageOf(await lend(library, user, book))).toBe(`Patron is blocked: ${reason}.`);
});

test('a card that runs out on no day never does', async () => {
  const { library } = await timed('2099-06-10T10:00:00Z');
  for (const expiry_date of [undefined, null, '']) {
    done(await lend(library, await newPatron(library, { expiry_date }), book));
    await scanIn(library, book);
  }
});
