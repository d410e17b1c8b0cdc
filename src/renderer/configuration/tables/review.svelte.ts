import type { TableDifference, TableSaved } from '../../../contract/configuration-tables.ts';
import { call } from '../../api.ts';
import { Listing } from '../../ui/list/listing.svelte.ts';
import { Submission } from '../../ui/list/submission.svelte.ts';
import type { Edited } from './open-table.svelte.ts';

type Side = 'mine' | 'theirs';

/** Why a difference cannot be saved; null where it can. */
export type NoSaving = 'nothing' | 'notCompared' | 'problems' | 'cannotMerge' | 'conflicts' | 'drops';

/** What saving a table would do, row by row, and the act of saving it. */
export class Review {
  readonly #edited: Edited;
  /** For each conflict by its key, whose row is taken. */
  choices = $state.raw<Readonly<Record<string, Side>>>({});
  /** Somebody has agreed that the rows that are dropped may go. */
  mayDrop = $state(false);
  /** The table was changed by someone else while the difference was looked at. */
  moved = $state(false);
  act = $state.raw(new Submission<TableSaved>());
  readonly comparing = new Listing<TableDifference>((signal) =>
    call('configuration.tables.compare', { ...this.#edited, choices: this.choices }, { signal }),
  );

  constructor(edited: Edited) {
    this.#edited = edited;
  }

  get difference(): TableDifference | null {
    return this.comparing.value;
  }

  /** Main does not know the table as it was opened: too many others were opened since. */
  get isGone(): boolean {
    return [this.comparing.failure, this.act.failure].some(
      (failure) => failure?.kind === 'invalid' && failure.field === 'opened' && failure.reason === 'gone',
    );
  }

  /** How many conflicts have no choice yet. */
  get undecided(): number {
    return this.difference?.conflicts.filter(({ key }) => !Object.hasOwn(this.choices, key)).length ?? 0;
  }

  get noSaving(): NoSaving | null {
    const { difference } = this;
    if (!difference) return 'nothing';
    // What is shown is not what the choices of now would do.
    if (this.comparing.failure) return 'notCompared';
    const { added, changed, dropped, reordered, problems, cannotMerge } = difference;
    if (cannotMerge) return 'cannotMerge';
    if (problems.some(({ isWarning }) => !isWarning)) return 'problems';
    if (this.undecided > 0) return 'conflicts';
    if (added.length + changed.length + dropped.length === 0 && !reordered) return 'nothing';
    return dropped.length > 0 && !this.mayDrop ? 'drops' : null;
  }

  /** Reads the table, and what saving would do to it now. */
  async compare(): Promise<void> {
    const before = JSON.stringify(this.difference?.dropped ?? []);
    await this.comparing.load();
    // What was agreed to was about those rows and no others.
    if (JSON.stringify(this.difference?.dropped ?? []) !== before) this.mayDrop = false;
  }

  async choose(key: string, side: Side): Promise<void> {
    this.choices = { ...this.choices, [key]: side };
    await this.compare();
  }

  async chooseAll(side: Side): Promise<void> {
    this.choices = Object.fromEntries((this.difference?.conflicts ?? []).map(({ key }) => [key, side]));
    await this.compare();
  }

  /** Saves what is shown; null where it did not come to that. */
  async save(): Promise<TableSaved | null> {
    const { difference, act } = this;
    if (!difference || this.noSaving !== null || this.comparing.loading) return null;
    this.moved = false;
    const saved = await act.run((intent, signal) =>
      call(
        'configuration.tables.save',
        { ...this.#edited, choices: { ...this.choices }, intent, against: difference.against },
        { signal },
      ),
    );
    if (act.failure?.kind === 'conflict') {
      this.act = new Submission();
      this.moved = true;
      await this.compare();
    }
    return saved;
  }

  leave(): void {
    this.comparing.stop();
  }
}
