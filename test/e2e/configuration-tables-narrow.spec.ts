import { m } from '../../src/messages/compiled/messages.js';
import { expectAccessible } from './accessible.ts';
import { smallestPage } from './fits.ts';
import { expect, test } from './fixtures.ts';
import { press } from './keyboard.ts';
import { Tables } from './tables.ts';

const name = 'SlipPrinters';
/** How much room a box has, and how much is in it. */
interface Box {
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}
const long = 'A text that says where the slips of this desk are printed, and where they are not';

test.describe('in the smallest window', () => {
  test.use({ alone: true, size: smallestPage });

  test('a table of five columns fits its width, and every text is reached', async ({ carrel, service }) => {
    const { page } = carrel;
    const row = {
      column0: 'MAIN',
      column1: long,
      column2: 'B',
      column3: long,
      column4: 'C',
      enabled: 'true',
    };
    await service.client.call('conf.mappingTables.update', {
      path: { table_name: name },
      body: { name, row: [{ ...row, noted: long }] } as never,
    });
    const tables = new Tables(page, 'mapping');
    await tables.go(5);
    // Descriptions are read to their end.
    const cut = page
      .getByRole('grid', { name: m.configuration_section_mapping_tables(), exact: true })
      .locator('tbody td')
      .evaluateAll(
        (cells) => (cells as unknown as Box[]).filter((cell) => cell.scrollWidth > cell.clientWidth).length,
      );
    expect(await cut).toBe(0);
    await tables.open(name);
    const grid = tables.grid(name);
    const wider = (): Promise<number> =>
      grid.evaluate((one) => {
        const { scrollWidth, clientWidth } = one as unknown as Box;
        return scrollWidth - clientWidth;
      });
    await expect.poll(wider).toBe(0);
    await expect(tables.cell(name, 0, 1)).toHaveAttribute('title', long);
    // What cannot be edited is shown to its end where the arrows have come to it.
    await press(page, 'End');
    const noted = tables.cell(name, 0, 6);
    await expect(noted).toBeFocused();
    const isWhole = noted.locator('.text').evaluate((text) => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = text as unknown as Box;
      return scrollWidth <= clientWidth && scrollHeight <= clientHeight;
    });
    expect(await isWhole).toBe(true);
    await expectAccessible(page, 'a table of many columns in the smallest window');
  });
});
