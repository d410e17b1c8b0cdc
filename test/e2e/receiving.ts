import { expect } from '@playwright/test';
import type { Locator, Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { press, reach, scan, strike } from './keyboard.ts';

/** The receiving room as it stands on screen. */
export class Receiving {
  readonly page: Page;
  /** The order line. */
  readonly order: Locator;
  readonly heading: Locator;
  readonly items: Locator;
  /** What was done, newest first. */
  readonly rows: Locator;
  /** What was received and is not in its department yet: one line until it is opened. */
  readonly unfinished: Locator;
  /** The result on the stage: its word, what it is about, and what follows. */
  readonly stageWord: Locator;
  readonly stageWhat: Locator;
  readonly stageThen: Locator;
  /** The newest book, where each scan receives. */
  readonly book: Locator;

  constructor(page: Page) {
    this.page = page;
    this.order = page.getByRole('region', { name: m.receiving_order(), exact: true });
    this.heading = this.order.getByRole('heading', { level: 2 });
    this.items = this.order.getByRole('grid', { name: m.receiving_items() }).locator('tbody tr[data-key]');
    this.rows = page.getByRole('list', { name: m.receiving_trolley() }).locator(':scope > li');
    this.unfinished = page.getByRole('region', { name: /^\d+ to finish$/ });
    this.stageWord = page.getByTestId('stage-word');
    this.stageWhat = page.getByTestId('stage-what');
    this.stageThen = page.getByTestId('stage-then');
    this.book = page.getByRole('region', { name: m.receiving_book_newest() });
  }

  /** Alt+2, and the room is there. */
  async go(): Promise<void> {
    await strike(this.page, 'Alt+2');
    await this.order.waitFor();
  }

  async scan(code: string): Promise<void> {
    await scan(this.page, code);
  }

  /** Scans an order line, or an item of one, and waits until that order line is on screen. */
  async open(code: string, title: string): Promise<void> {
    await this.scan(code);
    await this.order.getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
  }

  /** Opens what is to be finished, with each of it and what can be done. */
  async openUnfinished(): Promise<void> {
    await reach(this.unfinished.getByRole('button', { name: m.app_details() }));
    await press(this.page, 'Enter');
    await this.unfinished.getByRole('listitem').first().waitFor();
  }

  /** What the stage says: a word, what it is about, and its consequence. */
  async expectStage(word: string, what: string, then: string | RegExp = ''): Promise<void> {
    await expect(this.stageWord).toHaveText(word);
    await expect(this.stageWhat).toHaveText(what);
    if (then !== '') await expect(this.stageThen).toContainText(then);
  }

  row(...words: readonly string[]): Locator {
    return words.reduce((rows, word) => rows.filter({ hasText: word }), this.rows).first();
  }
}
