import { m } from '../../src/messages/compiled/messages.js';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { press, reach, write } from './keyboard.ts';
import { Lending } from './lending.ts';

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
