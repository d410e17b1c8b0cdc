import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { m } from '../../src/messages/compiled/messages.js';
import { expectAccessible } from './accessible.ts';
import { openCarrel } from './app.ts';
import { expect, test } from './fixtures.ts';
import { loseLending } from './journals.ts';
import { press, reach, write } from './keyboard.ts';
import { Lending } from './lending.ts';
import { setFaults, withFaults } from './with-faults.ts';

// What is left unclear stays with its program.
test.use({ alone: true });

test('an answer that is lost is a question for a person; the same is not sent again; found by its number, it is whole', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new Lending(page);
  await room.go();
  await room.begin();
  await room.fill(m.citation_title(), 'Ficciones');
  const operation = 'partners.lendingRequests.create';
  await service.faults({ fault: 'drop-after', operation, count: 1 });
  await press(page, 'Control+Enter');
  const alert = room.form.getByRole('alert');
  await expect(alert).toContainText(m.desk_ask_lending_requests(), { timeout: 120_000 });
  await expect(room.field(m.citation_title())).toBeDisabled();
  await expectAccessible(page, 'a lending request that is not confirmed');
  await room.push(m.lists_draft_over(), room.form);
  await room.begin();
  await room.fill(m.citation_title(), 'ficciones');
  await press(page, 'Control+Enter');
  await expect(room.form.getByRole('alert')).toContainText(m.failures_unsettled_what());

  await room.toList();
  await room.open('Ficciones');
  await expect(room.detail).toContainText(m.lending_state_not_confirmed());
  await expect(room.detail).toContainText(m.lending_not_confirmed_note());
  await expectAccessible(page, 'the question whether it was placed');
  await room.push(m.desk_happened(), room.detail);
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(m.lending_decide_note());
  await room.push(m.desk_happened(), question);
  await expect(room.detail).toContainText(m.lending_state_no_number());

  // The library system has it: its number makes it whole.
  const { request_id: next } = await service.client.call(operation, {
    path: { partner_code: 'PARTNER' },
    body: {
      ...{ external_id: 'next', owner: 'MAIN', partner: { value: 'PARTNER' }, title: 'Next' },
      ...{ format: { value: 'PHYSICAL' as const }, citation_type: { value: 'BOOK' } },
    },
  });
  await press(page, 'Alt+f');
  const partner = room.dialog.locator('input').first();
  if ((await partner.inputValue()) === '') {
    await write(page, 'PARTNER');
    await press(page, 'Tab');
  }
  await reach(room.dialog.getByRole('textbox', { name: m.lending_request_number() }));
  await write(page, String(Number(next) - 1));
  await press(page, 'Enter');
  await expect(room.detail).toContainText('Request created');
  await expect(room.fact(m.lending_request_number())).toHaveText(String(Number(next) - 1));
});

const filled = {
  ...{ partner: 'PARTNER', owner: 'MAIN', format: 'PHYSICAL', citation_type: 'BOOK', mms_id: '' },
  ...{ title: 'Ficciones', journal_title: '', author: '', publisher: '', year: '', edition: '', volume: '' },
  ...{ issue: '', pages: '', isbn: '', issn: '', doi: '', pmid: '', oclc_number: '', call_number: '' },
  ...{ last_interest_date: '', level_of_service: '', requested_media: '', preferred_send_method: '' },
  ...{ pickup_location: '', copyright_status: '', requested_language: '', reading_room: '', status: '' },
  rs_note: [],
};

test('what another window is placing is not placed again, and is listed as it ends', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new Lending(page);
  await room.go();
  await room.begin();
  await room.fill(m.citation_title(), 'ficciones');
  const operation = 'partners.lendingRequests.create';
  await service.faults({ fault: 'delay', ms: 12_000, operation, count: 1 });
  // As another window asks: of the same program.
  const first = carrel.ask('lending.create', { intent: randomUUID(), form: filled });
  await expect
    .poll(async () => {
      const list = await carrel.ask('lending.list', {});
      return list.ok && list.value.rows.length;
    })
    .toBe(1);
  await press(page, 'Control+Enter');
  const alert = room.form.getByRole('alert');
  await expect(alert).toContainText(m.failures_unsettled_lending_do());
  await room.toList();
  await room.open('Ficciones');
  await expect(room.detail).toContainText(m.lending_state_under_way());
  await expect(room.detail).toContainText(m.lending_under_way_note());
  await expectAccessible(page, 'a lending request that another window is placing');
  await expect(room.detail).toContainText(m.lending_state_created(), { timeout: 60_000 });
  expect(await first).toMatchObject({ ok: true });
});

test('what the journal has lost is listed with what is kept, and a person says what came of it', async () => {
  test.setTimeout(300_000);
  const userData = await mkdtemp(path.join(tmpdir(), 'carrel-lost-lending-'));
  try {
    await using before = await openCarrel({ userData, env: withFaults });
    await setFaults(before, { fault: 'drop-after', operation: 'partners.lendingRequests.create', count: 2 });
    for (const title of ['Ficciones', 'The Aleph'])
      await before.ask('lending.create', { intent: randomUUID(), form: { ...filled, title } });
    await before.close();
    loseLending(path.join(userData, 'journal.sqlite'));

    await using again = await openCarrel({ userData });
    const room = new Lending(again.page);
    await room.go();
    await room.toList();
    await room.open('Ficciones');
    await expect(room.detail).toContainText(m.lending_state_row_lost());
    await expect(room.detail).toContainText(m.lending_row_lost_note());
    await expectAccessible(again.page, 'a lending request of which the journal has lost the row');
    await room.push(m.desk_happened(), room.detail);
    await room.push(m.desk_happened(), again.page.getByRole('alertdialog'));
    await expect(room.detail).toContainText(m.lending_state_no_number());
    await press(again.page, 'Escape');
    await room.open('The Aleph');
    await room.push(m.desk_did_not_happen(), room.detail);
    await room.push(m.desk_did_not_happen(), again.page.getByRole('alertdialog'));
    await expect(room.grid).not.toContainText('The Aleph');
    await expect(room.grid).toContainText('Ficciones');
  } finally {
    await rm(userData, { recursive: true, force: true });
  }
});
