import { pause } from '../desk.ts';
import { until, type Act } from './wanting.ts';

/** A note is written into the record of the patron at the desk. */
export const note: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons);
  const open = await desk.ask('desk.open', { userId });
  if (!open.ok) return;
  const text = `Called about ${chance.below(1_000_000)}`;
  const given = { userId, text, type: 'CIRCULATION', visibleToPatron: false, popUp: false };
  const wish = desk.wish(`note ${text} for ${userId}`);
  await until(desk, chance, () =>
    desk.command(wish, 'notes.add', (intent) => ({ intent, ...given }), chance),
  );
};

/** A note is taken away, or one that somebody else has just taken. */
export const unnote: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons);
  const open = await desk.ask('desk.open', { userId });
  if (!open.ok || open.value.notes.length === 0) return note(desk, chance);
  const at = chance.below(open.value.notes.length);
  const { text = '', date = '' } = open.value.notes[at] ?? {};
  const wish = desk.wish(`note gone ${userId} ${text}`);
  await until(desk, chance, () =>
    desk.command(wish, 'notes.remove', (intent) => ({ intent, userId, at, text, date }), chance),
  );
};

/** A patron's record is edited. */
export const edit: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons);
  const read = await desk.ask('patrons.read', { userId });
  if (!read.ok) return;
  await pause(chance.between(500, 20_000));
  const { seen, form } = read.value;
  const changed = { ...form, middleName: `M${chance.below(1000)}` };
  const wish = desk.wish(`edit ${changed.middleName} of ${userId}`);
  await until(desk, chance, () =>
    desk.command(wish, 'patrons.save', (intent) => ({ intent, seen, form: changed }), chance),
  );
};

/** Somebody new joins; and perhaps it was a mistake. */
export const join: Act = async (desk, chance) => {
  const like = await desk.ask('patrons.read', { userId: chance.pick(desk.cast.patrons).userId });
  if (!like.ok) return;
  const primaryId = `new.${chance.below(1_000_000_000)}`;
  const form = {
    ...like.value.form,
    ...{ primaryId, identifiers: [], addresses: [], emails: [], phones: [] },
  };
  const wish = desk.wish(`create patron ${primaryId}`);
  await until(desk, chance, () =>
    desk.command(wish, 'patrons.create', (intent) => ({ intent, form }), chance),
  );
  if (chance.happens(0.6)) return;
  const gone = desk.wish(`delete patron ${primaryId}`);
  await until(desk, chance, () =>
    desk.command(gone, 'patrons.delete', (intent) => ({ intent, userId: primaryId }), chance),
  );
};

/** A file is kept with a patron's record. */
export const attach: Act = async (desk, chance) => {
  const { userId } = chance.pick(desk.cast.patrons);
  const content = Buffer.from(`File ${chance.below(1_000_000)}`);
  const wish = desk.wish(`attach ${content.toString()} to ${userId}`);
  await until(desk, chance, async () => {
    const file = await desk.file('letter.txt', content);
    if (file === null) return '';
    return desk.command(
      wish,
      'attachments.add',
      (intent) => ({ intent, userId, file, type: 'GENERAL', note: '' }),
      chance,
    );
  });
};
