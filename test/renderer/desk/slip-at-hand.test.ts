import { expect, test, vi } from 'vitest';
import type { ScanView } from '../../../src/contract/scans.ts';
import { Shell } from '../../../src/renderer/app/shell.svelte.ts';
import { slipAtHand } from '../../../src/renderer/desk/slip-at-hand.ts';
import { main } from '../support/main.ts';
import { aPatron, aScan, away, lentTo, returnedTo } from '../support/views.ts';

vi.stubGlobal('document', { querySelector: () => null });

async function aShell(patron: ReturnType<typeof aPatron> | null): Promise<Shell> {
  const shell = new Shell();
  shell.start();
  const session = { patron, opening: false, unread: null, which: null, scans: [], due: '', visitFrom: 1 };
  await main.open('desk.watch').report({ type: 'session', session });
  return shell;
}
const hear = (scan: ScanView) => main.open('desk.watch').report({ type: 'scan', scan });

test('Enter prints what the newest result promises, and nothing where that is a refusal', async () => {
  const shell = await aShell(aPatron('a'));
  expect(slipAtHand(shell)).toBeNull();
  await hear(aScan('1', 1, { result: lentTo('a', 'b1') }));
  expect(slipAtHand(shell)).toBe('due');
  await hear(aScan('2', 2, { state: 'refused', failure: away }));
  expect(slipAtHand(shell)).toBeNull();
  await hear(aScan('3', 3, { result: lentTo('a', 'b3') }));
  expect(slipAtHand(shell)).toBe('due');
});

test('it prints nothing of the patron before while a card is not read', async () => {
  const shell = await aShell(aPatron('a'));
  await hear(aScan('1', 1, { result: lentTo('a', 'b1') }));
  const unread = { id: '2', code: 'X', from: 2 };
  await main
    .open('desk.watch')
    .report({ type: 'patron', patron: aPatron('a'), opening: false, unread, visitFrom: 1 });
  expect(slipAtHand(shell)).toBeNull();
});

test('with nobody open it is the slip of what was returned', async () => {
  const shell = await aShell(null);
  await hear(aScan('1', 1, { result: returnedTo('Stacks') }));
  expect(slipAtHand(shell)).toBe('return');
});
