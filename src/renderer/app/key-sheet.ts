import { groups, type Action, type ActionGroup } from './actions.svelte.ts';
import { keyLabel } from './keys.ts';

/** One line of the key sheet: the keys, and what they do. */
interface KeyLine {
  readonly keys: string;
  readonly words: string;
  /** Why it is off on this computer; `''` if it is not. */
  readonly off: string;
}

interface Section {
  readonly title: string;
  readonly lines: readonly KeyLine[];
}

/**
 * The sections of the sheet in their order. In a section the actions listed here come first, the others follow in the
 * order of the registry.
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
  acquisitions: [],
  lending: [],
  configuration: [],
  reports: [],
  rooms: [],
  lists: [],
  grid: [],
  anywhere: ['escape', 'mute', 'sheet', 'palette', 'help'],
};

/** The rooms with work of their own, and so with a section of their own. */
const workRooms = ['desk', 'receiving', 'acquisitions', 'lending', 'configuration', 'reports'] as const;
type WorkRoom = (typeof workRooms)[number];

const isOfWorkRoom = (where: Action['where']): where is WorkRoom =>
  (workRooms as readonly string[]).includes(where);

/** The section of an action: that of the room in which its key works, else that of its group. */
const sectionOf = ({ where, group }: Action): ActionGroup => (isOfWorkRoom(where) ? where : group);

/**
 * The key sheet: the keys of all actions, except those of a dialog, which are shown on its buttons. Actions with the same
 * label share a line. A key that means nearly the same in a room as everywhere (Esc) is not repeated.
 */
export function keySheet(actions: readonly Action[]): readonly Section[] {
  const everywhere = new Set(
    actions.filter(({ where }) => where === 'everywhere' || where === 'always').map(({ key }) => key),
  );
  const isListed = ({ key, where }: Action): boolean =>
    key !== undefined && where !== 'dialog' && !(isOfWorkRoom(where) && everywhere.has(key));
  const listed = actions.filter(isListed);
  return (Object.keys(sections) as ActionGroup[]).map((section) => {
    const first = sections[section];
    const place = ({ id }: Action): number => (first.includes(id) ? first.indexOf(id) : first.length);
    const inOrder = listed
      .filter((action) => sectionOf(action) === section)
      .toSorted((one, other) => place(one) - place(other));
    const lines = [...Map.groupBy(inOrder, ({ label }) => label())].map(([words, sharers]) => ({
      keys: keyLabel(...sharers),
      words,
      off: sharers.map(({ off }) => off?.() ?? '').find(Boolean) ?? '',
    }));
    return { title: groups[section](), lines };
  });
}
