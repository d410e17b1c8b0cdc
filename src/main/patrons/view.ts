import type { BlockView, NoteView, PatronHit, PatronView } from '../../contract/desk.ts';
import { addressOf, emailsOf, isSet } from '../../service/contacts.ts';
import { notesOf } from '../../service/notes.ts';
import { arrayOf, codeOf, countOf, dateOf, flagOf, labelOf, textOf } from '../../service/read.ts';
import type { User, UserNote } from '../../service/shapes/user.ts';
import { codedOf, isOver } from '../records/values.ts';
import { isCardType, nameOr } from '../../shared/patrons.ts';
import type { OwedSum } from '../fees/view.ts';

/** The service's primary id, by which everything about the patron is asked from then on. */
export const userIdOf = (user: User): string => textOf(user.primary_id);

/** The patron's name as their library writes it. */
export function nameOf(user: User): string {
  return textOf(user.full_name) || nameOr(textOf(user.first_name), textOf(user.last_name), userIdOf(user));
}

/** A user's record as the desk needs to see it. Whoever asks adds which notes were seen. */
export function patronView(user: User, owed: OwedSum, now: Date): Omit<PatronView, 'unseenNotes'> {
  const expiry = dateOf(user.expiry_date);
  return {
    userId: userIdOf(user),
    name: nameOf(user),
    barcode: barcodeOf(user),
    email: emailOf(user),
    group: codedOf(user.user_group),
    accountType: codedOf(user.account_type),
    status: codedOf(user.status),
    active: isActive(user),
    expiry,
    expired: isOver(expiry, now),
    notes: notesOf(user).map(noteView),
    blocks: blocksOf(user, now),
    owed: owed.money,
    loans: countOf(user.loans?.value) ?? 0,
    requests: countOf(user.requests?.value) ?? 0,
    fees: owed.fees,
  };
}

/** One line of a search. */
export function patronHit(user: User, now: Date): PatronHit {
  const expiry = dateOf(user.expiry_date);
  return {
    userId: userIdOf(user),
    name: nameOf(user),
    email: emailOf(user),
    group: codedOf(user.user_group),
    active: isActive(user),
    expiry,
    expired: isOver(expiry, now),
  };
}

const isActive = (user: User): boolean => codeOf(user.status).toUpperCase() === 'ACTIVE';

/** A note as the desk needs to see it. */
export function noteView(note: UserNote): NoteView {
  return {
    text: textOf(note.note_text),
    type: codedOf(note.note_type),
    popUp: flagOf(note.popup_note),
    visibleToPatron: flagOf(note.user_viewable),
    by: textOf(note.created_by),
    date: dateOf(note.created_date),
  };
}

/** The blocks that stand: neither lifted nor run out. */
function blocksOf(user: User, now: Date): BlockView[] {
  return arrayOf(user.user_block)
    .filter((block) => {
      const status = textOf(block.block_status).toUpperCase();
      return (status === '' || status === 'ACTIVE') && !isOver(dateOf(block.expiry_date), now);
    })
    .map((block) => ({
      label: labelOf(block.block_description) || labelOf(block.block_type),
      note: textOf(block.block_note),
      date: dateOf(block.created_date),
    }));
}

/** The card's barcode: the identifier of that type, under either of the codes in use for it. */
function barcodeOf(user: User): string {
  const barcodes = arrayOf(user.user_identifier).filter(({ id_type: type }) => isCardType(codeOf(type)));
  const active = barcodes.find(({ status }) => textOf(status).toUpperCase() !== 'INACTIVE');
  return textOf((active ?? barcodes[0])?.value);
}

/** The preferred mail address, from the contacts of deployed services or from the top-level list. Source: User. */
function emailOf(user: User): string {
  const emails = emailsOf(user);
  const chosen = emails.find((email) => isSet(email['preferred'])) ?? emails[0];
  return chosen ? addressOf(chosen) : '';
}
