import { m } from '../../messages/compiled/messages.js';
import { failureText } from '../failures/failure-text.ts';
import type { ScanText } from '../scan/scan-text.ts';
import { countText } from '../ui/format.ts';
import { alertLine, alertWord } from './alert-text.ts';
import type { ReceiptAct, Receipt } from './receipt.svelte.ts';

const doing: Readonly<Record<ReceiptAct, () => string>> = {
  receive: m.receiving_doing_receive,
  keep: m.receiving_doing_keep,
  barcode: m.receiving_doing_barcode,
  finish: m.receiving_doing_finish,
  settle: m.receiving_doing_settle,
};

const words: Readonly<Record<ReceiptAct, () => string>> = {
  receive: m.receiving_word_received,
  keep: m.receiving_word_kept,
  barcode: m.receiving_word_barcode,
  finish: m.receiving_word_finished,
  settle: m.receiving_word_settled,
};

/** A receipt as a sentence of the form every scan has: outcome, what, consequence. */
export function receiptText(receipt: Receipt): ScanText {
  const { about, state, failure, slow } = receipt;
  const subject = { what: about.title || about.pol, code: about.title === '' };
  switch (state) {
    case 'sent':
      return {
        ...subject,
        meaning: 'quiet',
        outcome: m.receiving_word_sent(),
        consequence: slow ? m.receiving_slow({ doing: doing[about.act]() }) : doing[about.act](),
        sound: null,
      };
    case 'toSee':
      return {
        ...subject,
        meaning: 'attention',
        outcome: alertWord(receipt.alerts),
        consequence: joined(alertLine(receipt.alerts), m.receiving_then_received_only()),
        sound: 'attention',
      };
    case 'unfinished':
      return {
        ...subject,
        meaning: 'attention',
        outcome: m.receiving_word_unfinished(),
        consequence: m.receiving_then_unfinished(),
        sound: 'attention',
      };
    case 'failed': {
      const text = failure && failureText(failure);
      return {
        ...subject,
        meaning: text?.meaning ?? 'refused',
        outcome: text?.word ?? m.failures_word_refused(),
        consequence: joined(itemOf(receipt), about.act === 'barcode' && about.barcode, text?.what ?? ''),
        sound: text?.meaning === 'attention' ? 'attention' : 'refused',
      };
    }
    case 'done':
      return {
        ...subject,
        meaning: isForSomebody(receipt) ? 'information' : 'done',
        outcome: words[about.act](),
        consequence: consequenceOf(receipt),
        sound: about.act === 'settle' ? 'note' : isForSomebody(receipt) ? 'attention' : 'done',
      };
  }
}

/** Which item of its order line it is, where several were received in one go. */
const itemOf = ({ about: { number } }: Receipt): string =>
  number === undefined ? '' : m.receiving_item_name({ number: countText(number) });

/** What is for somebody does not look like what goes to the shelf. */
const isForSomebody = ({ about, alerts }: Receipt): boolean => about.holdFor !== '' || alerts.length > 0;

/** What has changed for the book. */
function consequenceOf(receipt: Receipt): string {
  const unread = receipt.unread && m.receiving_then_unread();
  // Whom the order line names is named by `holdFor`.
  const requested = receipt.alerts.filter(({ kind }) => kind === 'requested' || kind === 'requestsUnread');
  return joined(itemOf(receipt), actConsequence(receipt), alertLine(requested), unread);
}

function actConsequence({ about }: Receipt): string {
  const hold = about.holdFor === '' ? '' : m.receiving_then_hold({ name: about.holdFor });
  const { department, status } = about;
  const kept =
    department !== '' && status !== ''
      ? m.receiving_then_kept({ department, status })
      : m.receiving_then_kept_somewhere();
  switch (about.act) {
    case 'receive':
      return joined(
        department !== '' && m.receiving_then_received({ department }),
        about.barcode === '' && m.receiving_then_no_barcode(),
        hold,
      );
    case 'keep':
      return joined(kept, about.barcode === '' && m.receiving_then_no_barcode(), hold);
    case 'finish':
      return joined(kept, hold);
    case 'barcode':
      return about.barcode;
    case 'settle':
      return m.receiving_then_settled();
  }
}

const joined = (...parts: readonly (string | false)[]): string => parts.filter(Boolean).join(' · ');
