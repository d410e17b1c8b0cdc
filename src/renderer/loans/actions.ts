import { tick } from 'svelte';
import { m } from '../../messages/compiled/messages.js';
import type { Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { noRow, tabAction } from '../desk/tab-actions.ts';
import { loansOf, type Loans } from './loans.svelte.ts';
import { announceRenewal } from './renewal-text.ts';

/** What is done in the tab of the patron's loans. Renewing all of them, whatever is shown, is an action of the desk. */
export function loanActions(shell: Shell) {
  const { desk, slips } = shell;
  const action = tabAction(shell, 'loans', loansOf);
  const renewing = (at: Loans | null): string | null => (at?.renewal.progress ? m.actions_renewing() : null);
  const ofRows = (has: (at: Loans) => boolean) => (at: Loans | null) =>
    renewing(at) ?? (at && has(at) ? null : noRow(at, m.actions_no_loan));
  return {
    renew: action('renew', {
      label: m.loans_renew,
      palette: m.actions_loans_renew,
      key: 'R',
      condition: ofRows(({ targets }) => targets.length > 0),
      run: async (loans) => announceRenewal(shell, await loans.renew('targets')),
    }),
    renewShown: action('renewShown', {
      label: m.loans_renew_all_shown,
      palette: null,
      key: 'Shift+R',
      condition: (at) => renewing(at) ?? (at && at.rows.length > 0 ? null : m.loans_none_such()),
      run: async (loans) => announceRenewal(shell, await loans.renew('shown')),
    }),
    due: action('due', {
      label: m.loans_change_due,
      button: m.loans_due_date,
      palette: m.actions_loans_due,
      key: 'D',
      condition: ofRows(({ current }) => current !== null),
      run: (loans) => loans.changeDue(),
    }),
    filter: action('filter', { label: m.loans_filter, palette: null, key: 'F', run: nextFilter }),
    order: action('order', {
      label: m.loans_order,
      palette: null,
      key: 'O',
      run: (loans) => loans.nextOrder(),
    }),
    pause: action('pause', {
      label: m.loans_renewing_pause_go_on,
      palette: null,
      key: 'P',
      run: ({ renewal }) => (renewal.progress?.state === 'paused' ? renewal.goOn() : renewal.pause()),
    }),
    stop: action('stop', {
      label: m.loans_renewing_stop,
      button: m.app_stop,
      palette: null,
      key: 'X',
      run: ({ renewal }) => renewal.end(),
    }),
    copy: action('copy', {
      label: m.loans_summary_copy,
      palette: null,
      key: 'C',
      run: (loans) => desk.patron && loans.copy(desk.patron.name),
    }),
    print: action('print', {
      label: m.loans_summary_print,
      palette: null,
      key: 'L',
      run: (loans) => {
        const slip = desk.patron && loans.slip(desk.patron);
        return slip && slips.print(slip);
      },
    }),
  } as const satisfies Readonly<Record<string, Action>>;
}

/** The rows that go take the focus with them: it stays in the list, for the next key. */
async function nextFilter(loans: Loans): Promise<void> {
  const list = document.activeElement?.closest('section[aria-busy]');
  loans.nextFilter();
  await tick();
  if (!list || list.contains(document.activeElement)) return;
  list.querySelector<HTMLElement>('tbody > tr[tabindex="0"], .empty button')?.focus();
}
