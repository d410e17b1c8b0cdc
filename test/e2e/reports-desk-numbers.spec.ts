import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { press, reach, strike } from './keyboard.ts';
import { pdfMarks } from './pdf-marks.ts';
import { Reports } from './reports.ts';

const section = m.reports_section_desk_numbers();

test.describe('the numbers of this desk', () => {
  test.use({ alone: true });

  test('scans by hour, day, kind and reason, and how long answers took, without a name; as table, chart and file', async ({
    carrel,
    desk,
  }) => {
    const { page } = carrel;
    const folder = await mkdtemp(path.join(tmpdir(), 'carrel-numbers-'));
    const room = new Reports(page);
    await room.go(section);
    await expect(page.getByText(m.reports_no_scans(), { exact: true })).toBeVisible();
    await expectAccessible(page, 'no scans yet');

    await strike(page, 'Alt+1');
    await desk.open(sampleCode('patronGood'), 'Rivka Ben-Ami');
    await desk.scanned(sampleCode('itemFree1'), m.desk_scan_lent());
    await desk.scanned('39999999999995', m.failures_word_refused());

    await room.go(section);
    const figure = (name: string) =>
      page.getByRole('region', { name: section }).locator('dl > div').filter({ hasText: name }).locator('dd');
    await expect(figure(m.reports_column_scans())).toHaveText('3');
    await expect(figure(m.reports_column_refused())).toHaveText('1');
    await expect(figure(m.reports_time_median())).toHaveText(/\d.*(ms|s)/);
    await expect(page.getByText(m.reports_time_with_questions())).toBeVisible();
    await expect(page.getByRole('img', { name: m.reports_count_hour() })).toBeVisible();
    await expectAccessible(page, 'scans per hour');

    await reach(page.getByRole('radio', { name: m.reports_view_chart() }));
    await press(page, 'ArrowLeft');
    await expect(room.rows(m.reports_count_hour())).not.toHaveCount(0);
    const countings = page.getByRole('group', { name: m.reports_count_by() });
    await reach(countings.getByRole('radio', { name: m.reports_count_hour() }));
    await press(page, 'ArrowRight');
    await expect(room.rows(m.reports_count_day())).toHaveCount(1);
    await press(page, 'ArrowRight');
    const uses = room.rows(m.reports_count_use());
    await expect(uses.filter({ hasText: m.reports_use_lend() })).toContainText('1');
    await expect(uses.filter({ hasText: m.reports_use_card() })).toContainText('1');
    await press(page, 'ArrowRight');
    await expect(room.rows(m.reports_count_refusal())).toHaveCount(1);
    await expect(page.getByRole('region', { name: section })).not.toContainText(/Ben-Ami|39999999999995/);
    await expectAccessible(page, 'reasons refused');

    const csv = (await room.save(carrel, m.saving_csv(), folder, 'a.csv')).toString('utf8');
    expect(csv.trim().split('\r\n')).toHaveLength(2);
    expect(csv).not.toMatch(/Ben-Ami|39999999999995/);
    expect(pdfMarks(await room.save(carrel, m.saving_pdf(), folder, 'a.pdf')).pages).toBe(1);
    await rm(folder, { recursive: true });

    // A longer time than the journal goes back says so.
    const spans = page.getByRole('group', { name: m.reports_period(), exact: true });
    await reach(spans.getByRole('radio', { name: m.reports_period_today() }), 'Shift+Tab');
    await press(page, 'ArrowRight');
    await press(page, 'ArrowRight');
    await expect(spans.getByRole('radio', { name: m.reports_span_month() })).toBeChecked();
    await expect(page.getByText(/The journal goes back to/)).toBeVisible();
    await expectAccessible(page, 'thirty days');
  });
});
