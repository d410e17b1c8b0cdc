import { m } from '../../src/messages/compiled/messages.js';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { choose, press, reach, read, scan, strike, write, writeOver } from './keyboard.ts';
import { change, LettersRoom, overdue, sheet, stored } from './letters.ts';

test('letters are listed, found as one types, opened, changed, compared, saved and read back', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new LettersRoom(page);
  const before = await stored(service);
  await room.go();
  await expect(room.rows).toHaveCount(4);
  await expectAccessible(page, 'the letters');
  await reach(room.filter);
  await write(page, 'nothing');
  await expect(page.getByText(m.letters_none_found())).toBeVisible();
  await writeOver(page, 'overdue print');
  await expect(room.rows).toHaveCount(0);
  await writeOver(page, 'overdue email');
  await expect(room.rows).toHaveCount(1);
  expect(await read(room.rows.first())).toContain(`${overdue.name} ${overdue.code}`);
  await writeOver(page, 'overdue');
  await room.open();
  await expect(room.letter).toContainText('Reminds a patron of what is overdue');
  await expect(room.letter).toContainText(m.letters_description_fixed());
  await expectAccessible(page, 'the settings of a letter');
  await expect(room.save).toBeDisabled();

  await reach(room.letter.getByRole('checkbox', { name: m.letters_enabled_long() }));
  await press(page, 'Space');
  await choose(page, m.letters_channel(), m.letters_channel_sms());
  await reach(room.letter.getByRole('textbox', { name: m.letters_subject() }));
  await writeOver(page, 'Please return & renew');
  await reach(room.letter.getByRole('textbox', { name: m.letters_body() }));
  await writeOver(page, 'Dear patron');
  await expect(room.unsaved).toBeVisible();
  await room.review();
  const rows = room.dialog.locator('tbody tr');
  await expect(rows).toHaveCount(4);
  expect(await read(rows.nth(0))).toBe(`${m.letters_enabled()} ${m.letters_yes()} ${m.letters_no()}`);
  expect(await read(rows.nth(2))).toBe('Subject Overdue: please return Please return & renew');
  expect(await stored(service)).toEqual(before);
  await expectAccessible(page, 'what saving a letter changes');
  await room.confirm();
  await expect(room.unsaved).toBeHidden();
  // The service derives the description: it goes back as it came.
  expect(await stored(service)).toEqual({
    ...{ ...before, enabled: 'false', channel: 'SMS' },
    ...{ subject: 'Please return & renew', body: 'Dear patron' },
  });
  await press(page, 'Escape');
  await expect(room.rows.first()).toBeFocused();
  await expect(room.rows.first()).toContainText(m.letters_is_off());
});

test('the template has an editor: colours, search, undo, and Esc and Tab to leave it', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new LettersRoom(page);
  await room.open();
  await room.edit();
  // Its styles are there, and no style element: the page's policy would refuse that.
  expect(await page.locator('style').count()).toBe(0);
  await expect(room.letter.locator('.cm-scroller')).toHaveCSS('display', 'flex');
  await expect(room.template.locator('.xml-tag').first()).toBeVisible();
  await expect(room.template).toHaveAccessibleDescription(m.letters_editor_keys());
  await write(page, '<!-- one -->');
  await expect(room.unsaved).toBeVisible();
  await expectAccessible(page, 'the editor of a template');
  await press(page, 'Control+f');
  await write(page, 'stylesheet');
  await expect(room.letter.getByRole('textbox', { name: m.letters_editor_find() })).toBeFocused();
  await expect(room.template.locator('.cm-searchMatch')).toHaveCount(2);
  await expectAccessible(page, 'the search of the editor');
  await press(page, 'Escape');
  await expect(room.template).toBeFocused();
  await press(page, 'Tab');
  await expect(room.template).toBeFocused();
  await room.leaveEditor();
  await expect(room.template).not.toBeFocused();
  await expect(room.letter).toBeVisible();
  await reach(room.template, 'Shift+Tab');
  for (let undone = 0; undone < 6; undone += 1) await press(page, 'Control+z');
  await expect(room.unsaved).toBeHidden();

  await press(page, 'Control+End');
  await write(page, '<!-- two -->');
  await room.review();
  await expect(room.dialog.getByRole('region', { name: m.letters_template_difference() })).toContainText(
    'two',
  );
  await expect(room.dialog.locator('.cm-changedLine')).toHaveCount(1);
  await expectAccessible(page, 'the difference of a template');
  await room.confirm();
  expect((await stored(service)).letter_template_xsl).toMatch(/<\/xsl:stylesheet>\n(?: {2})?<!-- two -->$/);
});

