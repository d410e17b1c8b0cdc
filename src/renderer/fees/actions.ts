import { m } from '../../messages/compiled/messages.js';
import type { Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { noRow, tabAction } from '../desk/tab-actions.ts';
import { feesOf, type Fees } from './fees.svelte.ts';
import { isPayable } from '../../shared/fees.ts';

/** What is done in the tab of the patron's fees. */
export function feeActions(shell: Shell) {
  const { desk } = shell;
  const action = tabAction(shell, 'fees', feesOf);
  const noFee = (at: Fees | null): string => noRow(at, m.actions_no_fee);
  const payable = (at: Fees | null): string | null =>
    at?.current && isPayable(at.current) ? null : noFee(at);
  const anyPayable = (at: Fees | null): string | null =>
    at && at.payable.length > 0 ? null : m.actions_no_fees();
  const owing = (): string | null => (desk.patron?.fees === 0 ? m.actions_no_fees() : null);
  const tell = (why: string): void => shell.results.reportNotNow(why);
  return {
    /** For the key of the desk: the person need not stand on a fee. */
    pay: action('pay', {
      label: m.fees_desk_pay,
      palette: null,
      condition: anyPayable,
      run: (fees) => fees.payNext(),
    }),
    payThis: action('payThis', {
      label: m.fees_pay,
      palette: null,
      key: 'P',
      condition: payable,
      run: (fees) => fees.pay(),
    }),
    payAll: action('payAll', {
      label: m.fees_pay_all,
      palette: null,
      key: 'Shift+P',
      condition: (at) => anyPayable(at) ?? (at?.canPayAll ? null : m.fees_owed_unread()),
      run: (fees) => fees.payAll(),
    }),
    paySum: action('paySum', {
      label: m.fees_pay_sum,
      key: 'S',
      condition: anyPayable,
      paletteCondition: owing,
      run: (fees) => fees.paySum(),
    }),
    waive: shell.policy.unlessOff(
      'feeWaiving',
      action('waive', {
        label: m.fees_waive,
        palette: m.actions_fees_waive,
        key: 'W',
        condition: payable,
        run: (fees) => fees.waive(),
      }),
      tell,
    ),
    dispute: action('dispute', {
      label: m.fees_dispute_restore,
      palette: m.actions_fees_dispute,
      key: 'D',
      condition: (at) => (at?.current?.active || at?.current?.disputed ? null : noFee(at)),
      run: (fees) => fees.dispute(),
    }),
    add: action('add', {
      label: m.fees_add_plain,
      palette: m.actions_fees_add,
      key: 'N',
      run: (fees) => fees.add(),
    }),
  } as const satisfies Readonly<Record<string, Action>>;
}
