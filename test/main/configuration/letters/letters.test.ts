import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openTestStation, type TestStation } from '../../support/test-station.ts';
import { lostBefore } from '../../support/lost.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-letters-'));
afterAll(() => rmSync(folder, { recursive: true }));

const code = 'OverdueAndLostLoanLetter';
const at = { path: { letter_code: code } };
const xsl = (inside: string): string =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">${inside}</xsl:stylesheet>`;

const open = async () => {
  const station = await openTestStation(folder);
  const window = station.window();
  const letter = await window.ask('configuration.letters.open', { code });
  const save = (changes: object, against = letter.opened, intent = randomUUID()) =>
    window.ask('configuration.letters.save', { intent, code, against, changes });
  const fail = (changes: object, against = letter.opened) =>
    window.failure('configuration.letters.save', { intent: randomUUID(), code, against, changes });
  const stored = () => station.client.call('conf.letters.get', at);
  return { station, window, letter, save, fail, stored };
};

test('the list says what it is told, and a letter all of it', async () => {
  const { station, window, letter } = await open();
  const list = await window.ask('configuration.letters.list', {});
  expect(list).toHaveLength(4);
  expect(list[3]).toEqual({
    ...{ code, name: 'Overdue Notice', enabled: true, customized: false },
    channel: { code: 'EMAIL', label: 'EMAIL' },
  });
  expect(letter).toMatchObject({ code, name: 'Overdue Notice', description: expect.any(String) as string });
  expect(letter.form).toMatchObject({ enabled: true, customized: false, channel: 'EMAIL' });
  expect(letter.form.template).toContain('<xsl:stylesheet');
  station.odd = { 'conf.letters.list': () => ({ items: [{ code: 'A' }, {}], total: 2 }) };
  expect(await window.ask('configuration.letters.list', {})).toEqual([
    { code: 'A', name: 'A', enabled: null, customized: null, channel: null },
    { code: '', name: '', enabled: null, customized: null, channel: null },
  ]);
});

test('a letter goes as XML, with its template to the last sign, and everything else as it came', async () => {
  const { station, letter, save, stored, window } = await open();
  const seen = await stored();
  const template = xsl(
    '<xsl:template match="/">\r\n\t<p title="a &amp; b">]] é\u{1F4DA}</p></xsl:template>\n',
  );
  const saved = await save({ template, enabled: false, channel: 'SMS' });
  expect(saved).toMatchObject({
    notKept: [],
    record: { form: { template, enabled: false, channel: 'SMS' } },
  });
  expect(await stored()).toEqual({
    ...seen,
    letter_template_xsl: template,
    enabled: 'false',
    channel: 'SMS',
  });
  // The description is the service's own.
  const [sent] = [...station.intended.values()].map(({ payload }) => JSON.stringify(payload));
  expect(sent).toContain('letter_template_xsl');
  expect(sent).not.toContain('"description"');
  expect(saved.record?.opened).not.toBe(letter.opened);
  // The former letter is there, and comes back whole.
  const [former] = saved.record?.former ?? [];
  const was = await window.ask('configuration.letters.former', { id: former?.id ?? '' });
  expect(was).toEqual(letter.form);
  await save(was, saved.record?.opened);
  expect(await stored()).toEqual(seen);
});

test('a letter that someone else has changed is left alone', async () => {
  const { station, letter, fail, stored, save } = await open();
  await station.client.call('conf.letters.update', {
    ...at,
    body: { ...(await stored()), subject: 'Theirs' },
  });
  expect(await fail({ enabled: false })).toMatchObject({ kind: 'conflict' });
  expect(await stored()).toMatchObject({ subject: 'Theirs', enabled: 'true' });
  expect(letter.former).toEqual([]);
  const theirs = await station.window().ask('configuration.letters.open', { code });
  expect(theirs.former).toEqual([]);
  await save({ enabled: false }, theirs.opened);
  expect(await stored()).toMatchObject({ subject: 'Theirs', enabled: 'false' });
});

test('two windows at once: one is written, the other is told', async () => {
  const { save, stored } = await open();
  const ends = await Promise.allSettled([save({ subject: 'One' }), save({ subject: 'Two' })]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await stored()).toMatchObject({ subject: 'One' });
});

test('a double click is one save', async () => {
  const { save, letter, station } = await open();
  const intent = randomUUID();
  const [, twice] = await Promise.allSettled([
    save({ enabled: false }, letter.opened, intent),
    save({ enabled: false }, letter.opened, intent),
  ]);
  expect(twice.status).toBe('rejected');
  expect(station.journal.kept('here', 'replaced', 9)).toHaveLength(1);
});