test('a scan goes where scans go, and nothing of it stays in the editor', async ({ carrel, desk }) => {
  const { page } = carrel;
  const room = new LettersRoom(page);
  await room.open();
  await room.edit();
  const text = await room.template.innerText();
  await scan(page, '31000000000017');
  await expect(room.strip).toContainText('31000000000017');
  expect(await room.template.innerText()).toBe(text);
  await expect(room.template).toBeFocused();
  // Typed fast by a person, nothing is lost.
  await page.keyboard.type('abc');
  await expect(room.template).toContainText('abc');
  await expect(desk.readiness).toBeVisible();
});

test('a template that is no XSL is told with its place, and never sent', async ({ carrel, service }) => {
  const { page } = carrel;
  const room = new LettersRoom(page);
  const before = await stored(service);
  await room.open();
  await room.edit();
  await write(page, '<a title="x & y"/>');
  const fault = room.letter.getByText(/Line 13, column \d+: /);
  await expect(fault).toContainText(m.letters_fault_xml({ detail: '' }).slice(0, 12));
  await expect(room.template.locator('.cm-lintRange-error')).toHaveCount(1);
  await expectAccessible(page, 'a fault in a template');
  await press(page, 'Control+Home');
  await room.leaveEditor();
  await reach(room.letter.getByRole('button', { name: m.letters_fault_go() }));
  await press(page, 'Enter');
  await expect(room.template).toBeFocused();
  await room.review();
  await expect(room.dialog).toContainText(m.letters_fault_not_sent());
  await press(page, 'Escape');

  const replace = async (text: string): Promise<void> => {
    await reach(room.template);
    await press(page, 'Control+a');
    await page.keyboard.insertText(text);
  };
  for (const type of [
    '<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]>',
    `<!DOCTYPE a SYSTEM "${service.origin}/a.dtd">`,
  ]) {
    await replace(`${type}\n${sheet('&c;')}`);
    await expect(room.letter).toContainText(`Line 1, column 1: ${m.letters_fault_document_type()}`);
    await room.review();
    await expect(room.dialog).toContainText(m.letters_fault_document_type());
    await press(page, 'Escape');
  }
  await replace('<html/>');
  await expect(room.letter).toContainText(m.letters_fault_not_xsl());
  expect(await stored(service)).toEqual(before);
  await press(page, 'Escape');
  await reach(room.letter.getByRole('button', { name: m.letters_drop() }), 'Shift+Tab');
  await press(page, 'Enter');
  await expect(room.unsaved).toBeHidden();
});

test('a template is previewed on sample data, as a letter and as HTML, and nothing in it acts', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new LettersRoom(page);
  const hostile = [
    '<script>globalThis.carrelHurt = 1</script>',
    `<img src="${service.origin}/picture.png" onerror="globalThis.carrelHurt = 2" alt="Our logo"/>`,
    `<a href="javascript:globalThis.carrelHurt = 3">A link</a><iframe src="${service.origin}"/>`,
    '<style>* { display: none }</style><p style="position: fixed" onclick="globalThis.carrelHurt = 4">Styled</p>',
    '<p><xsl:value-of select="//last_name"/></p><xsl:for-each select="//item"><li><xsl:value-of select="title"/></li></xsl:for-each>',
    `<xsl:copy-of select="document('${service.origin}/more.xml')"/>`,
  ].join('');
  await change(service, {
    letter_template_xsl: sheet(`<xsl:template match="/"><html><body>${hostile}</body></html></xsl:template>`),
  });
  await room.open(m.letters_preview());
  await expect(room.result).toContainText('The Second Sample Book & Its Sequel');
  await expect(room.result).toContainText('[Our logo]A link');
  await expect(room.letter).toContainText(
    m.letters_preview_not_read({ names: `${service.origin}/more.xml` }),
  );
  expect(await room.result.locator('script, img, a, iframe, style, [style], [onclick]').count()).toBe(0);
  expect(await page.evaluate('globalThis.carrelHurt')).toBeUndefined();
  await expectAccessible(page, 'the preview of a letter');
  await room.choose(m.letters_view(), m.letters_view_html());
  await expect(room.result).toContainText('<img src=');
  await room.choose(m.letters_view(), m.letters_view_sample());
  await expectAccessible(page, 'the sample data');
  await reach(room.sample);
  await press(page, 'Control+a');
  await page.keyboard.insertText('<notification_data><last_name>Fischer</last_name></notification_data>');
  await press(page, 'Escape');
  await reach(page.getByRole('button', { name: m.letters_preview_make() }), 'Shift+Tab');
  await press(page, 'Enter');
  await room.choose(m.letters_view(), m.letters_view_letter());
  await expect(room.result).toContainText('Fischer');
});

