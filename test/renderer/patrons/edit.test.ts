import { describe, expect, test } from 'vitest';
import type { PatronForm, PatronRecord, PatronTables } from '../../../src/contract/patrons.ts';
import { PatronEdit, editOf } from '../../../src/renderer/patrons/edit.svelte.ts';
import { newForm } from '../../../src/renderer/patrons/form.ts';
import { Details } from '../../../src/renderer/patrons/details.svelte.ts';
import { main } from '../support/main.ts';
import { away, refused, unknown } from '../support/views.ts';

const noTables: PatronTables = {
  ...{ groups: null, accountTypes: null, statuses: null, identifierTypes: null, addressTypes: null },
  ...{ emailTypes: null, phoneTypes: null, titles: null, genders: null, languages: null, countries: null },
};

const record = (form: Partial<PatronForm>): PatronRecord => ({
  seen: { mark: form.lastName ?? '' },
  form: { ...newForm(), primaryId: 'a', ...form },
  ...{ userId: 'a', name: `Name ${form.lastName ?? ''}`, recordType: { code: '', label: '' } },
  ...{ externalId: '', statusSince: '', created: '', modified: '', blocks: [], statistics: [] },
});

const anna = record({ firstName: 'Anna', lastName: 'Lind' });

/** An edit whose fresh read has come. */
async function opened(): Promise<PatronEdit> {
  const edit = new PatronEdit('a');
  void edit.open();
  await main.open('patrons.tables').answer(noTables);
  await main.open('patrons.read').answer(anna);
  return edit;
}

const conflict = {
  kind: 'conflict',
  differences: [{ field: 'last_name', was: 'Lind', is: 'Lund' }],
} as const;

describe('a record that is edited', () => {
  test('begins with a fresh read, in which nothing is changed', async () => {
    const edit = new PatronEdit('a');
    void edit.open();
    expect(edit.started).toBe(false);
    await main.open('patrons.tables').answer(noTables);
    await main.open('patrons.read').answer(anna);
    expect(edit.started).toBe(true);
    expect(edit.isDirty).toBe(false);
    expect(edit.form.lastName).toBe('Lind');
    edit.form.lastName = 'Berg';
    expect(edit.isDirty).toBe(true);
    edit.form.lastName = 'Lind';
    expect(edit.isDirty).toBe(false);
  });

  test('cannot be saved where it could not be read, and says why', async () => {
    const edit = new PatronEdit('a');
    void edit.open();
    await main.open('patrons.tables').answer(noTables);
    await main.open('patrons.read').fail(away);
    expect(edit.started).toBe(false);
    expect(edit.reading.failure).toEqual(away);
  });

  test('that was begun and left is gone on with', async () => {
    const edit = await opened();
    edit.form.lastName = 'Berg';
    await edit.open();
    expect(edit.resumed).toBe(true);
    expect(edit.form.lastName).toBe('Berg');
    expect(main.times('patrons.read')).toBe(1);
    edit.startOver();
    expect(edit.form.lastName).toBe('Lind');
    expect(edit.resumed).toBe(false);
  });

  test('is saved once, against what was seen, and is no draft any more', async () => {
    const edit = await opened();
    edit.form.lastName = 'Berg';
    const saved = edit.save();
    void edit.save();
    expect(main.times('patrons.save')).toBe(1);
    expect(main.open('patrons.save').input).toMatchObject({
      seen: { mark: 'Lind' },
      form: { lastName: 'Berg' },
    });
    const written = record({ firstName: 'Anna', lastName: 'Berg' });
    await main.open('patrons.save').answer({ record: written });
    expect(await saved).toBe(written);
    expect(edit.isDirty).toBe(false);
  });

  test('stays as it was typed where it was refused, at its field where one is meant', async () => {
    const edit = await opened();
    edit.form.lastName = '';
    void edit.save();
    await main.open('patrons.save').fail({
      ...{ kind: 'invalid', field: 'lastName', reason: 'required', detail: '' },
    });
    expect(edit.error('lastName')).not.toBe('');
    expect(edit.error('firstName')).toBe('');
    expect(edit.isDirty).toBe(true);
    expect(edit.unclear).toBe(false);
  });

  test('of which nobody knows whether it was saved is not saved again', async () => {
    const edit = await opened();
    edit.form.lastName = 'Berg';
    void edit.save();
    await main.open('patrons.save').fail(unknown);
    expect(edit.unclear).toBe(true);
    expect(await edit.save()).toBeNull();
    expect(main.times('patrons.save')).toBe(1);
  });
});

