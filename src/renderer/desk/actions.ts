import type { Failure } from '../../contract/failure.ts';
import { m } from '../../messages/compiled/messages.js';
import { call } from '../api.ts';
import {
  atOnce,
  componentAction,
  type Action,
  type Condition,
  type RunAction,
} from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { nextMethod } from '../fees/methods.svelte.ts';
import { noPatron } from './tab-actions.ts';

/** The actions of the desk's room, wherever the focus is, and those of its scan box. */
export function deskActions(shell: Shell) {
  const { desk, search } = shell;
  /** From the palette or by a barcode, the desk is opened first, so that the patron is seen. */
  const openDeskFirst = (run: RunAction, condition?: Condition) => ({
    ...(condition ? { condition } : {}),
    run: () => {
      shell.toDesk();
      return run();
    },
  });
  const atDesk = (action: Omit<Action, 'group' | 'where'>): Action => ({
    fromPalette: openDeskFirst(action.run),
    ...action,
    group: 'desk',
    where: 'desk',
  });
  /** Its key works even if this window knows of no patron: main knows first whether one is coming. */
  const forPatron = (action: Omit<Action, 'where'>, condition: Condition): Action => ({
    ...action,
    where: 'desk',
    fromPalette: openDeskFirst(action.run, condition),
  });
  const whyNothingToPay = (): string | null =>
    noPatron(shell) ?? (desk.patron?.fees === 0 ? m.actions_no_fees() : null);
  const answer = (id: string, index: number, key: string, label: () => string): Action =>
    atDesk({ id, label, palette: null, key, run: atOnce(() => void desk.questions.answerCurrent(index)) });
  return {
    renewAll: forPatron(
      {
        id: 'renew-all',
        group: 'desk',
        label: m.app_key_renew_all,
        palette: m.loans_renew_all,
        key: 'Ctrl+R',
        command: 'EXTEND',
        run: () => renewAll(shell),
      },
      () => noPatron(shell),
    ),
    printAtHand: {
      id: 'print-at-hand',
      group: 'desk',
      where: 'scanBox',
      label: m.slips_key_at_hand,
      key: 'Enter',
      command: 'PRINT',
      // The desk never waits for a printer.
      run: atOnce(() => void shell.slips.printAtHand()),
    },
    due: atDesk({
      id: 'due-by-hand',
      label: m.desk_due_title,
      key: 'Ctrl+D',
      run: atOnce(() => (desk.dialogs.lending = 'due')),
    }),
    itemId: atDesk({
      id: 'item-id',
      label: m.desk_by_id_title,
      key: 'Ctrl+I',
      run: atOnce(() => (desk.dialogs.lending = 'itemId')),
    }),
    method: atDesk({
      id: 'pay-method',
      label: m.fees_desk_method,
      key: 'Alt+M',
      run: atOnce(() => void nextMethod.next()),
    }),
    takings: atDesk({
      id: 'takings',
      label: m.takings_title,
      key: 'Alt+T',
      run: atOnce(() => (desk.dialogs.takings = true)),
    }),
    pay: forPatron(
      {
        id: 'fees-desk-pay',
        group: 'fees',
        label: m.fees_desk_pay,
        button: m.fees_pay,
        key: 'Alt+P',
        run: atOnce(() => desk.tabRequests.make({ tab: 'fees', act: 'pay' })),
      },
      whyNothingToPay,
    ),
    payAll: forPatron(
      {
        id: 'fees-desk-payAll',
        group: 'fees',
        label: m.fees_desk_pay_all,
        button: m.fees_pay_all,
        key: 'Alt+Shift+P',
        run: atOnce(() => desk.tabRequests.make({ tab: 'fees', act: 'payAll' })),
      },
      whyNothingToPay,
    ),
    answerFirst: answer('answer-first', 0, 'Ctrl+1', m.app_key_answer),
    answerSecond: answer('answer-second', 1, 'Ctrl+2', m.app_key_answer_second),
    nextTab: componentAction({
      id: 'tabs-next',
      group: 'desk',
      where: 'desk',
      label: m.app_key_tabs,
      key: 'F6',
    }),
    tabBefore: componentAction({
      ...{ id: 'tabs-before', group: 'desk', where: 'desk' },
      ...{ label: m.app_key_tabs, key: 'Shift+F6' },
    }),
    pageUp: inHits('hits-page-up', m.app_key_page, 'PageUp', () => search.page(-1)),
    pageDown: inHits('hits-page-down', m.app_key_page, 'PageDown', () => search.page(1)),
    reorder: inHits('hits-order', m.app_key_order, 'Alt+S', () => search.reorder()),
  } as const satisfies Readonly<Record<string, Action>>;

  /** An action upon the patrons that the scan box has found. */
  function inHits(id: string, label: () => string, key: string, act: () => Promise<void>): Action {
    const condition = (): string | null => (search.open ? null : '');
    const run = atOnce(() => void act());
    return { id, group: 'desk', where: 'scanBox', label, palette: null, key, condition, run };
  }
}

/**
 * Renews all loans of the patron whose card was scanned last, even if the service has not answered yet who that is. The
 * outcome is shown in their loans and on the stage.
 */
async function renewAll(shell: Shell): Promise<Failure | null> {
  const { desk } = shell;
  const [reply, { loansOf }, { announceRenewal }] = await Promise.all([
    call('desk.here', {}),
    import('../loans/loans.svelte.ts'),
    import('../loans/renewal-text.ts'),
  ]);
  const patron = reply.ok ? reply.value : null;
  desk.failure = reply.ok
    ? patron
      ? null
      : { kind: 'invalid', field: 'patron', reason: 'noPatron', detail: '' }
    : reply.failure;
  if (!patron) return desk.failure;
  desk.tabToShow = 'loans';
  announceRenewal(shell, await loansOf(patron.userId).renewAll(patron));
  return null;
}
