import { groups, type Action, type ActionGroup } from './actions.svelte.ts';
import { printed } from './keys.ts';

/** One line of the key sheet: the keys as they are printed, and what they do. */
interface KeyLine {
  readonly keys: string;
  readonly words: string;
}

interface Section {
  readonly title: string;
  readonly lines: readonly KeyLine[];
}

/**
 * The sections of the sheet in their order. The actions named come first in a section, the others follow in the order
 * of the registry.
 */
const sections: Readonly<Record<ActionGroup, readonly string[]>> = {
  desk: [
    ...['lend', 'giveBack', 'search', 'seen', 'add', 'last', 'print-at-hand', 'print', 'recent'],
    ...['hits-page-up', 'hits-page-down', 'hits-order', 'end', 'renew-all', 'due-by-hand', 'item-id'],
    ...['answer-first', 'answer-second', 'hold', 'cancelRequest', 'tabs-next', 'tabs-before'],
    ...['fees-desk-pay', 'fees-desk-payAll', 'pay-method', 'takings'],
  ],
  loans: [],
  fees: [],
  deposits: ['deposits-pay', 'deposits-refund', 'deposits-dispute', 'deposits-add'],
  requests: [],
  sharing: [],
  purchases: [],
  notes: [],
  attachments: [],
  details: [],
  receiving: [],
  rooms: [],
  lists: [],
  anywhere: ['escape', 'mute', 'sheet', 'palette', 'help'],
};

/** The section an action stands in: that of the room its key works in, or else that of its group. */
const sectionOf = ({ where, group }: Action): ActionGroup =>
  where === 'desk' || where === 'receiving' ? where : group;

/**
 * The key sheet: every key of every action, except those of a dialog, which stand on its buttons. Actions that are
 * called the same share a line. A key that means in a room nearly what it means everywhere (Esc) is not repeated.
 */
export function keySheet(actions: readonly Action[]): readonly Section[] {
  const everywhere = new Set(
    actions.filter(({ where }) => where === 'everywhere' || where === 'always').map(({ key }) => key),
  );
  const isListed = ({ key, where }: Action): boolean =>
    key !== undefined &&
    where !== 'dialog' &&
    !((where === 'desk' || where === 'receiving') && everywhere.has(key));
  const listed = actions.filter(isListed);
  return (Object.keys(sections) as ActionGroup[]).map((section) => {
    const first = sections[section];
    const place = ({ id }: Action): number => (first.includes(id) ? first.indexOf(id) : first.length);
    const inOrder = listed
      .filter((action) => sectionOf(action) === section)
      .toSorted((one, other) => place(one) - place(other));
    const lines = [...Map.groupBy(inOrder, ({ label }) => label())].map(([words, sharers]) => ({
      keys: printed(...sharers),
      words,
    }));
    return { title: groups[section](), lines };
  });
}
