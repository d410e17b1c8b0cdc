import { expect } from '@playwright/test';
import type { Locator } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import type { OrderView } from '../../src/contract/receiving.ts';
import type { Carrel } from './app.ts';
import { guard, type Guard } from './guard.ts';
import { reach, strike, writeOver } from './keyboard.ts';
import { practiceLibrary } from './with-faults.ts';
import { Receiving } from './receiving.ts';

/** The receiving room with what is done in it, by keyboard only. */
export class ReceivingRoom extends Receiving {
  readonly #carrel: Carrel;
  readonly receive: Locator;
  readonly keep: Locator;
  /** Day, department, work order: closed until somebody changes one. */
  readonly #settings: Locator;

  readonly #guard: Guard;

  constructor(carrel: Carrel, guard: Guard) {
    super(carrel.page);
    this.#guard = guard;
    this.#carrel = carrel;
    this.receive = this.order.getByRole('button', {
      name: new RegExp(`^${m.receiving_receive_none()}\\b(?! and)`),
    });
    this.keep = this.order.getByRole('button', { name: new RegExp(`^${m.receiving_keep_none()}`) });
    this.#settings = this.page.locator('details.settings > summary');
  }

  /** As a person who looks before they press: the scan is looked up, and the tables of the room are there. */
  override async open(code: string, title: string): Promise<void> {
    await super.open(code, title);
    await expect(this.order).toHaveAttribute('aria-busy', 'false');
    await expect(this.#settings).toContainText(/, [A-Z][a-z]+( [a-z]+)*\s*(Alt\s*D)?\s*$/);
  }

  /** Opens the fields that say how items are received. */
  async openSettings(): Promise<void> {
    await reach(this.#settings);
    // Right behind a scan, an Enter is taken for the scanner's: a person is slower than this test.
    await expect(async () => {
      if (!(await this.date.isVisible())) await strike(this.page, 'Enter');
      await expect(this.date).toBeVisible({ timeout: 300 });
    }).toPass();
  }

  get date(): Locator {
    return this.page
      .getByRole('form', { name: m.receiving_changing() })
      .getByRole('textbox', { name: m.receiving_date(), exact: true });
  }

  async writeDate(day: string): Promise<void> {
    await reach(this.date);
    await writeOver(this.page, day);
  }

  /** The order line on screen, with the ids of its items. */
  async view(): Promise<OrderView> {
    const reply = await this.#carrel.ask('receiving.refresh', {});
    if (!reply.ok) throw new Error(JSON.stringify(reply.failure));
    return reply.value;
  }

  /** What the practice library has on record about an item of the order line on screen. */
  async onRecord(nth = 0) {
    const { mmsId, items } = await this.view();
    const { pid = '', holdingId = '' } = items[nth] ?? {};
    const library = await practiceLibrary(this.#carrel);
    const path = { mms_id: mmsId, holding_id: holdingId, item_pid: pid };
    const { item_data: data } = await library.call('bibs.items.get', { path });
    return data ?? {};
  }

  /** Fails where a pointer touched the page since the room was opened, or the page complained. */
  expectNoMouse(): Promise<void> {
    return this.#guard.check(true);
  }
}

/** Goes to the receiving room of a program that was just opened. */
export async function openRoom(carrel: Carrel): Promise<ReceivingRoom> {
  const room = new ReceivingRoom(carrel, await guard(carrel.page));
  await room.go();
  return room;
}

/** The room with a mode set, by its key. */
export async function openWithMode(carrel: Carrel, key: string): Promise<ReceivingRoom> {
  const room = await openRoom(carrel);
  await expect(room.page.locator('details.settings > summary')).toContainText(/, [A-Z][a-z]+/);
  await strike(room.page, key);
  return room;
}