test('a preview that cannot be made says why', async ({ carrel, service }) => {
  const { page } = carrel;
  const room = new LettersRoom(page);
  const twice =
    '<xsl:call-template name="t"><xsl:with-param name="n" select="$n + 1"/></xsl:call-template>'.repeat(2);
  const endless = `<xsl:template name="t"><xsl:param name="n"/><xsl:if test="$n &lt; 60">${twice}</xsl:if></xsl:template><xsl:template match="/"><xsl:call-template name="t"><xsl:with-param name="n" select="0"/></xsl:call-template></xsl:template>`;
  const make = page.getByRole('button', { name: m.letters_preview_make() });
  const cases: readonly (readonly [string, string])[] = [
    ['<html', m.letters_preview_fault_template({ at: '' })],
    [sheet('<xsl:template match="((("/>'), m.letters_preview_failed()],
    [sheet('<xsl:include href="header.xsl"/>'), m.letters_preview_not_read({ names: 'header.xsl' })],
    [sheet(endless), m.letters_preview_slow({ seconds: '5' })],
  ];
  for (const [template, words] of cases) {
    await change(service, { letter_template_xsl: template });
    await room.open(m.letters_preview());
    await expect(room.letter).toContainText(words, { timeout: 60_000 });
    await expect(make).toBeVisible();
    await press(page, 'Escape');
  }
});

test('a letter that someone else has changed is not overwritten: both versions, and a choice', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new LettersRoom(page);
  await room.open();
  await room.edit();
  await write(page, '<!-- mine -->');
  const now = String((await stored(service)).letter_template_xsl);
  await change(service, { subject: 'Theirs', letter_template_xsl: `${now}<!-- theirs -->` });
  await room.review();
  await expect(room.dialog).toContainText(m.lists_conflict_title({ name: overdue.name }));
  await expect(room.dialog.getByRole('region', { name: m.letters_both_templates() })).toContainText('theirs');
  await expectAccessible(page, 'two versions of a letter');
  const goOn = room.dialog.getByRole('button', { name: m.letters_go_on() });
  await expect(goOn).toBeDisabled();
  await reach(room.dialog.getByRole('button', { name: m.lists_conflict_all_mine() }));
  await press(page, 'Enter');
  await reach(room.dialog.getByRole('radio', { name: `${m.letters_subject()}: ${m.lists_conflict_mine()}` }));
  await press(page, 'ArrowLeft');
  await reach(goOn);
  await press(page, 'Enter');
  await expect(room.dialog).toContainText(m.letters_save_title({ letter: overdue.name }));
  await expect(room.dialog.locator('.cm-changedLine')).toContainText('mine');
  await expect(room.dialog.locator('.cm-deletedChunk')).toContainText('theirs');

  // Between the difference and the save once more: it is shown once more.
  await change(service, { customized: 'true' });
  await reach(room.dialog.getByRole('button', { name: m.letters_save_act() }));
  await press(page, 'Enter');
  await expect(goOn).toBeEnabled();
  await reach(goOn);
  await press(page, 'Enter');
  await room.confirm();
  const after = await stored(service);
  expect(after).toMatchObject({ subject: 'Theirs', customized: 'true' });
  expect(after.letter_template_xsl).toBe(`${now}<!-- mine -->`);
});

test('an earlier version is put back', async ({ carrel, service }) => {
  const { page } = carrel;
  const room = new LettersRoom(page);
  const before = await stored(service);
  await room.open(m.letters_former());
  await expect(page.getByText(m.letters_former_none())).toBeVisible();
  await expectAccessible(page, 'no earlier versions');
  await room.edit();
  await write(page, '<!-- new -->');
  await room.review();
  await room.confirm();
  await room.show(m.letters_former());
  await expectAccessible(page, 'earlier versions');
  await reach(page.getByRole('button', { name: m.letters_put_back() }));
  await press(page, 'Enter');
  await expect(room.dialog.locator('.cm-deletedChunk')).toContainText('new');
  await room.confirm();
  expect(await stored(service)).toEqual(before);
  await expect(page.getByRole('button', { name: m.letters_put_back() })).toHaveCount(2);
});

