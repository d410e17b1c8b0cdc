import { m } from '../../messages/compiled/messages.js';
import { atOnce, type Act } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import type { Wanted } from './tab-request.ts';
import { attachmentsOf } from '../attachments/attachments.svelte.ts';
import { depositsOf, type Deposits } from '../deposits/deposits.svelte.ts';
import { feesOf } from '../fees/fees.svelte.ts';
import { isPayable } from '../../shared/fees.ts';
import type { Kept } from '../ui/list/keep-last.svelte.ts';
import { loansOf, type Loans } from '../loans/loans.svelte.ts';
import { notesOf } from '../notes/notes.svelte.ts';
import { purchasesOf } from '../purchases/purchases.svelte.ts';
import { requestsOf, type Requests } from '../requests/requests.svelte.ts';
import { sharingOf } from '../sharing/sharing.svelte.ts';
import { keys } from './tab-keys.ts';

/**
 * What is done in the patron's tabs, for the palette. An act opens its tab first: nothing is done to a list that nobody
 * sees. What is done to one row needs a row that somebody stands on.
 */
export function tabActs(shell: Shell): readonly Act[] {
  const { desk } = shell;
  const noPatron = (): string | null => (desk.patron || desk.opening ? null : m.actions_no_patron());
  /** Looks at what is known of the patron's list; at nothing where its tab was never opened. */
  const upon =
    <T>(of: Kept<T>, look: (at: T | null) => string | null) =>
    (): string | null =>
      noPatron() ?? look(desk.patron && of.known(desk.patron.userId));
  const owing = (): string | null => noPatron() ?? (desk.patron?.fees === 0 ? m.actions_no_fees() : null);

  const act = (
    wanted: Wanted,
    name: () => string,
    key: string,
    obstacle: () => string | null = noPatron,
  ): Act => ({
    id: `${wanted.tab}-${wanted.act}`,
    group: wanted.tab,
    name,
    key,
    obstacle,
    run: atOnce(() => {
      shell.toDesk();
      desk.want(wanted);
    }),
  });

  /** Why nothing can be done to a row: none is stood on, or one that came without its id. */
  const noRow = (at: { readonly nameless?: boolean } | null, none: string): string =>
    at?.nameless === true ? m.lists_no_number() : none;
  const free = (at: Loans | null): string | null => (at?.renewal.progress ? m.actions_renewing() : null);
  const loans = (has: (at: Loans) => boolean) =>
    upon(loansOf, (at) => free(at) ?? (at && has(at) ? null : noRow(at, m.actions_no_loan())));
  const fee = upon(feesOf, (at) =>
    at?.current && isPayable(at.current) ? null : noRow(at, m.actions_no_fee()),
  );
  const deposit = (can: (at: Deposits) => boolean) =>
    upon(depositsOf, (at) =>
      at?.current ? (can(at) ? null : m.actions_not_this_deposit()) : noRow(at, m.actions_no_deposit()),
    );
  const request = (fits: (at: NonNullable<Requests['changeable']>) => boolean) =>
    upon(requestsOf, (at) =>
      at?.changeable
        ? fits(at.changeable)
          ? null
          : m.actions_not_digitization()
        : noRow(at, m.actions_no_request()),
    );
  const aRow = (of: Kept<{ readonly current: unknown; readonly nameless?: boolean }>, none: () => string) =>
    upon(of, (at) => (at?.current ? null : noRow(at, none())));
  const sharing = aRow(sharingOf, m.actions_no_request);
  const attachment = aRow(attachmentsOf, m.actions_no_attachment);

  return [
    act(
      { tab: 'loans', act: 'renew' },
      m.actions_loans_renew,
      keys.renew.shown,
      loans((at) => at.targets.length > 0),
    ),
    act(
      { tab: 'loans', act: 'due' },
      m.actions_loans_due,
      keys.due.shown,
      loans((at) => at.current !== null),
    ),
    act({ tab: 'fees', act: 'pay' }, m.fees_desk_pay, keys.deskPay.shown, owing),
    act({ tab: 'fees', act: 'payAll' }, m.fees_desk_pay_all, keys.deskPayAll.shown, owing),
    act({ tab: 'fees', act: 'paySum' }, m.fees_sum_title, keys.split.shown, owing),
    act({ tab: 'fees', act: 'waive' }, m.actions_fees_waive, keys.waive.shown, fee),
    act(
      { tab: 'fees', act: 'dispute' },
      m.actions_fees_dispute,
      keys.dispute.shown,
      upon(feesOf, (at) =>
        at?.current?.active || at?.current?.disputed ? null : noRow(at, m.actions_no_fee()),
      ),
    ),
    act({ tab: 'fees', act: 'add' }, m.actions_fees_add, keys.add.shown),
    act({ tab: 'deposits', act: 'add' }, m.actions_deposits_add, keys.add.shown),
    act(
      { tab: 'deposits', act: 'pay' },
      m.actions_deposits_pay,
      keys.pay.shown,
      deposit((at) => at.can('pay')),
    ),
    act(
      { tab: 'deposits', act: 'refund' },
      m.actions_deposits_refund,
      keys.refund.shown,
      deposit((at) => at.can('refund')),
    ),
    act(
      { tab: 'deposits', act: 'dispute' },
      m.actions_deposits_dispute,
      keys.dispute.shown,
      deposit((at) => at.can('dispute') || at.can('restore')),
    ),
    act(
      { tab: 'deposits', act: 'other' },
      m.deposits_other_title,
      keys.other.shown,
      deposit(() => true),
    ),
    act(
      { tab: 'requests', act: 'edit' },
      m.requests_edit_title,
      keys.edit.shown,
      request(() => true),
    ),
    act(
      { tab: 'requests', act: 'step' },
      m.actions_requests_step,
      keys.step.shown,
      request(({ type }) => type.code === 'DIGITIZATION'),
    ),
    act({ tab: 'sharing', act: 'ask' }, m.sharing_ask_title, keys.ask.shown),
    act({ tab: 'sharing', act: 'find' }, m.sharing_find_title, keys.byNumber.shown),
    act({ tab: 'sharing', act: 'shipping' }, m.actions_sharing_shipping, keys.shipping.shown, sharing),
    act({ tab: 'sharing', act: 'cancel' }, m.actions_sharing_cancel, keys.cancel.shown, sharing),
    act({ tab: 'purchases', act: 'ask' }, m.purchases_ask, keys.ask.shown),
    act(
      { tab: 'purchases', act: 'cancel' },
      m.actions_purchases_cancel,
      keys.cancel.shown,
      aRow(purchasesOf, m.actions_no_request),
    ),
    act({ tab: 'notes', act: 'add' }, m.notes_add, keys.note.shown),
    act(
      { tab: 'notes', act: 'remove' },
      m.actions_notes_remove,
      keys.cancel.shown,
      aRow(notesOf, m.actions_no_note),
    ),
    act({ tab: 'attachments', act: 'choose' }, m.attachments_add, keys.attach.shown),
    act({ tab: 'attachments', act: 'open' }, m.actions_attachments_open, keys.open.shown, attachment),
    act({ tab: 'attachments', act: 'save' }, m.actions_attachments_save, keys.save.shown, attachment),
    act({ tab: 'details', act: 'edit' }, m.actions_details_edit, keys.edit.shown),
    act({ tab: 'details', act: 'export' }, m.patrons_export, keys.export.shown),
    act({ tab: 'details', act: 'remove' }, m.patrons_delete_act, keys.remove.shown),
  ];
}
