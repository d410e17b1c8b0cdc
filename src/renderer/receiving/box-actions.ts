import { m } from '../../messages/compiled/messages.js';
import { atOnce, type Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import type { BoxTrouble } from '../../shared/box-check.ts';
import { claimSlips } from './box-text.ts';
import type { Box } from './box.svelte.ts';
import { paperOf } from './paper.ts';
import { receivingSession } from './room-session.ts';

/** The box check: it is begun, what is wrong is claimed, and it is ended. */
export function boxActions(shell: Shell) {
  const here = { group: 'receiving', where: 'receiving' } as const;
  const box = (): Box | null => (shell.room === 'receiving' ? (shell.receiving?.box ?? null) : null);
  const onUnmet = (): void => shell.station.speaker.play('attention');
  const inCheck =
    (why: (box: Box) => string | null = () => null) =>
    (): string | null => {
      const current = box();
      if (!current) return m.actions_not_in_receiving();
      return current.check ? why(current) : m.receiving_box_none();
    };
  const run = (act: (box: Box) => Promise<unknown>) => async (): Promise<null> => {
    const current = box();
    if (current) await act(current);
    return null;
  };
  const hasNone = (why: BoxTrouble, none: () => string) => (current: Box) =>
    current.lineFor(why) ? null : none();
  return {
    open: {
      ...{ ...here, id: 'box', label: m.receiving_box_key, button: m.receiving_box, key: 'Alt+B' },
      palette: m.receiving_box,
      condition: () => (shell.room === 'receiving' ? null : m.actions_not_in_receiving()),
      run: atOnce(() => {
        const current = box();
        if (!current) return;
        // An invoice's number finds no order line: with this key after it, its box is checked.
        const notFound = shell.receiving?.inHand.nothingFound;
        current.isOpen = !current.isOpen;
        if (shell.receiving) shell.receiving.department.isOpen = false;
        if (!current.isOpen || current.check || !notFound) return;
        current.text = notFound.text;
        shell.receiving?.inHand.dismiss();
        void current.begin({ kind: 'typed', text: notFound.text });
      }),
    },
    short: {
      ...{ ...here, id: 'box-short', label: m.receiving_box_claim_short, key: 'Alt+K', onUnmet },
      condition: inCheck(hasNone('short', m.receiving_box_none_short)),
      run: run((current) => current.note('short')),
    },
    /** With the panel open it also notes it; while books are scanned it marks the one in the hand. */
    damaged: {
      ...{ ...here, id: 'box-damaged', label: m.receiving_box_claim_damaged, key: 'Alt+G', onUnmet },
      condition: inCheck((current) => {
        const newest = shell.receiving?.trolley.rows[0];
        if (!current.isOpen) return newest ? null : m.receiving_box_none_book();
        return current.lineFor('damaged') || current.toMark ? null : m.receiving_box_none_book();
      }),
      run: run(async (current) => {
        const newest = shell.receiving?.trolley.rows[0]?.id;
        if (current.isOpen) await current.noteDamaged();
        else if (newest !== undefined) await current.mark(newest, !current.isDamaged(newest));
      }),
    },
    extra: {
      ...{ ...here, id: 'box-extra', label: m.receiving_box_send_back, key: 'Alt+X', onUnmet },
      condition: inCheck(hasNone('extra', m.receiving_box_none_extra)),
      run: run((current) => current.note('extra')),
    },
    slip: {
      ...{ ...here, id: 'box-slip', label: m.receiving_box_slip, key: 'Alt+V', onUnmet },
      condition: inCheck(({ count }) =>
        count && count.sum.short + count.sum.damaged + count.sum.extra > 0
          ? null
          : m.receiving_box_nothing_wrong(),
      ),
      run: run(async ({ check, count }) => {
        if (!check || !count) return;
        for (const slip of claimSlips(check, count)) await paperOf(shell).slips.print(slip);
      }),
    },
    end: {
      ...{ ...here, id: 'box-end', label: m.receiving_box_end, key: 'Alt+E', onUnmet },
      condition: inCheck(),
      run: run((current) => current.end()),
    },
    /** With the invoice that is open in acquisitions. */
    ofInvoice: {
      ...({ group: 'acquisitions', where: 'acquisitions', id: 'box-invoice', key: 'Alt+B' } as const),
      ...{ label: m.receiving_box_of_invoice, button: m.receiving_box, onUnmet },
      condition: () => (openedInvoice(shell) ? null : m.actions_no_invoice()),
      run: atOnce(() => {
        const invoiceId = openedInvoice(shell);
        if (invoiceId !== null) beginWithInvoice(shell, invoiceId);
      }),
    },
  } as const satisfies Readonly<Record<string, Action>>;
}

const openedInvoice = (shell: Shell): string | null =>
  shell.room === 'acquisitions' && shell.acquisitions.id === 'invoices'
    ? (shell.invoices?.opened?.view.value?.invoiceId ?? null)
    : null;

/** To the receiving room, where the check of this invoice begins; one that is open there stays. */
function beginWithInvoice(shell: Shell, invoiceId: string): void {
  const { box, department } = receivingSession(shell);
  box.isOpen = true;
  department.isOpen = false;
  shell.toReceiving();
  void box.begin({ kind: 'invoice', invoiceId });
}
