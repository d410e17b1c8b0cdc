import { describe, expect, test } from 'vitest';
import type { LetterForm, LetterView } from '../../../../src/contract/configuration-letters.ts';
import { LetterEdit } from '../../../../src/renderer/configuration/letters/letter-edit.svelte.ts';
import { Letters } from '../../../../src/renderer/configuration/letters/letters.svelte.ts';
import { main } from '../../support/main.ts';
import { away, unknown } from '../../support/views.ts';

const letter = (opened: string, form: Partial<LetterForm> = {}): LetterView => ({
  ...{ code: 'L', name: 'Letter', description: 'Derived', channel: null, opened, former: [] },
  form: {
    ...{ enabled: true, customized: false, channel: 'EMAIL', subject: 'S', body: null, template: '<a/>' },
    ...form,
  },
});

const compared = async (edit: LetterEdit, now: LetterView): Promise<void> => {
  const comparing = edit.compare();
  if (edit.template.isChanged) await main.open('configuration.letters.check').answer(null);
  await main.open('configuration.letters.open').answer(now);
  await comparing;
};

describe('a letter that is edited', () => {
  test('sends what was changed and nothing else, against the letter as it is now', async () => {
    const edit = new LetterEdit(letter('1'));
    expect(edit.isDirty).toBe(false);
    edit.fields.enabled = false;
    edit.template.replace('<a/>\n');
    await compared(edit, letter('1'));
    expect(edit.changed.map(({ field }) => field)).toEqual(['enabled', 'template']);
    const saving = edit.save();
    const sent = main.open('configuration.letters.save');
    expect(sent.input).toMatchObject({ code: 'L', against: '1' });
    expect(sent.input.changes).toEqual({ enabled: false, template: '<a/>\n' });
    await sent.answer({ record: letter('2', { enabled: false, template: '<a/>\n' }), notKept: [] });
    edit.done((await saving) ?? { record: null, notKept: null });
    expect(edit.isDirty).toBe(false);
    expect(edit.base.opened).toBe('2');
  });

  test('changed elsewhere in another field takes that over, in the same field asks', async () => {
    const edit = new LetterEdit(letter('1'));
    edit.fields.subject = 'Mine';
    await compared(edit, letter('2', { subject: 'Theirs', channel: 'SMS' }));
    expect(edit.conflict?.clashes.map(({ field, both }) => [field, both])).toEqual([
      ['channel', false],
      ['subject', true],
    ]);
    expect(edit.undecided).toBe(1);
    edit.choose('subject', 'mine');
    edit.resume();
    expect(edit.fields).toMatchObject({ subject: 'Mine', channel: 'SMS' });
    expect(edit.changed.map(({ field }) => field)).toEqual(['subject']);
    await compared(edit, letter('3', { subject: 'Mine', channel: 'SMS' }));
    expect(edit.conflict?.clashes).toHaveLength(1);
    edit.resume();
    expect([edit.isDirty, edit.changed]).toEqual([false, []]);
  });

  test('changed elsewhere where no field shows it is saved on top of that', async () => {
    const edit = new LetterEdit(letter('1'));
    edit.fields.subject = 'Mine';
    await compared(edit, letter('2'));
    expect([edit.conflict, edit.fresh?.opened, edit.undecided]).toEqual([null, '2', 0]);
  });

  test('with blanks that someone else has put at the end of the template does not take them away', async () => {
    const edit = new LetterEdit(letter('1'));
    edit.fields.subject = 'Mine';
    await compared(edit, letter('2', { template: '<a/>\n\n' }));
    edit.resume();
    expect(edit.template.text).toBe('<a/>\n\n');
    expect(edit.changed.map(({ field }) => field)).toEqual(['subject']);
  });

  test('with a fault in its template is not even compared', async () => {
    const edit = new LetterEdit(letter('1'));
    edit.template.replace('<a');
    const comparing = edit.compare();
    const fault = { why: 'notWellFormed', line: 1, column: 3, detail: 'x' } as const;
    await main.open('configuration.letters.check').answer(fault);
    await comparing;
    expect([edit.fault, edit.fresh]).toEqual([fault, null]);
    expect(main.times('configuration.letters.open')).toBe(0);
    edit.drop();
    expect([edit.isDirty, edit.fault]).toEqual([false, null]);
  });

  test('too long is not sent to be looked at', async () => {
    const edit = new LetterEdit(letter('1'));
    expect(await edit.check('x'.repeat(4_500_001))).toMatchObject({ why: 'tooLong' });
    expect(main.times('configuration.letters.check')).toBe(0);
  });

  test('whose save is not confirmed is not sent twice', async () => {
    const edit = new LetterEdit(letter('1'));
    edit.fields.enabled = false;
    await compared(edit, letter('1'));
    const saving = edit.save();
    await main.open('configuration.letters.save').fail(unknown);
    expect(await saving).toBeNull();
    expect(edit.act.unclear).toBe(true);
    expect(await edit.save()).toBeNull();
    expect(main.times('configuration.letters.save')).toBe(1);
  });

  test('that cannot be read again says so, and keeps what was changed', async () => {
    const edit = new LetterEdit(letter('1'));
    edit.fields.subject = 'Mine';
    const comparing = edit.compare();
    await main.open('configuration.letters.open').fail(away);
    await comparing;
    expect([edit.act.failure, edit.isDirty]).toEqual([away, true]);
  });
});

describe('the letters of a window', () => {
  test('keep what was changed when the list is shown, until another library is', async () => {
    const letters = new Letters();
    letters.open('L');
    await main.open('configuration.letters.open').answer(letter('1'));
    const { edit } = letters.opened ?? {};
    if (edit) edit.fields.subject = 'Mine';
    expect(letters.isUnsaved).toBe(true);
    letters.back();
    expect([letters.isUnsaved, letters.isLeft('L')]).toEqual([true, true]);
    letters.open('L');
    expect(letters.opened?.edit?.fields.subject).toBe('Mine');
    letters.forget();
    expect([letters.isUnsaved, letters.opened]).toEqual([false, null]);
  });

  test('are found by all words, in name, code and channel', async () => {
    const letters = new Letters();
    void letters.list.load();
    const entry = { enabled: null, customized: null };
    await main.open('configuration.letters.list').answer([
      { ...entry, code: 'A', name: 'Overdue notice', channel: { code: 'EMAIL', label: 'EMAIL' } },
      { ...entry, code: 'B', name: 'Receipt', channel: null },
    ]);
    const found = (filter: string): readonly string[] => {
      letters.filter = filter;
      return letters.rows.map(({ code }) => code);
    };
    expect([found(''), found('NOTICE email'), found('receipt email'), found('b')]).toEqual([
      ...[['A', 'B'], ['A'], [], ['B']],
    ]);
  });
});
