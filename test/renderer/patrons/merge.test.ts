import { describe, expect, it } from 'vitest';
import type { EmailForm, PatronForm } from '../../../src/contract/patrons.ts';
import { newForm } from '../../../src/renderer/patrons/form.ts';
import { besides, clashesOf, merged } from '../../../src/renderer/patrons/merge.ts';
import { refusedField } from '../../../src/renderer/patrons/refused-field.ts';

const email = (address: string, raw: object | null = { email_address: address }): EmailForm => ({
  ...{ address, type: { code: '', label: '' }, preferred: false },
  raw: raw as EmailForm['raw'],
});

const was: PatronForm = {
  ...newForm(),
  firstName: 'Ada',
  lastName: 'One',
  group: { code: 'STAFF', label: 'Staff' },
  emails: [email('a@b.c')],
};

describe('two versions of a record', () => {
  it('clash only where both changed a field, and not to the same', () => {
    const mine = { ...was, firstName: 'Mine', lastName: 'Same', birth: '1999-01-02' };
    const theirs = {
      ...was,
      firstName: 'Theirs',
      lastName: 'Same',
      group: { code: 'GUEST', label: 'Guest' },
    };
    expect(clashesOf(was, mine, theirs).map(({ field, both, choice }) => [field, both, choice])).toEqual([
      ['firstName', true, null],
      ['lastName', false, 'theirs'],
      ['birth', false, 'mine'],
      ['group', false, 'theirs'],
    ]);
  });

  it('are the same where only the name of a code or a space differs', () => {
    const mine = { ...was, firstName: ' Ada ', group: { code: 'STAFF', label: 'Personnel' } };
    expect(clashesOf(was, mine, was)).toEqual([]);
  });

  it('are put together as was chosen, and what no form shows is not undone', () => {
    const mine = { ...was, firstName: 'Mine', emails: [...was.emails, email('new@b.c', null)] };
    const verified = { email_address: 'a@b.c', verified: 'yes' };
    const theirs = { ...was, firstName: 'Theirs', lastName: 'Two', emails: [email('a@b.c', verified)] };
    const result = merged(was, mine, theirs, { emails: 'mine', firstName: 'theirs' });
    expect(result).toEqual({
      ...theirs,
      emails: [email('a@b.c', verified), email('new@b.c', null)],
    });
  });

  it('name what was changed where no field shows it', () => {
    const theirs = { ...was, lastName: 'Two' };
    const differences = ['last_name', 'user_note.0.note_text', 'contact_info.email.0.verified'].map(
      (field) => ({
        field,
        was: '',
        is: 'x',
      }),
    );
    expect(besides(differences, clashesOf(was, was, theirs)).map(({ field }) => field)).toEqual([
      'user_note.0.note_text',
      'contact_info.email.0.verified',
    ]);
  });
});

describe('a refusal', () => {
  const form: PatronForm = {
    ...newForm(),
    primaryId: 'ada.one',
    identifiers: [
      { type: { code: 'BARCODE', label: '' }, value: 'P-1', note: '', active: true, raw: null },
      { type: { code: 'OTHER', label: '' }, value: 'P-2', note: '', active: true, raw: null },
    ],
  };
  const refused = (code: string, message: string) =>
    ({ kind: 'refused', operation: 'users.create', status: 400, code, message, trackingId: null }) as const;

  it.each([
    ['401851', 'User with identifier P-2 already exists.', 'identifiers.1.value'],
    ['401851', 'User with identifier ada.one already exists.', 'primaryId'],
    ['401852', 'No such group.', 'group'],
    ['401857', '', 'accountType'],
    ['401664', 'Mandatory field is missing: user_group', 'group'],
    ['401864', 'Given status (GONE) is invalid.', 'status'],
    ['401864', 'Given identifier type (OTHER) is invalid.', 'identifiers.1.type'],
    ['401864', 'Given value is invalid: expiry_date. Expected a date.', 'expiry'],
    ['401864', 'Something else.', ''],
  ])('%s “%s” is about “%s”', (code, message, field) => {
    expect(refusedField(refused(code, message), form)).toBe(field);
  });
});
