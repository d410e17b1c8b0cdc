import { type Area, write } from '../check.ts';
import { done, equal, refused, took } from '../expect.ts';
import { p } from '../http.ts';
import { at, code, objects } from '../read.ts';

const note = {
  note_type: { value: 'CIRCULATION' },
  note_text: 'Conformance',
  user_viewable: true,
  popup_note: true,
};

/** Notes live inside the user. */
export const notes: Area = {
  title: 'Notes',
  checks: [
    write('users.create', 'User, note 1', 'notes are kept in the user, as a flat array', async (t) => {
      const id = await t.world.user({ user_note: [note] });
      const [kept] = objects(done(t, await t.service.get(p`/users/${id}`))['user_note']);
      equal('note_text', kept?.['note_text'], note.note_text);
      equal('note_type', code(kept?.['note_type']), 'CIRCULATION');
      equal('flags', [kept?.['user_viewable'], kept?.['popup_note']], [true, true]);
    }),
    write(
      ['users.create', 'users.update'],
      'User, note 2; Errors, 4',
      'wrapped notes are refused with 400',
      async (t) => {
        const wrapped = { user_note: [note] };
        refused(t, await t.service.post('/users', {}, t.world.record({ user_note: wrapped })), {
          status: [400],
        });
        const id = await t.world.user({ user_note: [note] });
        const record = t.world.record({ primary_id: id, user_note: wrapped });
        refused(t, await t.service.put(p`/users/${id}`, record), { status: [400] });
        const kept = objects(done(t, await t.service.get(p`/users/${id}`))['user_note']);
        equal('notes as they were', kept.length, 1);
      },
    ),
    write(
      'users.create',
      'User, note 3',
      'a note is CIRCULATION, unseen by the patron and no popup unless said',
      async (t) => {
        const id = await t.world.user({ user_note: [{ note_text: 'Conformance' }] });
        const user = done(t, await t.service.get(p`/users/${id}`));
        equal('note_type', code(at(user, 'user_note.0.note_type')), 'CIRCULATION');
        equal('user_viewable', at(user, 'user_note.0.user_viewable'), false);
        equal('popup_note', at(user, 'user_note.0.popup_note'), false);
      },
    ),
    write(
      'users.update',
      'User, note 4',
      'a note is added and removed by reading, changing and writing the user',
      async (t) => {
        const id = await t.world.user({ first_name: 'Kept', user_note: [note] });
        const user = done(t, await t.service.get(p`/users/${id}`));
        const more = [...objects(user['user_note']), { ...note, note_text: 'Second' }];
        const after = done(t, await t.service.put(p`/users/${id}`, { ...user, user_note: more }));
        equal(
          'notes',
          objects(after['user_note']).map((one) => one['note_text']),
          ['Conformance', 'Second'],
        );
        equal('the rest', after['first_name'], 'Kept');
        took(t, await t.service.put(p`/users/${id}`, { ...user, user_note: [] }));
        equal('notes', done(t, await t.service.get(p`/users/${id}`))['user_note'], []);
      },
    ),
  ],
};
