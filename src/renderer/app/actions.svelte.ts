import { untrack } from 'svelte';
import type { Failure } from '../../contract/failure.ts';
import type { Command } from '../../shared/command-barcodes.ts';
import type { Room } from '../../contract/scans.ts';
import { failureLine } from '../failures/failure-text.ts';

/** Where an act stands on the sheet of keys, in this order. */
export const actGroups = [
  'desk',
  'loans',
  'requests',
  'fees',
  'deposits',
  'sharing',
  'purchases',
  'notes',
  'attachments',
  'details',
  'receiving',
  'rooms',
  'lists',
  'anywhere',
] as const;
export type ActGroup = (typeof actGroups)[number];

/**
 * One thing that a person can ask of the window, by its key, from the palette, or with a command barcode. Each area
 * lists its own in a file of its own (`tab-acts.ts`, `receiving-acts.ts`), which `all-acts.ts` puts together.
 */
export interface Act {
  /** Its name in the code: unique. */
  readonly id: string;
  readonly group: ActGroup;
  /** What it does, as on a button: "End the session". */
  readonly name: () => string;
  /** As printed on the keyboard; none where it has no key of its own. */
  readonly key?: string;
  /** The barcode that asks for it; in the receiving room one that is said to be of that room comes first. */
  readonly command?: Command;
  readonly room?: Room;
  /** Why it cannot be done now, as a sentence; null where it can. */
  readonly obstacle?: () => string | null;
  /** Does it. Resolves once it is done, with the reason where it was not. */
  readonly run: () => Promise<Failure | null>;
}

/** An act that is done at once and cannot fail. */
export function atOnce(act: () => void): () => Promise<null> {
  return () => {
    act();
    return Promise.resolve(null);
  };
}

type Lists = readonly (readonly Act[])[];

/** Everything that can be asked of the window: the sheet of keys, the palette and the command barcodes read it. */
export class Acts {
  #lists = $state.raw<Lists>([]);
  /** By their groups, and in each as they were added. */
  readonly all = $derived(
    actGroups.flatMap((group) => this.#lists.flat().filter((act) => act.group === group)),
  );
  readonly #rest: () => Promise<readonly Act[]>;
  #loading: Promise<unknown> | null = null;

  /** @param rest loads the acts that are not needed to scan, when they are first asked for */
  constructor(rest: () => Promise<readonly Act[]>) {
    this.#rest = rest;
  }

  /** Adds acts for as long as they can be asked for; answers the function that takes them away. */
  add(acts: readonly Act[]): () => void {
    // Whoever adds is no reader.
    const change = (next: (lists: Lists) => Lists): void =>
      untrack(() => {
        this.#lists = next(this.#lists);
      });
    change((lists) => [...lists, acts]);
    return () => change((lists) => lists.filter((list) => list !== acts));
  }

  /** Loads the rest, once. */
  load(): Promise<unknown> {
    return (this.#loading ??= this.#rest().then((acts) => this.add(acts)));
  }

  /** Does what a command barcode asks for; answers why not. */
  async command(command: Command, room: Room): Promise<string | null> {
    await this.load();
    const acts = this.all.filter((act) => act.command === command && (act.room ?? room) === room);
    const act = acts.find((one) => one.room) ?? acts[0];
    const obstacle = act ? (act.obstacle?.() ?? null) : '';
    if (!act || obstacle !== null) return obstacle;
    const failure = await act.run();
    return failure && failureLine(failure);
  }
}
