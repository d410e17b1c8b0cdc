import { expect } from '@playwright/test';
import type { Bridge } from '../../src/contract/bridge.ts';
import type { DeskEvent } from '../../src/contract/desk.ts';
import type { ScanView } from '../../src/contract/scans.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { seeded, type Random } from '../../src/server/sample/random.ts';
import type { Carrel } from '../e2e/app.ts';
import { Desk } from '../e2e/desk.ts';
import { guard } from '../e2e/guard.ts';
import { press, write } from '../e2e/keyboard.ts';
import { Paper } from '../e2e/paper.ts';
import { practiceLibrary, setFaults } from '../e2e/with-faults.ts';
import { castOf, expectAsModelled } from './library.ts';
import type { Outcome } from './model.ts';
import { rushHour, type Step } from './script.ts';

export interface RushHour {
  readonly seed: number;
  readonly scans: number;
  /** Called after each scan, with how many milliseconds of the hour have gone. */
  readonly meanwhile?: (passed: number) => Promise<void>;
}

/** How many scans before the service gets slower or faster. */
const changesAfter = 4;
/** For what waits for the whole queue. */
const patience = { timeout: 180_000 };

type Watching = typeof globalThis & { carrel: Bridge; rushSaw: Map<string, ScanView> };

/**
 * Plays a rush hour at the desk: through the window, on the practice library inside, at ten times life's speed, with a
 * service that takes as long as the dice say. Throws where anything came out otherwise than a person with a pencil
 * would have it. The program must have been opened with `withFaults`.
 */
export async function playRushHour(carrel: Carrel, { seed, scans, meanwhile }: RushHour): Promise<void> {
  const { page } = carrel;
  const desk = new Desk(page);
  const library = await practiceLibrary(carrel);
  const before = await castOf(library, {
    books: 30 + Math.ceil(scans / 3),
    holds: 4 + Math.ceil(scans / 100),
  });
  const { steps, model } = rushHour(seed, scans, before.cast);
  // What is printed goes to no printer of this machine.
  await Paper.beside(carrel.app);
  const watch = await guard(page);
  await page.evaluate(listen);

  const dice = seeded(seed + 1);
  const began = performance.now();
  for (const [index, step] of steps.entries()) {
    if (index % changesAfter === 0) await setFaults(carrel, ...slowness(dice));
    await page.waitForTimeout(step.pause);
    if (step.afterNotes) await expect(desk.notes).toBeVisible(patience);
    // The last one takes the list along.
    if (index === steps.length - 1) await expectListed(desk, steps);
    await scan(desk, step);
    await meanwhile?.(performance.now() - began);
  }
  await expect(desk.rows).toHaveCount(0, patience);
  await setFaults(carrel);

  const saw = await page.evaluate(() => [...(globalThis as Watching).rushSaw.values()]);
  const reports = saw.map(({ text, ...scan }) => [text, outcomeOf(scan)]);
  expect(reports, 'what came of each scan').toEqual(steps.map(({ text, outcome }) => [text, outcome]));
  await expectAsModelled(library, before, model);
  await watch.check(true);
  expect(carrel.output(), 'defects of the main process').not.toContain('"event":"defect"');
}

/** What main tells the window of each scan is noted once more: the rows of a session go when it is ended. */
function listen(): void {
  const { carrel } = globalThis as Watching;
  const saw = ((globalThis as Watching).rushSaw = new Map<string, ScanView>());
  const id = crypto.randomUUID();
  carrel.onProgress((of, report) => {
    const event = report as DeskEvent;
    if (of === id && event.type === 'scan') saw.set(event.scan.id, event.scan);
  });
  void carrel.call('desk.watch', id, {});
}

async function scan(desk: Desk, { text, isTyped }: Step): Promise<void> {
  if (!isTyped) return desk.scan(text);
  await expect(desk.box).toBeFocused();
  await write(desk.page, text);
  await press(desk.page, 'Enter');
}

/** The rows of the last session stand in the window, each with its outcome. */
async function expectListed(desk: Desk, steps: readonly Step[]): Promise<void> {
  const began = steps.slice(0, -1).findLastIndex(({ outcome }) => outcome === 'ended') + 1;
  await expect(desk.readiness).toHaveText(m.app_scan_ready(), patience);
  const count = steps.length - 1 - began;
  if (count > 0) await desk.drawn(count);
  await expect(desk.page.getByTestId('scans').locator('[data-settled="false"]')).toHaveCount(0);
}

/** Mostly as a service is, sometimes slow, rarely very; a loan takes a while of its own. */
function slowness(dice: Random): Parameters<typeof setFaults>[1][] {
  const any = dice.oneIn(20)
    ? 500 + dice.below(1000)
    : dice.oneIn(4)
      ? 100 + dice.below(400)
      : dice.below(100);
  return [
    { fault: 'delay', ms: any },
    { fault: 'delay', ms: dice.below(200), operation: 'users.loans.create' },
  ];
}

function outcomeOf({ state, result, kind }: Omit<ScanView, 'text'>): Outcome | ScanView['state'] {
  if (kind === 'command' && result?.kind === 'command') {
    const isEnd = result.command === 'END';
    // One that only says how to go on may be told after the session it came in was ended.
    if (state === 'sent') return isEnd ? 'ended' : 'command';
    return state === 'done' ? 'command' : state;
  }
  if (state !== 'done' || result === null) return state === 'refused' ? 'refused' : state;
  const others = ['renewed', 'order', 'orders', 'book', 'command'] as const;
  const { kind: came } = result;
  return isOneOf(came, others) ? 'done' : came;
}

const isOneOf = <T extends string, U extends T>(one: T, all: readonly U[]): one is U =>
  (all as readonly T[]).includes(one);
