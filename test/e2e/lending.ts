import type { Locator, Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { expect } from './fixtures.ts';
import { press, reach, standOn, write, writeOver } from './keyboard.ts';

/** The lending room as it is on screen, and how a person at the keyboard uses it. */
export class Lending {
  readonly page: Page;
  readonly form: Locator;
  readonly grid: Locator;
  /** The request that is open. */
  readonly detail: Locator;
  readonly dialog: Locator;
  /** What was placed last. */
  readonly placed: Locator;

  constructor(page: Page) {
    this.page = page;
    this.form = page.getByRole('form', { name: m.lending_section_new_request() });
    this.grid = page.getByRole('grid', { name: m.lending_section_made() });
    this.detail = page.getByRole('article', { name: m.lending_detail() });
    this.dialog = page.getByRole('dialog');
    this.placed = this.form.getByRole('status').filter({ hasText: m.lending_placed() });
  }

  /** Opens the room, and its form once its choices are there. */
  async go(): Promise<void> {
    await press(this.page, 'Alt+4');
    await expect(this.select(m.lending_owner(), 'Main Library')).toBeVisible();
  }

  /** Opens the list of what was made here. */
  async toList(): Promise<void> {
    await press(this.page, 'F6');
    await expect(this.page.getByRole('textbox', { name: m.lending_made_filter() })).toBeVisible();
  }

  field(label: string): Locator {
    return this.form.getByRole('textbox', { name: label }).first();
  }

  /** The partner's field, which offers the partners of before. */
  get partner(): Locator {
    return this.form.locator('[data-field="partner"] input');
  }

  select(label: string, value: string): Locator {
    return this.form.locator(`[aria-haspopup="listbox"][aria-label="${label}: ${value}"]`);
  }

  async fill(label: string, text: string): Promise<void> {
    await reach(this.field(label));
    await writeOver(this.page, text);
  }

  async begin(partner = 'PARTNER'): Promise<void> {
    await expect(this.partner).toBeFocused();
    await write(this.page, partner);
  }

  /** Places the request, and answers its number. */
  async place(): Promise<string> {
    const title = await this.form.locator('[data-field="title"] input').inputValue();
    await press(this.page, 'Control+Enter');
    await expect(this.placed).toContainText(title);
    await expect(this.partner).toHaveValue('');
    return (await this.placed.locator('.code').innerText()).trim();
  }

  /** Pastes into the box for citations. */
  async paste(text: string): Promise<void> {
    const box = this.field(m.lending_paste());
    await reach(box);
    await press(this.page, 'Control+A');
    await this.page.evaluate(`{
      const pasted = ${JSON.stringify(text)};
      const data = new DataTransfer();
      data.setData('text/plain', pasted);
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      // As the browser does where nothing keeps it from it.
      if (document.activeElement?.dispatchEvent(event)) document.execCommand('insertText', false, pasted);
    }`);
  }

  async open(title: string): Promise<void> {
    await standOn(this.grid, title);
    await press(this.page, 'Enter');
    await expect(this.detail.getByRole('heading', { level: 2 })).toHaveText(title);
  }

  /** What a fact of the request that is open says. */
  fact(label: string): Locator {
    return this.detail
      .locator('dl > div')
      .filter({ has: this.page.getByText(label, { exact: true }) })
      .locator('dd');
  }

  async push(label: string, where: Locator = this.page.getByRole('main')): Promise<void> {
    await reach(where.getByRole('button', { name: label }).first());
    await press(this.page, 'Enter');
  }
}
