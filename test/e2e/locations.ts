import type { Locator, Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import type { Location } from '../../src/service/shapes/config.ts';
import type { Carrel } from './app.ts';
import { expect, type Service } from './fixtures.ts';
import { press, reach, strike } from './keyboard.ts';

/** The section of locations as it is on screen. */
export class LocationsSection {
  readonly page: Page;
  readonly filter: Locator;
  readonly rows: Locator;
  /** The location that is open. */
  readonly location: Locator;
  /** The section for files. */
  readonly file: Locator;
  /** The job that is open. */
  readonly job: Locator;
  readonly dialog: Locator;
  readonly question: Locator;
  /** The last results of all rooms. */
  readonly strip: Locator;

  constructor(page: Page) {
    this.page = page;
    this.filter = page.getByRole('textbox', { name: m.configuration_locations_filter() });
    this.rows = page.getByRole('grid', { name: /^Locations of/ }).locator('tbody tr[data-key]');
    this.location = page.getByRole('article', { name: m.configuration_locations_one(), exact: true });
    this.file = page.getByRole('region', { name: m.configuration_locations_file(), exact: true });
    this.job = page.getByRole('article', { name: m.configuration_locations_job(), exact: true });
    this.dialog = page.getByRole('dialog');
    this.question = page.getByRole('alertdialog');
    this.strip = page.getByRole('region', { name: m.app_strip() });
  }

  /** Alt+5, and down the list of sections. */
  async go(): Promise<void> {
    await strike(this.page, 'Alt+5');
    const names = this.page.getByRole('tablist', { name: m.app_room_configuration(), exact: true });
    await names.waitFor();
    const wanted = names.getByRole('tab', { name: m.configuration_section_locations(), exact: true });
    await reach(names.getByRole('tab', { selected: true }), 'Shift+Tab');
    for (let presses = 0; presses < 12; presses += 1) {
      if ((await wanted.getAttribute('aria-selected')) === 'true') break;
      await strike(this.page, 'ArrowDown');
    }
    await expect(this.rows.first()).toBeVisible();
  }

  /** Rows of the table in a place: of a preview, or of a job. */
  rowsIn(place: Locator): Locator {
    return place.getByRole('grid', { name: m.configuration_locations_rows() }).locator('tbody tr[data-key]');
  }

  /** Presses a button by its name, in a place. */
  async press(name: string | RegExp, where: Pick<Locator, 'getByRole'> = this.page): Promise<void> {
    const exact = typeof name === 'string';
    await reach(where.getByRole('button', { name, ...(exact && { exact }) }).first());
    await press(this.page, 'Enter');
  }

  /** Narrows a list to rows of a kind, by its word. */
  async show(name: RegExp, where: Locator): Promise<void> {
    const group = where.getByRole('group', { name: m.configuration_locations_shown() });
    await reach(group.locator('input:checked'));
    for (let presses = 0; presses < 3; presses += 1) {
      if (await group.getByRole('radio', { name }).isChecked()) return;
      await press(this.page, 'ArrowRight');
    }
    throw new Error(`no such kind of rows: ${String(name)}`);
  }
}

/** The system's dialogs answer these. */
export const answerDialogs = (
  { app }: Pick<Carrel, 'app'>,
  { open = '', save = '' }: { readonly open?: string; readonly save?: string },
): Promise<void> =>
  app.evaluate(
    ({ dialog }, [chosen, place]) => {
      dialog.showOpenDialog = () =>
        Promise.resolve({ canceled: chosen === '', filePaths: chosen ? [chosen] : [] });
      dialog.showSaveDialog = () => Promise.resolve({ canceled: place === '', filePath: place });
    },
    [open, save] as const,
  );

/** The locations on record, past the program and its screens. */
export async function locationsOnRecord(
  { client }: Pick<Service, 'client'>,
  library = 'MAIN',
): Promise<readonly Location[]> {
  return (await client.call('conf.locations.list', { path: { library_code: library } })).items;
}

/** Makes a location on record that no item is in. */
export const makeLocation = (
  { client }: Pick<Service, 'client'>,
  code: string,
  name: string,
): Promise<Location> =>
  client.call('conf.locations.create', {
    path: { library_code: 'MAIN' },
    body: { code, name, type: { value: 'OPEN' } },
  });

/** Changes a location on record, as another workstation does. */
export async function changeLocation(
  { client }: Pick<Service, 'client'>,
  code: string,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  const path = { library_code: 'MAIN', location_code: code };
  const now = await client.call('conf.locations.get', { path });
  await client.call('conf.locations.update', { path, body: { ...now, ...change } as never });
}
