import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { readCode128 } from './code128.ts';
import { connect, expect, test, type Service } from './fixtures.ts';
import { choose, press, reach, write, writeOver } from './keyboard.ts';
import { Lending } from './lending.ts';
import { Paper } from './paper.ts';
import { pdfMarks } from './pdf-marks.ts';
import { standBetween } from './proxy.ts';
import { SettingsRoom } from './settings.ts';

const operation = 'partners.lendingRequests.create';

/** A lending request on record, past the program and its screens. */
const onRecord = ({ client }: Service, requestId: string) =>
  client.call('partners.lendingRequests.get', { path: { partner_code: 'PARTNER', request_id: requestId } });

test('a book is lent: what is missing is said at its field, it is placed, printed, listed and read again', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const paper = await Paper.beside(carrel.app);
  const room = new Lending(page);
  await room.go();
  await expectAccessible(page, 'a new lending request');
  await press(page, 'Control+Enter');
  const missing = room.form.getByRole('alert');
  await expect(missing).toContainText(m.sharing_need_purchase());
  await expect(room.form.getByTestId('field-error')).toHaveCount(2);
  await expect(room.partner).toBeFocused();
  await expectAccessible(page, 'fields that are missing');
  await write(page, 'PARTNER');
  // What was corrected is not called wrong any more, and the focus stays where one types.
  await expect(room.form.getByTestId('field-error')).toHaveCount(1);
  await expect(room.partner).toBeFocused();
  await room.fill(m.lending_needed(), '2020-02-02');
  await room.fill(m.lending_note(), 'Wrap it well.');
  await room.fill(m.citation_title(), 'Ficciones');
  await room.fill(m.citation_author(), 'Borges, Jorge Luis');
  await room.fill(m.citation_isbn(), '9780802130304');
  await expect(room.form.getByText(m.lending_isbn_check())).toBeVisible();
  await press(page, 'Control+Enter');
  await expect(room.form.getByTestId('field-error')).toHaveCount(1);
  await expect(room.field(m.lending_needed())).toBeFocused();
  await writeOver(page, '2999-12-31');
  const number = await room.place();
  expect(await onRecord(service, number)).toMatchObject({
    ...{ owner: 'MAIN', partner: { value: 'PARTNER' }, format: { value: 'PHYSICAL' } },
    ...{ citation_type: { value: 'BOOK' }, title: 'Ficciones', author: 'Borges, Jorge Luis' },
    ...{ isbn: '9780802130304', last_interest_date: '2999-12-31', rs_note: [{ content: 'Wrap it well.' }] },
  });
  // The next request begins at its partner, and the slip of this one is one key away.
  await expect(room.partner).toBeFocused();
  await expect(room.partner).toHaveValue('');
  await expectAccessible(page, 'a lending request was placed');
  await press(page, 'Alt+p');
  const [slip = ''] = await paper.next();
  for (const text of ['PARTNER', 'Ficciones', 'Borges', number, 'Wrap it well.', m.slips_lending_needed()])
    expect(slip).toContain(text);

  await room.toList();
  await expect(room.grid.locator('tbody tr[data-key]')).toHaveCount(1);
  await expectAccessible(page, 'the list of lending requests');
  await room.open('Ficciones');
  await expect(room.fact(m.lending_request_number())).toHaveText(number);
  await expect(room.fact(m.citation_format())).toHaveText('Physical (PHYSICAL)');
  await expect(room.detail).toContainText('Wrap it well.');
  await expect(room.detail).toContainText('creation_date');
  await expectAccessible(page, 'a lending request');
  await press(page, 'Alt+p');
  expect((await paper.next())[0]).toContain(number);
  await press(page, 'Alt+r');
  await expect(room.detail).toHaveAttribute('aria-busy', 'false');
  await expect(room.detail).toContainText('Request created');
  await press(page, 'Escape');
  await expect(room.grid.locator('tbody tr[data-key]').first()).toBeFocused();
});

