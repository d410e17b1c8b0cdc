import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { barcodeOf } from '../../../src/server/sample/barcode.ts';
import { sampleCode as code, type SampleId } from '../../../src/service/samples.ts';
import { longer } from '../../long.ts';
import { openTestStation, until } from '../support/test-station.ts';

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

test(
  'whatever is scanned, and however slow the service is, an item is only lent to the card before it, or where that is unread to whom a person says, or whose card is next',
  { timeout: 120_000 * longer },
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
          await until(() => window.deskEvents.length >= enough || window.isSettled());
        }
        const held = await until(() => rest(window));
        if (held.unread && !held.isSettled) await window.ask('desk.still', { id: held.unread.id });
        const scans = await window.allSettled();
        expect(scans.map(({ text }) => text)).toEqual(steps.map(({ text }) => text));
        let card: (typeof scans)[number] | null = null;
        for (const scan of scans) {
          if (scan.action === 'open') card = scan;
          if (scan.kind !== 'item') continue;
          const sent = testStation.intended.get(scan.id) ?? null;
          if (!card) {
            expect(scan.result?.kind).toBe('returned');
          } else if (card.state === 'refused') {
            expect(scan).toMatchObject({ state: 'refused', failure: { reason: 'noPatron' } });
            expect(sent).toBeNull();
          } else {
            const userId = card.result?.kind === 'patron' ? card.result.userId : '';
            if (sent) expect(sent).toMatchObject({ payload: { path: { user_id: userId } } });
            expect(sent !== null || scan.result?.kind === 'double').toBe(true);
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
