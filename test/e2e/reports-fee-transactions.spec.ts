import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode } from '../../src/service/samples.ts';
import { localDay } from '../../src/shared/days.ts';
import { dayPlus } from '../../src/shared/report-slices.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { choose, press, reach, standOn, writeOver } from './keyboard.ts';
import { pdfMarks } from './pdf-marks.ts';
import { feeActs, Reports } from './reports.ts';

const section = m.reports_section_fee_transactions();
const today = localDay();

/** Types the days of a report. */
async function days(page: Page, from: string, to: string): Promise<void> {
  await reach(page.getByRole('textbox', { name: m.reports_from(), exact: true }));
  await writeOver(page, from);
  await reach(page.getByRole('textbox', { name: m.reports_to(), exact: true }));
  await writeOver(page, to);
}

const readButton = (page: Page) => page.getByRole('button', { name: m.reports_fees_read(), exact: true });

test.describe('fee transactions', () => {
  test('today’s are read, put together, sorted and summed per currency, and looked into', async ({
    carrel,
    service,
  }) => {
    const { page } = carrel;
    for (const paid of ['5.00', '7.25', '0.10', '0.20']) await feeActs(service, { paid });
    await feeActs(service, { waived: true, owner: 'LAW' });
    await feeActs(service, { paid: '3.00', more: { currency: 'EUR' } });
    const room = new Reports(page);
    await room.go(section);
    await expect(page.getByText(m.reports_fees_nothing_yet())).toBeVisible();
    await expectAccessible(page, 'fee transactions before anything was read');
    await reach(readButton(page));
    await press(page, 'Enter');

    // What is paid is not what is waived, and euros are no shekels.
    await expect(room.sums.locator('dl')).toHaveCount(2);
    await expect(room.sums.locator('dl').first()).toContainText('12.55');
    await expect(room.sums.locator('dl').first()).toContainText('20.00');
    await expect(room.sums.locator('dl').last()).toContainText('€3.00');
    await expectAccessible(page, 'fee transactions by day');
    await expect(room.rows(m.reports_fees_by_day())).toHaveCount(2);

    await choose(page, m.reports_fees_by(), m.reports_fees_by_type());
    const types = page.getByRole('grid', { name: m.reports_fees_by_type(), exact: true });
    await expect(types.locator('tbody tr[data-key]')).toHaveCount(3);
    await standOn(types, m.reports_fees_waived());
    await press(page, 'Enter');
    const waived = room.rows(m.reports_fees_waived());
    await expect(waived).toHaveCount(1);
    await expect(room.sums).not.toContainText('€');
    await expectAccessible(page, 'the transactions of a group');
    await press(page, 'Escape');
    await expect(types).toBeVisible();

    await choose(page, m.reports_fees_by(), m.reports_fees_by_none());
    const rows = room.rows(section);
    await expect(rows).toHaveCount(6);
    const sum = page.getByRole('columnheader', { name: m.reports_column_amount() });
    await reach(sum.getByRole('button'));
    await press(page, 'Enter');
    await expect(sum).toHaveAttribute('aria-sort', 'descending');
    const amounts = async (): Promise<string[]> =>
      (await rows.locator('td:nth-child(3)').allInnerTexts()).map((text) => text.replaceAll(/[^\d.]/g, ''));
    await expect.poll(amounts).toEqual(['20.00', '7.25', '5.00', '0.20', '0.10', '3.00']);
    await press(page, 'Enter');
    await expect(sum).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(amounts).toEqual(['3.00', '0.10', '0.20', '5.00', '7.25', '20.00']);
    // No patron is named, and nobody at the desk.
    await expect(page.getByRole('main')).not.toContainText('Ben-Ami');
  });

  test('are narrowed by type, library and status', async ({ carrel, service }) => {
    const { page } = carrel;
    await feeActs(service, { paid: '5.00' });
    await feeActs(service, { paid: '6.00', owner: 'LAW' });
    await feeActs(service, { waived: true, owner: 'LAW' });
    const room = new Reports(page);
    await room.go(section);
    await choose(page, m.reports_column_library(), 'Law');
    await reach(readButton(page));
    await press(page, 'Enter');
    const count = (shown: string) =>
      expect(room.sums.locator('dl').first()).toHaveText(new RegExp(`${m.reports_column_count()} *${shown}`));
    await count('2');
    await choose(page, m.reports_column_type(), m.reports_fees_paid());
    await room.act(m.reports_fees_read_again());
    await count('1');
    await expect(room.sums).toContainText('6.00');
    await choose(page, m.reports_column_type(), m.reports_fees_any_type());
    await choose(page, m.reports_fees_status(), m.reports_fees_status_closed());
    await room.act(m.reports_fees_read_again());
    await expect(room.sums).toContainText('20.00');
    await count('1');
    await choose(page, m.reports_column_type(), m.reports_fees_disputed());
    await room.act(m.reports_fees_read_again());
    await expect(page.getByText(m.reports_fees_empty())).toBeVisible();
    await expectAccessible(page, 'no transactions');
  });

  test('are drawn by day, type and desk, and saved as CSV, PDF and pictures', async ({ carrel, service }) => {
    const { page } = carrel;
    const folder = await mkdtemp(path.join(tmpdir(), 'carrel-reports-'));
    for (const paid of ['5.00', '7.25']) await feeActs(service, { paid });
    await feeActs(service, { waived: true });
    // One that this workstation takes: its journal knows where.
    const userId = sampleCode('patronOwing');
    const owed = await carrel.ask('fees.list', { userId });
    const feeId = owed.ok ? (owed.value.fees[0]?.feeId ?? '') : '';
    const own = { intent: randomUUID(), userId, feeId, amount: '3', method: 'CASH' };
    expect(await carrel.ask('fees.pay', own)).toMatchObject({ ok: true });
    const room = new Reports(page);
    await room.go(section);
    await choose(page, m.reports_period(), m.reports_period_month());
    await reach(readButton(page));
    await press(page, 'Enter');
    await expect(page.getByText(m.reports_fees_reading())).toBeHidden();
    await reach(page.getByRole('radio', { name: m.reports_view_table() }));
    await press(page, 'ArrowRight');
    await expect(page.getByRole('img', { name: m.reports_fees_by_day() })).toBeVisible();
    await expectAccessible(page, 'the chart by day');
    await choose(page, m.reports_fees_by(), m.reports_fees_by_type());
    await expect(page.getByRole('img', { name: m.reports_fees_by_type() })).toBeVisible();
    await choose(page, m.reports_fees_charted(), m.reports_fees_waived());
    await expect(page.getByRole('img', { name: m.reports_fees_waived() })).toContainText('20.00');
    await choose(page, m.reports_fees_by(), m.reports_fees_by_desk());
    // The library system names no desk of a payment that came over this way.
    await expect(page.getByRole('img', { name: m.reports_fees_by_desk() })).toContainText(
      m.reports_fees_no_desk(),
    );
    await expect(page.getByText(m.reports_fees_desk_note())).toBeVisible();
    await choose(page, m.reports_fees_charted(), m.reports_fees_paid());
    await expect(page.getByRole('img', { name: m.reports_fees_by_desk() })).toContainText('Main Library · ');
    await expectAccessible(page, 'the chart by desk');
    expect((await room.save(carrel, m.saving_svg(), folder, 'a.svg')).toString('utf8')).toContain('<svg');
    const picture = await room.save(carrel, m.saving_png(), folder, 'a.png');
    expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG');

    await choose(page, m.reports_fees_by(), m.reports_fees_by_none());
    const shown = await room.rows(section).count();
    const csv = (await room.save(carrel, m.saving_csv(), folder, 'a.csv')).toString('utf8');
    const [head, ...lines] = csv.replace('\uFEFF', '').trim().split('\r\n');
    expect(head).toBe(
      [
        ...[m.reports_column_time(), m.reports_column_type(), m.reports_column_amount()],
        ...[m.reports_column_currency(), m.reports_column_method(), m.reports_column_fee_type()],
        ...[m.reports_column_library(), m.reports_column_desk(), m.reports_column_status()],
        m.reports_column_external(),
      ].join(','),
    );
    expect(lines).toHaveLength(shown);
    expect(csv).not.toContain('Ben-Ami');
    const pdf = await room.save(carrel, m.saving_pdf(), folder, 'a.pdf');
    const { page: sheet, pages } = pdfMarks(pdf);
    expect(pages).toBeGreaterThanOrEqual(1);
    expect([Math.round(sheet.width), Math.round(sheet.height)]).toEqual([297, 210]);
    await rm(folder, { recursive: true });
  });

  test('stopped on the way keeps what was read, says that it is a part, and reads the rest', async ({
    carrel,
    service,
  }) => {
    const { page } = carrel;
    await feeActs(service, { paid: '5.00' });
    const room = new Reports(page);
    await room.go(section);
    await service.faults({
      fault: 'delay',
      ms: 120_000,
      operation: 'conf.feeTransactions',
      after: 2,
      count: 1,
    });
    await days(page, dayPlus(today, -60), today);
    await reach(readButton(page));
    await press(page, 'Enter');
    await expect(page.getByText(m.app_progress({ done: '2', total: '9' }))).toBeVisible();
    await expect(room.sums).toContainText(m.reports_fees_paid());
    await reach(page.getByRole('button', { name: m.app_stop() }));
    await press(page, 'Enter');
    const part = page.getByText(m.reports_fees_part_read({ read: '2', total: '9' }));
    await expect(part).toBeVisible();
    await expectAccessible(page, 'a part of a report');
    await service.faults();
    await room.act(m.reports_fees_try_missing());
    await expect(part).toBeHidden();
    await expect(page.getByText(m.reports_part())).toBeHidden();
    await expect(room.rows(m.reports_fees_by_day()).nth(3)).toBeVisible();
  });

  test('a week that the library system refuses is named; the others stay, and it is read again alone', async ({
    carrel,
    service,
  }) => {
    const { page } = carrel;
    const room = new Reports(page);
    await room.go(section);
    await days(page, dayPlus(today, -60), today);
    await service.faults({
      fault: 'status',
      status: 400,
      operation: 'conf.feeTransactions',
      after: 1,
      count: 1,
    });
    await reach(readButton(page));
    await press(page, 'Enter');
    const part = page.getByText(m.reports_fees_part_read({ read: '8', total: '9' }));
    await expect(part).toBeVisible();
    await expect(page.getByRole('main').locator('.part li')).toHaveCount(1);
    const before = await room.sums.innerText();
    await expectAccessible(page, 'a report with a week that failed');
    await room.act(m.reports_fees_try_missing());
    await expect(part).toBeHidden();
    expect(await room.sums.innerText()).not.toBe(before);
    const whole = await room.sums.innerText();
    await room.act(m.reports_fees_read_again());
    await expect(page.getByText(m.reports_fees_reading())).toBeHidden();
    await expect.poll(() => room.sums.innerText()).toBe(whole);
  });

  test('ten years are asked about with their calls; a century, days that are none, and too few calls are not read', async ({
    carrel,
  }) => {
    const { page } = carrel;
    const room = new Reports(page);
    await room.go(section);
    await days(page, dayPlus(today, -3651), today);
    await reach(readButton(page));
    await press(page, 'Enter');
    await expect(page.getByText(m.reports_fees_many_calls({ calls: '522' }))).toBeVisible();
    await expectAccessible(page, 'what a long report takes');
    await room.act(m.reports_fees_read_all({ calls: '522' }));
    await expect(page.getByText(m.reports_fees_reading())).toBeHidden({ timeout: 120_000 });
    await expect(page.getByText(m.reports_part())).toBeHidden();
    await expect(room.rows(m.reports_fees_by_day()).first()).toBeVisible();

    await days(page, '1926-01-01', today);
    await room.act(m.reports_fees_read_again());
    await expect(page.getByText(m.reports_fees_too_many())).toBeVisible();
    await expect(page.getByText(m.reports_fees_fewer_days())).toBeVisible();

    await days(page, '2026-02-30', today);
    await room.act(m.reports_fees_read_again());
    await expect(page.getByText(m.failures_invalid_notADate({ field: m.reports_from() }))).toBeVisible();
    await days(page, today, dayPlus(today, -1));
    await room.act(m.reports_fees_read_again());
    await expect(page.getByText(m.failures_invalid_beforeStart({ field: m.reports_to() }))).toBeVisible();
    await expectAccessible(page, 'days that are none');
  });
});