test('the fields change with the type; a journal needs its title; a title of the catalogue needs neither', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new Lending(page);
  await room.go();
  await room.begin();
  await expect(room.field(m.citation_issn())).toHaveCount(0);
  await choose(page, m.citation_citation_type(), 'Journal', room.form);
  await expect(room.field(m.citation_issn())).toBeVisible();
  await expect(room.field(m.citation_isbn())).toHaveCount(0);
  await expect(room.select(m.citation_format(), 'Digital')).toBeVisible();
  await room.fill(m.citation_title_article(), 'On folios');
  await press(page, 'Control+Enter');
  await expect(room.form.getByTestId('field-error')).toHaveCount(1);
  await expect(room.field(m.citation_journal_title())).toBeFocused();
  await write(page, 'Annals');
  // What is filled in stays in sight when the type has no such field.
  await room.fill(m.citation_issn(), '0317-8471');
  await reach(room.form.locator(`[aria-label^="${m.citation_citation_type()}:"]`), 'Shift+Tab');
  await choose(page, m.citation_citation_type(), 'Thesis', room.form);
  await expect(room.field(m.citation_issn())).toHaveValue('0317-8471');
  await choose(page, m.citation_citation_type(), 'Journal', room.form);
  const journal = await room.place();
  expect(await onRecord(service, journal)).toMatchObject({
    ...{ citation_type: { value: 'JOURNAL' }, journal_title: 'Annals', issn: '0317-8471' },
    format: { value: 'DIGITAL' },
  });

  const { bib_data: bib } = await service.client.call('items.byBarcode', {
    query: { item_barcode: code('itemOnLoan') },
  });
  const mms = String(bib?.mms_id);
  await room.begin();
  await room.fill(m.citation_mms_id(), mms);
  expect(await onRecord(service, await room.place())).toMatchObject({ mms_id: { value: mms } });
});

test('every field can be reached, and arrives', async ({ carrel, service }) => {
  const { page } = carrel;
  const room = new Lending(page);
  await room.go();
  await room.begin();
  await room.fill(m.citation_title(), 'Everything');
  await room.push(m.lending_all_fields(), room.form);
  await expectAccessible(page, 'all fields of a lending request');
  await reach(room.partner, 'Shift+Tab');
  await choose(page, m.sharing_level(), 'As soon as possible', room.form);
  const values: Readonly<Record<string, string>> = {
    [m.lending_media()]: 'PAPER',
    [m.lending_send_method()]: 'MAIL',
    [m.lending_pickup()]: 'P1',
    [m.lending_copyright()]: 'CLEARED',
    [m.lending_language()]: 'eng',
    [m.lending_reading_room()]: 'RR',
    [m.lending_status()]: 'REQUEST_CREATED_LEN',
  };
  for (const [label, value] of Object.entries(values)) await room.fill(label, value);
  await room.fill(m.lending_note(), 'One');
  await room.push(m.lending_note_add(), room.form);
  await write(page, 'Two');
  for (const [label, value] of [
    [m.citation_publisher(), 'P'],
    [m.citation_year(), '1987'],
    [m.citation_volume(), '12'],
    [m.citation_issue(), '4'],
    [m.citation_pages(), '14-20'],
    [m.citation_edition(), '2'],
    [m.citation_doi(), '10.1000/xyz'],
    [m.citation_pmid(), '7'],
    [m.citation_oclc_number(), '42'],
    [m.lending_call_number(), 'Z 700'],
  ] as const) {
    await room.fill(label, value);
  }
  const number = await room.place();
  expect(await onRecord(service, number)).toMatchObject({
    ...{ level_of_service: { value: 'RUSH' }, requested_media: { value: 'PAPER' } },
    ...{ preferred_send_method: { value: 'MAIL' }, pickup_location: { value: 'P1' } },
    ...{ copyright_status: { value: 'CLEARED' }, requested_language: { value: 'eng' } },
    ...{ reading_room: { value: 'RR' }, publisher: 'P', year: '1987', volume: '12', issue: '4' },
    ...{ pages: '14-20', edition: '2', doi: '10.1000/xyz', pmid: '7', oclc_number: '42' },
    ...{ call_number: 'Z 700', rs_note: [{ content: 'One' }, { content: 'Two' }] },
  });
});

