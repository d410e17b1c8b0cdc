import { expect } from '@playwright/test';
import type { Locator, Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { calm, press, reach, read, scan, strike } from './keyboard.ts';

const tabs = {
  loans: m.desk_tab_loans,
  requests: m.desk_tab_requests,
  sharing: m.desk_tab_sharing,
  purchases: m.desk_tab_purchases,
  fees: m.desk_tab_fees,
  deposits: m.desk_tab_deposits,
  notes: m.desk_tab_notes,
  attachments: m.desk_tab_attachments,
  details: m.patrons_tab,
};
export type Tab = keyof typeof tabs;

/** What was done last, on the stage. */
export const doneLine = (within: Page | Locator): Locator =>
  ('goto' in within ? within : within.page()).getByTestId('stage');

/** What was begun in a tab and not sent, or sent perhaps. */
export const draftLine = (within: Locator): Locator =>
  within.getByRole('group', { name: new RegExp(`^(${m.lists_draft()}|${m.lists_draft_unclear()})$`) });

/** What the patron owes in all, above the list of fees. */
export const owed = (panel: Locator): Locator =>
  panel.getByRole('paragraph').filter({ hasText: new RegExp(`^\\s*${m.fees_owed()}`) });

/** The circulation desk as it stands on screen: where things are, and how a person at the keyboard gets there. */
export class Desk {
  readonly page: Page;
  readonly box: Locator;
  /** The left half: the patron, or where a returned book goes. */
  readonly patron: Locator;
  readonly heading: Locator;
  /** Scans of this visit, and what else was done in it, newest first. */
  readonly rows: Locator;
  /** The same, also while a dialog keeps everything else from being read. */
  readonly scans: Locator;
  readonly notes: Locator;
  readonly dialog: Locator;
  /** The newest result, over the scans of the visit. */
  readonly stage: Locator;
  /** Its lines: what came of it, of what, and what follows from it. */
  readonly stageWord: Locator;
  readonly stageWhat: Locator;
  readonly stageThen: Locator;
  /** What the program answers beside the work, such as that a slip was printed. */
  readonly stageNote: Locator;
  /** Beside the scan box: ready, or how many scans are waited for. */
  readonly readiness: Locator;

  constructor(page: Page) {
    this.page = page;
    this.box = page.getByRole('combobox', { name: m.app_scan_label() });
    this.patron = page.getByRole('region', { name: m.desk_patron(), exact: true });
    this.heading = this.patron.getByRole('heading', { level: 2 });
    const isScan = { has: page.getByTestId('scan-line') };
    this.rows = page.getByRole('list', { name: m.desk_session() }).locator(':scope > li').filter(isScan);
    this.scans = page.getByTestId('scans').locator(':scope > li').filter(isScan);
    this.notes = page.getByRole('alertdialog', { name: m.desk_notes_first() });
    this.dialog = page.getByRole('dialog');
    this.stage = page.getByTestId('stage');
    this.stageWord = this.stage.getByTestId('stage-word');
    this.stageWhat = this.stage.getByTestId('stage-what');
    this.stageThen = this.stage.getByTestId('stage-then');
    this.stageNote = this.stage.getByTestId('stage-note');
    this.readiness = page.locator('header').getByRole('status').filter({ hasText: /\p{L}/u }).first();
  }

  /** Moves the focus there with Tab. */
  async reach(target: Locator): Promise<void> {
    await reach(target);
  }

  async scan(code: string): Promise<void> {
    await scan(this.page, code);
  }

  /** The newest row that says all of these. */
  row(...words: readonly string[]): Locator {
    return words.reduce((rows, word) => rows.filter({ hasText: word }), this.rows).first();
  }

  /** Goes to the end of the session's list until so many scans stand there: a pane full and some is drawn at once. */
  async drawn(count: number): Promise<void> {
    await this.page.getByRole('list', { name: m.desk_session() }).focus();
    await expect(async () => {
      await strike(this.page, 'End');
      await expect(this.rows).toHaveCount(count, { timeout: 500 });
    }).toPass();
  }

  /**
   * Scans a card and waits until that patron is on screen. Under a dialog it waits until that is closed, by Esc or by
   * itself, and is taken up then.
   */
  async open(card: string, name: string): Promise<void> {
    const isUnderDialog = (await this.dialog.count()) > 0;
    await this.scan(card);
    if (isUnderDialog) {
      const waits = this.dialog.getByText(m.app_scan_waits({ code: card }));
      // One that was just closed is gone in a moment, and keeps no scan waiting.
      await expect
        .poll(async () => (await waits.isVisible()) || (await this.dialog.count()) === 0)
        .toBe(true);
      if (await waits.isVisible()) {
        await this.leaveDialog();
        await this.takeUp();
      }
    }
    await this.patron.getByRole('heading', { level: 2, name, exact: true }).waitFor();
  }

  /** Closes the dialog by Esc, which right after a scan may be the scanner's. */
  async leaveDialog(): Promise<void> {
    await expect(async () => {
      await strike(this.page, 'Escape');
      await expect(this.dialog).toHaveCount(0, { timeout: 500 });
    }).toPass();
  }

  /** Takes up, by Enter, the scans that were made while a dialog was open. */
  async takeUp(): Promise<void> {
    const offered = this.page.getByRole('region', { name: /scans? waits?$/ });
    await offered.waitFor();
    await expect(async () => {
      await expect(this.box).toBeFocused({ timeout: 500 });
      await press(this.page, 'Enter', calm);
      await expect(offered).toBeHidden({ timeout: 1000 });
    }).toPass();
  }

  /** Scans an item and waits for the row that says this of it. */
  async scanned(code: string, ...words: readonly string[]): Promise<string> {
    await this.scan(code);
    const row = this.row(...words);
    await row.waitFor();
    return read(row.getByTestId('scan-line'));
  }

  /** Opens a tab of the patron, by Tab and the arrows; answers its panel. */
  async tab(name: Tab): Promise<Locator> {
    const list = this.page.getByRole('tablist', { name: m.desk_tabs() });
    const tab = list.getByRole('tab', { name: new RegExp(`^${tabs[name]()}`) });
    await list.waitFor();
    await strike(this.page, 'Escape');
    await reach(list.locator('[role="tab"][tabindex="0"]'));
    await strike(this.page, 'Home');
    const count = await list.getByRole('tab').count();
    for (let presses = 0; presses < count; presses += 1) {
      if ((await tab.getAttribute('aria-selected')) === 'true') break;
      await strike(this.page, 'ArrowRight');
    }
    const panel = this.page.getByRole('tabpanel');
    await panel.locator(`section[aria-label="${tabs[name]()}"][aria-busy="false"], ul, h3`).first().waitFor();
    return panel;
  }
}