describe('a record that somebody else has changed', () => {
  async function inConflict(theirs: Partial<PatronForm>): Promise<PatronEdit> {
    const edit = await opened();
    edit.form.lastName = 'Berg';
    void edit.save();
    await main.open('patrons.save').fail(conflict);
    await main.open('patrons.read').answer(record({ firstName: 'Anna', lastName: 'Lind', ...theirs }));
    return edit;
  }

  test('is put beside what was typed: nothing is written before both were chosen from', async () => {
    const edit = await inConflict({ lastName: 'Lund', firstName: 'Anne' });
    expect(edit.outdated).toBe(true);
    expect(edit.conflict?.clashes.map(({ field, both }) => [field, both])).toEqual([
      ['firstName', false],
      ['lastName', true],
    ]);
    expect(edit.undecided).toBe(1);
    expect(edit.form.lastName).toBe('Berg');
    edit.choose('lastName', 'mine');
    expect(edit.undecided).toBe(0);
    const saved = edit.save();
    const again = main.open('patrons.save');
    // Upon the record as it is now, with their change where only they made one.
    expect(again.input).toMatchObject({
      seen: { mark: 'Lund' },
      form: { lastName: 'Berg', firstName: 'Anne' },
    });
    expect(again.input.intent).not.toBe(main.all('patrons.save')[0]?.input.intent);
    await again.answer({ record: null });
    // It is saved, though it could not be read then.
    expect(await saved).toMatchObject({ name: 'Anne Berg' });
  });

  test('can be kept as it was typed, in all: that is saved when it is back in the form', async () => {
    const edit = await inConflict({ lastName: 'Lund' });
    edit.chooseAll('mine');
    expect(edit.undecided).toBe(0);
    edit.resume();
    expect(edit.conflict).toBeNull();
    expect([edit.form.lastName, edit.isDirty]).toEqual(['Berg', true]);
    void edit.save();
    expect(main.open('patrons.save').input).toMatchObject({
      seen: { mark: 'Lund' },
      form: { lastName: 'Berg' },
    });
    await main.open('patrons.save').fail(refused);
    expect([edit.form.lastName, edit.isDirty]).toEqual(['Berg', true]);
    edit.form.lastName = 'Lund';
    expect(edit.isDirty).toBe(false);
  });

  test('that changes once more is put beside it once more', async () => {
    const edit = await inConflict({ lastName: 'Lund' });
    edit.choose('lastName', 'mine');
    void edit.save();
    await main.open('patrons.save').fail(conflict);
    await main.open('patrons.read').answer(record({ firstName: 'Anna', lastName: 'Lunde' }));
    expect(edit.undecided).toBe(1);
    expect(edit.conflict?.clashes.map(({ field }) => field)).toEqual(['lastName']);
    edit.choose('lastName', 'mine');
    void edit.save();
    expect(main.open('patrons.save').input).toMatchObject({
      seen: { mark: 'Lunde' },
      form: { lastName: 'Berg' },
    });
  });

  test('can be taken as they have it, in all', async () => {
    const edit = await inConflict({ lastName: 'Lund' });
    edit.chooseAll('theirs');
    edit.resume();
    expect(edit.conflict).toBeNull();
    expect(edit.form.lastName).toBe('Lund');
    expect(edit.isDirty).toBe(false);
  });

  test('that cannot be read then keeps what was typed, with the reason', async () => {
    const edit = await opened();
    edit.form.lastName = 'Berg';
    void edit.save();
    await main.open('patrons.save').fail(conflict);
    await main.open('patrons.read').fail(away);
    expect(edit.conflict).toBeNull();
    expect(edit.act.failure).toEqual(away);
    expect(edit.form.lastName).toBe('Berg');
  });
});

describe('somebody who is added', () => {
  test('begins with what was typed to find them, which gives way to the next who is looked for', async () => {
    const edit = new PatronEdit(null);
    await edit.open('Lind');
    expect(edit.isDirty).toBe(true);
    const first = { ...edit.form };
    await edit.open('Berg');
    expect(edit.form).not.toEqual(first);
    expect(edit.resumed).toBe(false);
    edit.form.firstName = 'Anna';
    await edit.open('Dahl');
    expect(edit.resumed).toBe(true);
    expect(edit.form.firstName).toBe('Anna');
  });

  test('is created once; what was refused can be tried again', async () => {
    const edit = new PatronEdit(null);
    await edit.open('Lind');
    void edit.save();
    void edit.save();
    expect(main.times('patrons.create')).toBe(1);
    await main.open('patrons.create').fail(refused);
    expect(edit.isDirty).toBe(true);
    void edit.save();
    await main.open('patrons.create').answer({ record: anna });
    expect(main.times('patrons.create')).toBe(2);
    expect(edit.isDirty).toBe(false);
  });
});

describe('the details of a patron', () => {
  test('are exported once at a time, and a failure is shown until the next act', async () => {
    const tab = new Details('a');
    const exported = tab.export();
    expect(await tab.export()).toBeNull();
    expect(main.times('patrons.export')).toBe(1);
    await main.open('patrons.export').answer({ outcome: 'saved', savedAs: 'a.json' });
    expect(await exported).toEqual({ outcome: 'saved', savedAs: 'a.json' });
    const failed = tab.export();
    await main.open('patrons.export').fail(away);
    expect(await failed).toBeNull();
    expect(tab.exporting.failure).toEqual(away);
    tab.remove();
    expect([tab.dialog, tab.exporting.failure]).toEqual(['delete', null]);
    tab.leave();
    expect([tab.dialog, tab.exporting.failure]).toEqual([null, null]);
  });

  test('are edited in the draft that is kept for that patron', () => {
    expect(new Details('a').draft).toBe(editOf('a'));
    expect(new Details('b').draft).not.toBe(editOf('a'));
  });
});