test('a pasted citation fills the fields in, marks them, and one act takes it back', async ({ carrel }) => {
  const { page } = carrel;
  const room = new Lending(page);
  await room.go();
  await room.begin();
  await room.fill(m.citation_title(), 'Typed before');
  await room.paste(
    '@article{a, author={M{\\"u}ller, J{\\\'o}zef}, title={On folios}, journal={Annals}, pages={14--20}, issn={0317-8472}, url={http://x.org}}',
  );
  await expect(room.field(m.citation_journal_title())).toHaveValue('Annals');
  await expect(room.field(m.citation_author())).toHaveValue('Müller, Józef');
  await expect(room.field(m.citation_pages())).toHaveValue('14-20');
  await expect(room.select(m.citation_citation_type(), 'Journal')).toBeVisible();
  await expect(room.form.getByText(m.lending_filled_was({ was: 'Typed before' }))).toBeVisible();
  await expect(room.form.getByText(m.lending_paste_check({ numbers: '0317-8472' }))).toBeVisible();
  await expect(room.form.getByText(m.lending_paste_not_used({ names: 'url' }))).toBeVisible();
  await expect(room.form.getByText(m.lending_filled(), { exact: true })).toHaveCount(4);
  await expectAccessible(page, 'a citation filled the form in');
  await room.push(m.lending_paste_undo(), room.form);
  await expect(room.field(m.citation_title())).toHaveValue('Typed before');
  await expect(room.field(m.citation_author())).toHaveValue('');
  await expect(room.select(m.citation_citation_type(), 'Book')).toBeVisible();

  // Several: one is chosen, and another in its place.
  await reach(room.partner, 'Shift+Tab');
  await room.paste(
    'TY  - BOOK\r\nTI  - Ficciones\r\nAU  - Borges, J\r\nSN  - 9780802130303\r\nER  - \r\nTY  - JOUR\r\nTI  - On folios\r\nT2  - Annals\r\nER  - \r\n',
  );
  await expect(room.form.getByText(m.lending_paste_choose({ count: 2, shown: '2' }))).toBeVisible();
  await expectAccessible(page, 'several citations');
  await room.push('Ficciones', room.form);
  await expect(room.field(m.citation_isbn())).toHaveValue('9780802130303');
  await room.push('On folios', room.form);
  await expect(room.field(m.citation_journal_title())).toHaveValue('Annals');
  await expect(room.field(m.citation_title_article())).toHaveValue('On folios');
  await expect(room.field(m.citation_author())).toHaveValue('');

  // Numbers, and what is no citation.
  await reach(room.partner, 'Shift+Tab');
  await room.paste('https://doi.org/10.1000/xyz');
  await expect(room.field(m.citation_doi())).toHaveValue('10.1000/xyz');
  await reach(room.partner, 'Shift+Tab');
  await room.paste('Q42, as on the web');
  await expect(room.form.getByRole('alert')).toContainText(m.lending_paste_none());
  // What was filled in before is as it was.
  await expect(room.field(m.citation_doi())).toHaveValue('10.1000/xyz');
  await expectAccessible(page, 'no citation');
  await room.paste('@article{x, title={');
  await expect(room.form.getByRole('alert')).toContainText(m.lending_paste_no_bibtex());
  await room.paste('x'.repeat(5_000_000));
  await expect(room.form.getByRole('alert')).toContainText(m.lending_paste_long());
  await room.push(m.lists_draft_over(), room.form);
  await expect(room.partner).toHaveValue('');
});

test('what was begun is still there when the room was left, and Esc gives the scan box the focus', async ({
  carrel,
}) => {
  const { page } = carrel;
  const room = new Lending(page);
  await room.go();
  await room.begin();
  await room.fill(m.citation_title(), 'Begun');
  await press(page, 'Alt+1');
  await expect(room.form).toHaveCount(0);
  await press(page, 'Alt+4');
  await expect(room.field(m.citation_title())).toHaveValue('Begun');
  await expect(room.partner).toHaveValue('PARTNER');
  await press(page, 'Escape');
  await expect(room.partner).not.toBeFocused();
  await room.push(m.lists_draft_over(), room.form);
  await expect(room.field(m.citation_title())).toHaveValue('');
});

test('refused by the library system: said in words, nothing listed, and sent once it is mended', async ({
  carrel,
}) => {
  const { page } = carrel;
  const room = new Lending(page);
  await room.go();
  await room.begin('NOBODY');
  await room.fill(m.citation_title(), 'Ficciones');
  await press(page, 'Control+Enter');
  const alert = room.form.getByRole('alert');
  await expect(alert).toContainText(m.failures_partners_lendingRequests_create_402118());
  await expect(alert).toContainText(m.failures_not_partners_lendingRequests_create());
  await expectAccessible(page, 'a lending request was refused');
  await reach(room.partner, 'Shift+Tab');
  await writeOver(page, 'PARTNER');
  await room.place();
  await room.toList();
  await expect(room.grid.locator('tbody tr[data-key]')).toHaveCount(1);
});