test('a template that is no XSL, or has a document type, never leaves', async () => {
  const { fail, stored, station } = await open();
  const seen = await stored();
  for (const template of [
    'Dear patron',
    '<a>\n</b>',
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    '<html/>',
  ]) {
    expect(await fail({ template })).toMatchObject({
      kind: 'invalid',
      field: 'template',
      reason: 'malformed',
    });
  }
  expect(await fail({ subject: 'a\u0001b' })).toMatchObject({ kind: 'invalid', field: 'subject' });
  expect(await stored()).toEqual(seen);
  expect(station.journal.kept('here', 'replaced', 9)).toEqual([]);
});

test('a refused letter is as it was, and no former one is kept', async () => {
  const { station, fail, stored } = await open();
  const seen = await stored();
  await station.faults({ operation: 'conf.letters.update', fault: 'status', status: 400 });
  expect(await fail({ enabled: false })).toMatchObject({ kind: 'refused' });
  expect(station.journal.kept('here', 'replaced', 9)).toEqual([]);
  await station.faults();
  expect(await stored()).toEqual(seen);
});

test('an answer that is lost is looked up: it happened, or it did not', async () => {
  const { station, window, save, stored } = await open();
  const before = await stored();
  await lostBefore(
    station,
    'conf.letters.update',
    () => save({ enabled: false }),
    () => window.unclear(),
  );
  expect(await stored()).toEqual(before);
  await station.faults({ operation: 'conf.letters.update', fault: 'drop-after', count: 1 });
  const saved = await save({ enabled: false, subject: 'S' });
  expect(saved).toMatchObject({ notKept: [], record: { form: { enabled: false, subject: 'S' } } });
});

test('saved and not to be read afterwards it is saved; what the service did not keep is told', async () => {
  const { station, save } = await open();
  let reads = 0;
  station.odd = {
    'conf.letters.get': (answer) => {
      reads += 1;
      return reads > 1 ? { ...(answer as object), channel: 'EMAIL' } : answer;
    },
  };
  expect(await save({ channel: 'SMS' })).toMatchObject({ notKept: ['channel'] });
  const now = await station.window().ask('configuration.letters.open', { code });
  await station.faults({ operation: 'conf.letters.get', fault: 'html', after: 1 });
  expect(await save({ subject: 'S' }, now.opened)).toEqual({ record: null, notKept: null });
});

test('former letters survive the program, are of this library only, and ten are kept', async () => {
  const { station, window, letter } = await open();
  let against = letter.opened;
  for (let nth = 0; nth < 12; nth += 1) {
    const saved = await window.ask('configuration.letters.save', {
      ...{ intent: randomUUID(), code, against, changes: { subject: `Number ${String(nth)}` } },
    });
    against = saved.record?.opened ?? '';
  }
  station.restart();
  const again = station.window();
  const { former } = await again.ask('configuration.letters.open', { code });
  expect(former).toHaveLength(10);
  const id = former[0]?.id ?? '';
  expect(await again.ask('configuration.letters.former', { id })).toMatchObject({ subject: 'Number 10' });
  station.library = { ...station.library, id: 'another' };
  expect(await again.failure('configuration.letters.former', { id })).toMatchObject({ reason: 'gone' });
  expect(await again.ask('configuration.letters.open', { code })).toMatchObject({ former: [] });
});

async function withLong(station: TestStation, length: number): Promise<void> {
  const template = xsl(`<!--${'x'.repeat(length)}-->`);
  await station.client.call('conf.letters.update', {
    ...at,
    body: { code, enabled: 'true', letter_template_xsl: template },
  });
}

test('a letter of five million characters is read, and its other fields are saved', async () => {
  const { station, window, fail, stored } = await open();
  await withLong(station, 5_000_000);
  const long = await window.ask('configuration.letters.open', { code });
  expect(long.form.template?.length).toBeGreaterThan(5_000_000);
  const saved = await window.ask('configuration.letters.save', {
    ...{ intent: randomUUID(), code, against: long.opened, changes: { enabled: false } },
  });
  expect(saved).toMatchObject({ notKept: [] });
  expect((await stored()).letter_template_xsl).toBe(long.form.template);
  await expect(fail({ template: 'x'.repeat(5_000_000) })).rejects.toMatchObject({ name: 'ZodError' });
});
