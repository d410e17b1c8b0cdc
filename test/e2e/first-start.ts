import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { expect } from './fixtures.ts';
import { press, reach } from './keyboard.ts';
import { SettingsRoom } from './settings.ts';

/** A computer on which IT has put a policy before anybody has started the program. */
export interface Managed extends AsyncDisposable {
  readonly env: { readonly CARREL_POLICIES: string };
}

export async function managed(mandatory: object): Promise<Managed> {
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-policy-'));
  await chmod(folder, 0o755);
  const text = JSON.stringify({ schema: 'carrel-policy/1', mandatory });
  await writeFile(path.join(folder, '10-desk.json'), text);
  return {
    env: { CARREL_POLICIES: folder },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The policy of a branch whose computers all stand at one desk of this library system. */
export const oneDesk = (serviceAddress: string): object => ({
  ...{ serviceAddress, serviceRoot: 'svcws' },
  placeByHost: [{ host: '*', library: 'MAIN', desk: 'DEFAULT_CIRC_DESK' }],
});

/** The first start as it stands on screen, and how a person at the keyboard goes through it. */
export class FirstStart {
  readonly page: Page;
  /** Its form is that of the settings. */
  readonly settings: SettingsRoom;
  readonly panel: Locator;
  readonly next: Locator;
  readonly back: Locator;

  constructor(page: Page) {
    this.page = page;
    this.settings = new SettingsRoom(page, m.first_start_section());
    this.panel = page.getByRole('tabpanel', { name: m.first_start_section(), exact: true });
    this.next = this.panel.getByRole('button', { name: m.first_start_next(), exact: true });
    this.back = this.panel.getByRole('button', { name: new RegExp(`^${m.first_start_back()}`) });
  }

  /** From the offer at the desk; what is to be filled in first has the focus then. */
  async begin(): Promise<void> {
    await reach(this.page.getByRole('button', { name: m.first_start_begin(), exact: true }));
    await press(this.page, 'Enter');
    await this.isAt(1);
    await expect(this.settings.address).toBeFocused();
  }

  async isAt(step: 1 | 2 | 3): Promise<void> {
    await expect(this.panel.getByText(new RegExp(`^Step ${step} of 3`))).toBeVisible();
  }

  /** Fills the address in and goes on to the key, by which the address is looked for. */
  async address(address: string, root = 'svcws'): Promise<void> {
    await this.settings.paste(this.settings.address, address);
    await this.settings.paste(this.settings.root, root);
    await reach(this.settings.key);
  }

  /** Fills the key in as somebody does who has it in an e-mail. */
  async key(key: string): Promise<void> {
    await this.settings.paste(this.settings.key, key);
  }

  /** Says that the key is not to be kept: there is no keychain in most tests. */
  async forThisRun(): Promise<void> {
    await this.settings.pick(m.station_connect_this_run(), this.settings.form);
    await reach(this.settings.key);
  }
}