test('the list: filtered, read again with its progress, stopped, and what is not found is said', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new Lending(page);
  await room.go();
  for (const title of ['Ficciones', 'The Aleph', 'Labyrinths']) {
    await room.begin();
    await room.fill(m.citation_title(), title);
    await room.place();
  }
  await room.toList();
  const rows = room.grid.locator('tbody tr[data-key]');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('Labyrinths');
  await reach(page.getByRole('textbox', { name: m.lending_made_filter() }));
  await write(page, 'aleph');
  await expect(rows).toHaveCount(1);
  await writeOver(page, 'nothing like it');
  await expect(page.getByText(m.lending_empty_filter())).toBeVisible();
  await expectAccessible(page, 'no lending request matches');
  await room.push(m.lending_show_all());
  await expect(rows).toHaveCount(3);

  const get = 'partners.lendingRequests.get';
  await service.faults({ fault: 'delay', ms: 120_000, operation: get, after: 1, count: 1 });
  await press(page, 'Alt+r');
  await expect(page.getByText(m.app_progress({ done: '1', total: '3' }))).toBeVisible();
  await expectAccessible(page, 'lending requests are read again');
  await room.push(m.app_stop());
  await expect(page.getByText(m.lending_reading())).toHaveCount(0);
  await service.faults();
  await press(page, 'Alt+r');
  await expect(page.getByText(m.lending_reading())).toHaveCount(0);
  await expect(rows.first()).toContainText('Request created');
});

test('one that is not found any more is said, and stays as it was known; the others are up to date', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  let gone = '';
  const error = { errorCode: '40166411', errorMessage: 'Invalid parameter.', trackingId: 'E01-1' };
  const body = JSON.stringify({ errorsExist: true, errorList: { error: [error] }, result: null });
  await using proxy = await standBetween(service.origin, ({ method, url }) =>
    gone !== '' && method === 'GET' && url.includes(`/lending-requests/${gone}`)
      ? { status: 400, body }
      : null,
  );
  await connect(carrel, { ...service, origin: proxy.origin });
  const room = new Lending(page);
  await room.go();
  await room.begin();
  await room.fill(m.citation_title(), 'Ficciones');
  await room.place();
  await room.begin();
  await room.fill(m.citation_title(), 'The Aleph');
  await press(page, 'Control+Enter');
  await expect(room.placed).toContainText('The Aleph');
  gone = (await room.placed.locator('.code').innerText()).trim();
  await room.toList();
  const rows = room.grid.locator('tbody tr[data-key]');
  await expect(rows).toHaveCount(2);
  await press(page, 'Alt+r');
  await expect(rows.first()).toContainText(m.lending_state_gone());
  await expect(rows.nth(1)).toContainText('Request created');
  await room.open('The Aleph');
  await expect(room.detail).toContainText(m.lending_state_gone());
  await expect(room.fact(m.lending_request_number())).toHaveText(gone);
  await expectAccessible(page, 'a lending request that was not found');
  gone = 'no other';
  await press(page, 'Alt+r');
  await expect(room.detail).toContainText('Request created');
});

