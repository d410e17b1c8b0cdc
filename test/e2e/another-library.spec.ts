import type { Locator } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import type { SectionId } from '../../src/renderer/configuration/sections.ts';
import { expectAccessible } from './accessible.ts';
import { Configuration, names } from './configuration-room.ts';
import { connect, expect, startService, test } from './fixtures.ts';
import { Reports } from './reports.ts';

/** Marks what is on screen of the former library, whose words may be those of the next one. */
const mark = (one: unknown): void =>
  (one as { setAttribute: (name: string, value: string) => void }).setAttribute('data-former', '');

test.describe('a section that is open while another window changes the library', () => {
  test.use({ alone: true });

  test('shows what the new library has, and never only “try again”', async ({ carrel, service }) => {
    test.setTimeout(300_000);
    const { page } = carrel;
    const other = await startService();
    try {
      for (const [nth, library] of ['MAIN', 'SCI'].entries())
        await other.client.call('conf.locations.create', {
          path: { library_code: library },
          body: { code: `THERE${String(nth)}`, name: 'There', type: { value: 'OPEN' } },
        });
      const room = new Configuration(page);
      const again = page.getByRole('button', { name: m.app_try_again() });
      const rows = (section: SectionId): Locator =>
        section === 'locations'
          ? page.getByRole('grid', { name: /^Locations of/ }).locator('tbody tr[data-key]')
          : room.rows(section);
      let isOther = false;
      const switchLibrary = async (): Promise<void> => {
        isOther = !isOther;
        await connect(carrel, isOther ? other : service);
      };
      const lists: readonly SectionId[] = [
        ...(['libraries', 'departments', 'circ-desks', 'locations', 'code-tables'] as const),
        ...(['mapping-tables', 'letters', 'deposit-profiles', 'import-profiles', 'printers'] as const),
      ];
      for (const section of lists) {
        await room.go(section);
        await expect(rows(section).first()).toBeVisible();
        await rows(section).first().evaluate(mark);
        await switchLibrary();
        await expect(page.locator('[data-former]')).toHaveCount(0);
        await expect(rows(section).first(), names[section]()).toBeVisible();
        await expect(again).toHaveCount(0);
      }
      await room.go('locations');
      await expect(rows('locations').first()).toBeVisible();
      await switchLibrary();
      await expect(rows('locations').filter({ hasText: 'THERE0' })).toBeVisible();
      await expectAccessible(page, 'the locations of another library');
      await room.go('general');
      await expect(page.locator('dl > dd').first()).toBeVisible();
      await page.locator('dl > dd').first().evaluate(mark);
      await switchLibrary();
      await expect(page.locator('[data-former]')).toHaveCount(0);
      await expect(page.locator('dl > dd').first()).toBeVisible();

      const reports = new Reports(page);
      await reports.go(m.reports_section_desk_numbers());
      await expect(page.getByText(m.reports_no_scans(), { exact: true })).toBeVisible();
      await switchLibrary();
      await expect(page.getByText(m.reports_no_scans(), { exact: true })).toBeVisible();
      await expect(again).toHaveCount(0);
    } finally {
      await other.close();
    }
  });
});