test('a version that differs in nothing but its line ends says so', async ({ carrel, service }) => {
  const { page } = carrel;
  const room = new LettersRoom(page);
  const before = String((await stored(service)).letter_template_xsl);
  await room.open();
  await reach(room.letter.getByRole('textbox', { name: m.letters_subject() }));
  await writeOver(page, 'Please return');
  await room.review();
  await room.confirm();
  await press(page, 'Escape');
  await change(service, { letter_template_xsl: before.replaceAll('\n', '\r\n') });
  await room.open(m.letters_former());
  await reach(page.getByRole('button', { name: m.letters_put_back() }));
  await press(page, 'Enter');
  const difference = room.dialog.getByRole('region', { name: m.letters_template_difference() });
  await expect(difference).toContainText(
    m.letters_line_ends_only({ before: m.letters_line_ends_crlf(), after: m.letters_line_ends_lf() }),
  );
  await expect(difference.locator('.cm-editor')).toHaveCount(0);
  await expectAccessible(page, 'a difference of line ends');
  await room.confirm();
  expect((await stored(service)).letter_template_xsl).toBe(before);
});

test('what was changed and not saved survives the list, other rooms, and a service that is away', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new LettersRoom(page);
  await room.open();
  await room.edit();
  await write(page, '<!-- kept -->');
  await strike(page, 'Alt+1');
  await expect(room.letter).toBeHidden();
  await strike(page, 'Alt+5');
  await expect(room.template).toContainText('kept');
  await reach(room.template);
  await press(page, 'Escape');
  await press(page, 'Escape');
  await expect(room.rows.filter({ hasText: overdue.name })).toContainText(m.letters_unsaved());
  await room.open();
  await expect(room.letter).toContainText(m.letters_resumed());
  await service.faults({ operation: 'conf.letters.get', fault: 'status', status: 503 });
  await room.review();
  await expect(room.dialog.getByRole('alert')).toBeVisible();
  await service.faults();
  await reach(room.dialog.getByRole('button', { name: m.app_try_again() }));
  await press(page, 'Enter');
  await room.confirm();
  expect((await stored(service)).letter_template_xsl).toContain('kept');
});

test('a letter that the service does not take stays changed here', async ({ carrel, service }) => {
  const { page } = carrel;
  const room = new LettersRoom(page);
  const before = await stored(service);
  await room.open();
  await reach(room.letter.getByRole('textbox', { name: m.letters_subject() }));
  await writeOver(page, 'Not taken');
  await service.faults({ operation: 'conf.letters.update', fault: 'status', status: 400, count: 1 });
  await room.review();
  await reach(room.dialog.getByRole('button', { name: m.letters_save_act() }));
  await press(page, 'Enter');
  await expect(room.dialog.getByRole('alert')).toContainText(m.failures_not_conf_letters_update());
  await expectAccessible(page, 'a letter that was refused');
  await press(page, 'Escape');
  await expect(room.unsaved).toBeVisible();
  expect(await stored(service)).toEqual(before);
  await room.review();
  await room.confirm();
  expect(await stored(service)).toMatchObject({ subject: 'Not taken' });
});

test('a letter of five million characters opens, says its size, and its other fields can be saved', async ({
  carrel,
  service,
}) => {
  test.setTimeout(180_000);
  const { page } = carrel;
  const room = new LettersRoom(page);
  await change(service, { letter_template_xsl: sheet('<!-- 0123456789 0123456789 -->\n'.repeat(165_000)) });
  await room.open(m.letters_template());
  const size = room.letter.getByText(m.letters_too_long({ most: '4,500,000' }));
  await expect(size).toBeVisible({ timeout: 60_000 });
  // The window answers meanwhile.
  await reach(room.template);
  await write(page, '<!-- x -->');
  await expect(room.unsaved).toBeVisible();
  await room.review();
  await expect(room.dialog).toContainText(m.letters_fault_too_long({ most: '4,500,000' }));
  await press(page, 'Escape');
  await reach(room.letter.getByRole('button', { name: m.letters_drop() }));
  await press(page, 'Enter');
  await expect(room.unsaved).toBeHidden();
  await room.show(m.letters_details());
  await reach(room.letter.getByRole('checkbox', { name: m.letters_customized_long() }));
  await press(page, 'Space');
  await room.review();
  await room.confirm();
  expect(await stored(service)).toMatchObject({ customized: 'true' });
});

test('a template of a megabyte is typed into, and no key is lost', async ({ carrel, service }) => {
  const { page } = carrel;
  const room = new LettersRoom(page);
  await change(service, { letter_template_xsl: sheet('<p class="a">0123456789</p>\n'.repeat(37_000)) });
  await room.open();
  await room.edit();
  const comment = '<!-- twenty keys and more -->';
  await write(page, comment);
  await expect(room.unsaved).toBeVisible();
  await room.review();
  await expect(room.dialog).toContainText(comment);
  await room.confirm();
  expect((await stored(service)).letter_template_xsl).toContain(`</xsl:stylesheet>${comment}`);
});
