import { untrack } from 'svelte';
import type { Failure } from '../../contract/failure.ts';
import type { Room } from '../../contract/scans.ts';
import { m } from '../../messages/compiled/messages.js';
import type { CommandBarcode } from '../../shared/command-barcodes.ts';
import { failureLine } from '../failures/failure-text.ts';
import type { Key } from './keys.ts';
import type { SectionsRoom } from './rooms.ts';

/** The groups of actions and what they are called, in the order of the palette. */
export const groups = {
  desk: m.app_keys_group_desk,
  loans: m.desk_tab_loans,
  requests: m.desk_tab_requests,
  fees: m.desk_tab_fees,
  deposits: m.desk_tab_deposits,
  sharing: m.desk_tab_sharing,
  purchases: m.desk_tab_purchases,
  notes: m.desk_tab_notes,
  attachments: m.desk_tab_attachments,
  details: m.patrons_tab,
  receiving: m.app_room_receiving,
  acquisitions: m.app_room_acquisitions,
  lending: m.app_room_lending,
  configuration: m.app_room_configuration,
  reports: m.app_room_reports,
  rooms: m.app_keys_group_rooms,
  lists: m.app_keys_group_lists,
  grid: m.grid_keys,
  anywhere: m.app_keys_group_anywhere,
} as const;
export type ActionGroup = keyof typeof groups;

/**
 * Where the key of an action works:
 * - `always`: in every room, and while a dialog is open;
 * - `everywhere`: in every room;
 * - `desk`, `receiving`, `acquisitions`, `lending`, `configuration`, `reports`, `settings`: in that room;
 * - `tab`: while the focus is in the tab of the patron that has the name of the action's group;
 * - `list`, `scanBox`, `dialog`: while the focus is in that part of the screen;
 * - `grid`: while the focus is in a grid, which hears its keys before anything else does.
 */
export type ActionPlace =
  'always' | 'everywhere' | Room | SectionsRoom | 'settings' | 'tab' | 'list' | 'grid' | 'scanBox' | 'dialog';

/**
 * Runs the action; resolves once it is done, with the failure if there was one.
 *
 * @param number which one of several its command barcode asks for, such as the third department
 */
export type RunAction = (number?: number) => Promise<Failure | null>;
/** Why it cannot be done now, as a sentence; null if it can. */
export type Condition = () => string | null;

/**
 * One thing that the user can do in the window. Keys, buttons, the key sheet, the palette and the command barcodes all
 * read it from here. Each subject has its own actions in its own `actions.ts`; `all-actions.ts` puts them together.
 */
export interface Action {
  /** Its name in the code: unique. */
  readonly id: string;
  readonly group: ActionGroup;
  /** Short words: on the key sheet, in its tooltip, and on its button if `button` says nothing else. */
  readonly label: () => string;
  /** The words on its button, which may change with what is chosen. */
  readonly button?: () => string;
  /** Whole words for the palette, if they are not the label. Null: it is not in the palette. */
  readonly palette?: (() => string) | null;
  readonly key?: Key;
  readonly where: ActionPlace;
  /** The command barcode that runs it. */
  readonly command?: CommandBarcode;
  /** The room in which its command barcode means this action and no other; every room if not given. */
  readonly commandRoom?: Room;
  readonly condition?: Condition;
  /** Why it is off whatever is on the screen; the key sheet says that too. */
  readonly off?: Condition;
  /** What its key does instead while the condition is not met; nothing if not given. */
  readonly onUnmet?: (why: string) => void;
  readonly run: RunAction;
  /**
   * How the palette and the command barcodes run it, if not as its key does: they open the place of the action first,
   * and may have another condition.
   */
  readonly fromPalette?: { readonly condition?: Condition; readonly run: RunAction };
}

/** The actions of one subject, by the names that the subject's components use. */
export type Actions = Readonly<Record<string, Action>>;

/** A `run` for what is done at once and cannot fail. */
export function atOnce(act: (number?: number) => unknown): RunAction {
  return (number) => {
    act(number);
    return Promise.resolve(null);
  };
}

/**
 * An action whose work belongs to a component, such as a list or a field. The component adds it again with its own
 * `run` while it is on the screen; without the component it is off.
 */
export function componentAction(action: Omit<Action, 'run' | 'condition' | 'palette'>): Action {
  return { ...action, palette: null, condition: () => '', run: () => Promise.resolve(null) };
}

/** The action of a component while that is on the screen. */
export const runHere = (action: Action, act: () => unknown): Action => ({
  ...action,
  condition: () => null,
  run: atOnce(act),
});

/** Why the palette or a command barcode cannot run it now; null if it can be run. */
export const whyNot = ({ condition, fromPalette }: Action): string | null =>
  (fromPalette?.condition ?? condition)?.() ?? null;

type ActionLists = readonly (readonly Action[])[];

/** All actions of the window. */
export class Registry {
  #lists = $state.raw<ActionLists>([]);
  /** By their groups, and in each group as they were added; of two with one id the one that was added last. */
  readonly all = $derived.by(() => {
    const byId = Object.fromEntries(this.#lists.flat().map((action) => [action.id, action]));
    const names = Object.keys(groups) as ActionGroup[];
    return names.flatMap((group) => Object.values(byId).filter((action) => action.group === group));
  });
  readonly #bySubject = new WeakMap<object, Actions>();
  readonly #loadRest: () => Promise<readonly Action[]>;
  #loading: Promise<unknown> | null = null;

  /** @param loadRest loads the actions that are not needed to scan, when they are first needed */
  constructor(loadRest: () => Promise<readonly Action[]>) {
    this.#loadRest = loadRest;
  }

  /** Adds actions; answers the function that takes them away. */
  add(actions: readonly Action[]): () => void {
    // An effect that adds actions must not run again when the list of actions changes.
    const change = (next: (lists: ActionLists) => ActionLists): void =>
      untrack(() => {
        this.#lists = next(this.#lists);
      });
    change((lists) => [...lists, actions]);
    return () => change((lists) => lists.filter((list) => list !== actions));
  }

  /** The actions of one subject: made and added when they are first needed. */
  of<T extends Actions>(key: object, make: () => T): T {
    const existing = this.#bySubject.get(key);
    if (existing) return existing as T;
    const actions = make();
    this.#bySubject.set(key, actions);
    this.add(Object.values(actions));
    return actions;
  }

  /** Loads the other actions, once. */
  load(): Promise<unknown> {
    return (this.#loading ??= this.#loadRest().then((actions) => this.add(actions)));
  }

  /** Runs the action of a command barcode; answers why that was not possible, null if it was done. */
  async command(command: CommandBarcode, room: Room, number?: number): Promise<string | null> {
    await this.load();
    const candidates = this.all.filter(
      (action) => action.command === command && (action.commandRoom ?? room) === room,
    );
    const action = candidates.find(({ commandRoom }) => commandRoom) ?? candidates[0];
    if (!action) return '';
    const why = whyNot(action);
    if (why !== null) return why;
    const failure = await (action.fromPalette ?? action).run(number);
    return failure && failureLine(failure);
  }
}