test('one is found by its number: one made elsewhere is shown, and not kept', async ({ carrel, service }) => {
  const { page } = carrel;
  const made = await service.client.call(operation, {
    path: { partner_code: 'PARTNER' },
    body: {
      ...{
        external_id: 'elsewhere-1',
        owner: 'MAIN',
        partner: { value: 'PARTNER' },
        title: 'Made elsewhere',
      },
      ...{ format: { value: 'PHYSICAL' as const }, citation_type: { value: 'BOOK' } },
    },
  });
  const room = new Lending(page);
  await room.go();
  await press(page, 'Alt+f');
  await expect(room.dialog).toBeVisible();
  await expectAccessible(page, 'finding a lending request');
  await write(page, 'PARTNER');
  await press(page, 'Tab');
  await write(page, '999999');
  await press(page, 'Enter');
  await expect(room.dialog.getByRole('alert')).toContainText(
    m.failures_partners_lendingRequests_get_40166411(),
  );
  await reach(room.dialog.getByRole('textbox', { name: m.lending_request_number() }));
  await writeOver(page, String(made.request_id));
  await press(page, 'Enter');
  await expect(room.detail.getByRole('heading', { level: 2 })).toHaveText('Made elsewhere');
  await expect(room.detail).toContainText(m.lending_found_elsewhere());
  await expect(room.fact(m.lending_external())).toHaveText('elsewhere-1');

  // Read again where it is open: what is not found is said, what is known stays.
  const key = m.lending_read_again();
  await service.faults({ fault: 'status', status: 404, operation: 'partners.lendingRequests.get', count: 1 });
  await room.push(key, room.detail);
  await expect(room.detail.getByRole('alert')).toBeVisible();
  await expect(room.detail.getByRole('heading', { level: 2 })).toHaveText('Made elsewhere');
  await expectAccessible(page, 'a request of elsewhere that could not be read again');
  await press(page, 'Alt+r');
  await expect(room.detail.getByRole('alert')).toHaveCount(0);
  await expect(room.fact(m.lending_column_read())).toBeVisible();
  await service.faults({ fault: 'delay', ms: 60_000, operation: 'partners.lendingRequests.get', count: 1 });
  await press(page, 'Alt+r');
  await expect(room.detail.getByText(m.lending_reading())).toBeVisible();
  await press(page, 'Escape');
  await expect(page.getByText(m.lending_reading())).toHaveCount(0);
  await expect(page.getByText(m.lending_empty())).toBeVisible();
  await expectAccessible(page, 'nothing was lent from here yet');
});

test('both numbers of the slip can be scanned; where the workstation says so it comes by itself', async ({
  carrel,
}) => {
  const { page } = carrel;
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-lending-slips-'));
  await carrel.app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] });
  }, folder);
  const before = { to: 'paper', kinds: { lending: { when: 'never' } } } as const;
  try {
    await new SettingsRoom(page).go(m.slips_settings());
    const when = page.getByRole('group', { name: m.slips_when_of({ slip: m.slips_kind_lending() }) });
    await reach(when.locator('input:checked'));
    await press(page, 'ArrowRight');
    await expect(when.getByRole('radio', { name: m.slips_when_always() })).toBeChecked();
    await choose(page, m.slips_kind(), m.slips_kind_lending());
    await expect(page.getByText(m.slips_sample_partner())).toBeVisible();
    await expectAccessible(page, 'the preview of a lending slip');
    expect(await carrel.ask('slips.change', { to: 'pdf' })).toMatchObject({ ok: true });
    expect(await carrel.ask('slips.chooseFolder', {})).toMatchObject({ ok: true });
    const room = new Lending(page);
    await room.go();
    await room.begin();
    await room.fill(m.citation_title(), 'Ficciones');
    const number = await room.place();
    await expect.poll(() => readdir(folder)).toHaveLength(1);
    const [file = ''] = await readdir(folder);
    const list = await carrel.ask('lending.list', {});
    const externalId = list.ok ? list.value.rows[0]?.id : '';
    expect(scannable(await readFile(path.join(folder, file)))).toEqual([number, externalId]);
  } finally {
    await carrel.ask('slips.change', before);
    await rm(folder, { recursive: true });
  }
});

/** What a scanner reads on a page: the text of each row of bars, from the top. */
function scannable(pdf: Buffer): string[] {
  const { fills } = pdfMarks(pdf);
  // A bar is 12 mm high; a ground or a line is not.
  const bars = fills.filter(({ height, width }) => Math.abs(height - 12) < 0.5 && width < 3);
  const rows = [...Map.groupBy(bars, ({ top }) => Math.round(top)).entries()].toSorted(
    ([one], [other]) => one - other,
  );
  return rows.map(([, row]) => {
    const sorted = row.toSorted((one, other) => one.left - other.left);
    const module = Math.min(...sorted.map(({ width }) => width));
    const first = sorted[0]?.left ?? 0;
    expect(module).toBeGreaterThan(0.2);
    return readCode128(
      sorted.map(({ left, width }) => ({
        at: Math.round((left - first) / module),
        wide: Math.round(width / module),
      })),
    );
  });
}
