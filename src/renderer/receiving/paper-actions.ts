import { m } from '../../messages/compiled/messages.js';
import type { Slip } from '../../contract/slips.ts';
import { atOnce, type Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { paperOf, type ReceivingPaper } from './paper.ts';

/** What is printed in the receiving room. The work never waits for a printer: the outcome is in the strip. */
export function paperActions(shell: Shell) {
  const here = { group: 'receiving', where: 'receiving' } as const;
  /** A sound says that the key cannot do its work now. */
  const onUnmet = (): void => shell.station.speaker.play('attention');
  const inRoom = (why: (paper: ReceivingPaper) => string | null) => (): string | null =>
    shell.room === 'receiving' && shell.receiving ? why(paperOf(shell)) : m.actions_not_in_receiving();
  const slipAction = (
    words: Pick<Action, 'id' | 'label' | 'button' | 'key' | 'command' | 'commandRoom'>,
    slipOf: (paper: ReceivingPaper) => Slip | null,
    whyNot: (slip: Slip) => string | null = () => null,
  ): Action => ({
    ...{ ...here, ...words, onUnmet },
    condition: inRoom((paper) => {
      const slip = slipOf(paper);
      return slip ? whyNot(slip) : (paper.whyNot ?? m.labels_no_item());
    }),
    run: atOnce(() => {
      const paper = paperOf(shell);
      const slip = slipOf(paper);
      if (slip) void paper.slips.print(slip);
    }),
  });
  return {
    labels: {
      ...here,
      id: 'labels-add',
      label: m.labels_key_add,
      button: m.labels_title,
      key: 'Alt+L',
      condition: inRoom((paper) => paper.whyNot ?? (paper.labelled() ? null : m.labels_no_ids())),
      onUnmet,
      run: atOnce(() => {
        const paper = paperOf(shell);
        const item = paper.labelled();
        if (item) void paper.labels.add(item);
      }),
    },
    queue: {
      ...here,
      id: 'labels-waiting',
      label: m.labels_key_waiting,
      key: 'Alt+Shift+L',
      condition: inRoom(() => null),
      run: atOnce(() => (paperOf(shell).labels.isOpen = true)),
    },
    route: slipAction(
      { id: 'slip-route', label: m.slips_key_route, button: m.slips_kind_route, key: 'Alt+R' },
      (paper) => paper.routeSlip(),
      (slip) => (slip.kind === 'route' && slip.place === '' ? m.receiving_no_department() : null),
    ),
    workOrder: slipAction(
      { id: 'slip-work-order', label: m.slips_key_work_order, button: m.slips_kind_work_order, key: 'Alt+W' },
      (paper) => paper.workOrderSlip(),
      (slip) => (slip.kind === 'workOrder' && slip.department === '' ? m.receiving_no_department() : null),
    ),
    /** In this room the command barcode and F9 mean its own slips, and never one of the desk. */
    atHand: slipAction(
      { id: 'slip-room', label: m.slips_key_room, command: 'PRINT', commandRoom: 'receiving' },
      (paper) => paper.slipAtHand(),
    ),
    again: {
      ...here,
      id: 'slip-room-again',
      label: m.slips_key_last,
      palette: null,
      key: 'F9',
      run: atOnce(() => {
        const { labels, slips } = paperOf(shell);
        // What was not printed says that this key tries again.
        void (labels.failure?.kind === 'printer' ? labels.print() : slips.printAgain());
      }),
    },
  } as const satisfies Readonly<Record<string, Action>>;
}
