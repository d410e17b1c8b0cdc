import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { barcodeOf } from '../../../src/server/sample/barcode.ts';
import { sampleCode as code, type SampleId } from '../../../src/service/samples.ts';
import type { ScanView } from '../../../src/contract/scans.ts';
import { isSettled } from '../../../src/shared/scan-state.ts';
import { longer } from '../../long.ts';
import { openTestStation, until, type Window } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-desk-order-'));
afterAll(() => rmSync(folder, { recursive: true }));

const patrons: readonly SampleId[] = ['patronGood', 'patronNothing', 'patronOwing', 'patronWaiting'];
const items: readonly SampleId[] = ['itemFree1', 'itemFree2', 'itemFree3', 'itemFree4', 'itemFree5'];
const nobody = barcodeOf('patron', 99_999);
const unknown = 'ZZZ/~1';

const card = fc.constantFrom(...patrons.map(code), nobody, unknown);
const item = fc.constantFrom(...items.map(code));
const step = fc.record({
  text: fc.oneof({ weight: 1, arbitrary: card }, { weight: 3, arbitrary: item }),
  /** The next scan comes when the desk has told so many more things of those before, or has nothing left to do. */
  answers: fc.constantFrom(0, 0, 0, 1, 4),
});

/** Resolves once all is settled, or what is left waits for a person to say whose card it was: then it is said. */
async function answer(window: Window): Promise<void> {
  const id = await until(() => {
    if (window.isSettled()) return '';
    const told = window.deskEvents.findLast(({ type }) => type === 'patron');
    const isWaiting = window.scans().every((scan) => scan.state === 'held' || isSettled(scan));
    return isWaiting && told?.type === 'patron' && !told.opening && told.unread?.id;
  });
  if (id !== '') await window.ask('desk.still', { id });
}

const userOf = ({ result }: ScanView): string => (result?.kind === 'patron' ? result.userId : '');

test(
  'whatever is scanned, and however slow the service is, an item is only ever lent to whose card was read last',
  { timeout: 480_000 * longer },
  async () => {
    const testStation = await openTestStation(folder);
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 14 }),
      fc.integer({ min: 0, max: 60 }),
      async (steps, ms) => {
        const window = testStation.window();
        await testStation.faults(
          { operation: 'users.get', fault: 'delay', ms },
          { operation: 'users.loans.create', fault: 'delay', ms: 30 },
        );
        for (const { text, answers } of steps) {
          await window.scan(text);
          const enough = window.deskEvents.length + answers;
          await until(() => window.deskEvents.length >= enough || window.isSettled(), 100).catch(() => null);
        }
        await answer(window);
        const scans = await window.allSettled();
        expect(scans.map(({ text }) => text)).toEqual(steps.map(({ text }) => text));
        for (const [at, scan] of scans.entries()) {
          if (scan.kind !== 'item') continue;
          const sent = testStation.intended.get(scan.id) ?? null;
          const cards = scans.slice(0, at).filter(({ action }) => action === 'open');
          const [card, open] = [cards.at(-1), cards.findLast(({ state }) => state === 'done')];
          if (!card) {
            expect(scan.result?.kind).toBe('returned');
          } else if (!open) {
            expect(scan).toMatchObject({ state: 'refused', failure: { reason: 'noPatron' } });
            expect(sent).toBeNull();
          } else {
            const next = scans.slice(at).find(({ action, state }) => action === 'open' && state === 'done');
            // Behind an unread card it is for whom is read next, or for nobody; with nobody, for whom it was said.
            const isFor = card === open || !next ? open : next;
            if (sent) expect(sent).toMatchObject({ payload: { path: { user_id: userOf(isFor) } } });
            const isRefused = card !== open && next !== undefined && scan.failure?.kind === 'invalid';
            expect(sent !== null || scan.result?.kind === 'double' || isRefused).toBe(true);
          }
        }
        await window.ask('desk.end', {});
        testStation.domain.windowClosed(window.id);
        await testStation.faults();
      },
    );
    await fc.assert(property, { numRuns: 25 * longer });
  },
);
