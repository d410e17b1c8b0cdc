import type { BlockView, NoteView, PatronView } from '../../contract/desk.ts';
import { notesOf } from '../../service/notes.ts';
import { arrayOf, countOf, dateOf, flagOf, labelOf, operatorOf, textOf } from '../../service/read.ts';
import type { User, UserNote } from '../../service/shapes/user.ts';
import { codedOf, isExpired } from '../records/values.ts';
import type { FeeTotal } from '../fees/record.ts';
import { userIdOf, nameOf, barcodeOf, emailOf, isActive, isActiveBlock } from '../patrons/record.ts';

/** A patron as the desk shows them. The caller adds what is known of this visit only. */
export function patronView(
  user: User,
  feeTotal: FeeTotal,
  now: Date,
): Omit<PatronView, 'unseenNotes' | 'atLimit'> {
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
    expired: isExpired(expiry, now),
    notes: notesOf(user).map(noteView),
    blocks: blocksOf(user, now),
    owed: feeTotal.money,
    loans: countOf(user.loans?.value) ?? 0,
    requests: countOf(user.requests?.value) ?? 0,
    fees: feeTotal.fees,
  };
}

function noteView(note: UserNote): NoteView {
  return {
    text: textOf(note.note_text),
    type: codedOf(note.note_type),
    popUp: flagOf(note.popup_note),
    visibleToPatron: flagOf(note.user_viewable),
    by: operatorOf(note.created_by),
    date: dateOf(note.created_date),
  };
}

function blocksOf(user: User, now: Date): BlockView[] {
  return arrayOf(user.user_block)
    .filter((block) => isActiveBlock(block, now))
    .map((block) => ({
      label: labelOf(block.block_description) || labelOf(block.block_type),
      note: textOf(block.block_note),
      date: dateOf(block.created_date),
    }));
}
