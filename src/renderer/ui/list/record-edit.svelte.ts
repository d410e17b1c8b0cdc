import type { Accepted } from '../../../contract/common.ts';
import type { Reply } from '../../../contract/define.ts';
import type { Failure } from '../../../contract/failure.ts';
import { DraftBase } from './draft.svelte.ts';
import { Listing } from './listing.svelte.ts';
import type { Choices, Clash, Side } from './merge.ts';
import { Submission } from './submission.svelte.ts';

export type Differences = Extract<Failure, { kind: 'conflict' }>['differences'];

/** The record was changed elsewhere: that version, and where it differs from this one. */
export interface Conflict<R> {
  readonly theirs: R;
  readonly clashes: readonly Clash[];
  /** Changed where no field of the form shows it. */
  readonly besides: Differences;
}

/** What an edit needs to know about its kind of record. */
export interface EditedRecord<F extends object, R> {
  /** A record that is made: there is nothing to read. */
  readonly isNew: boolean;
  readonly blank: () => F;
  readonly read: (signal: AbortSignal) => Promise<Reply<R>>;
  readonly clashesOf: (was: F, mine: F, theirs: F) => readonly Clash[];
  readonly merged: (was: F, mine: F, theirs: F, choices: Choices) => F;
  readonly besides: (differences: Differences, clashes: readonly Clash[]) => Differences;
}

/**
 * A record that is edited in a form and saved as a whole, against what it was when it was read. Where someone else has
 * changed it since, both versions are put beside each other, and the user chooses.
 */
export abstract class RecordEdit<F extends object, R extends { readonly form: F }> extends DraftBase {
  /** The fresh read with which an edit begins. */
  readonly reading: Listing<R>;
  form: F = $state() as F;
  conflict = $state.raw<Conflict<R> | null>(null);
  choices = $state.raw<Choices>({});
  /** One for each try: a conflict is no failure of the form, and its try is over. */
  act = $state.raw(new Submission<Accepted<R>>());
  /** It was begun before, and left. */
  resumed = $state(false);
  /** Another workstation has written the record since it was first read here. */
  outdated = false;
  readonly #kind: EditedRecord<F, R>;
  #base = $state.raw<R | null>(null);
  #began = $state.raw('');

  readonly started = $derived.by(() => this.#kind.isNew || this.#base !== null);
  /** How many fields both sides changed and the user has not decided yet. */
  readonly undecided = $derived(
    (this.conflict?.clashes ?? []).filter(({ field }) => this.choices[field] === undefined).length,
  );
  readonly #changed = $derived.by(() => this.started && JSON.stringify(this.form) !== this.#began);

  constructor(kind: EditedRecord<F, R>) {
    super();
    this.#kind = kind;
    this.reading = new Listing(kind.read);
    this.form = kind.blank();
    this.#began = JSON.stringify(this.form);
  }

  override get isDirty(): boolean {
    return this.#changed;
  }

  /** The record that is edited; null until it is read, and for one that is made. */
  get base(): R | null {
    return this.#base;
  }

  choose(field: string, side: Side): void {
    this.choices = { ...this.choices, [field]: side };
  }

  chooseAll(side: Side): void {
    this.choices = Object.fromEntries((this.conflict?.clashes ?? []).map(({ field }) => [field, side]));
  }

  /** Back to the form, with what was chosen so far, on the record as it is now. */
  resume(): void {
    const { conflict } = this;
    if (!conflict) return;
    const { theirs } = conflict;
    const was = this.#base?.form ?? theirs.form;
    const mine = this.#entered();
    this.#begin(theirs, this.#kind.merged(was, mine, theirs.form, this.choices));
  }

  /** Goes on with what was begun before. */
  protected goOn(): void {
    this.act = new Submission();
    this.resumed = true;
  }

  /** Begins anew: nothing is read, nothing is filled in. */
  protected beginAnew(): void {
    this.#base = null;
    this.startOver();
  }

  /** Begins with the record as it is now. */
  protected async readAnew(): Promise<void> {
    await this.reading.anew();
    const { value } = this.reading;
    if (value) this.#begin(value, value.form);
  }

  /** Sends the form; null where it did not come to that. After a conflict both versions are there to choose from. */
  protected async submit(
    send: (intent: string, signal: AbortSignal, form: F, base: R | null) => Promise<Reply<Accepted<R>>>,
  ): Promise<Accepted<R> | null> {
    if (this.conflict) this.resume();
    const { act } = this;
    const base = this.#base;
    const form = this.#entered();
    const saved = await act.run((intent, signal) => this.sent(send(intent, signal, form, base)));
    if (act.failure?.kind === 'conflict' && base) await this.#compare(base, act.failure.differences);
    return saved;
  }

  protected override empty(): void {
    const form = this.#base?.form ?? this.#kind.blank();
    this.#began = JSON.stringify(form);
    this.form = form;
    this.conflict = null;
    this.choices = {};
    this.act = new Submission();
    this.resumed = false;
  }

  /** What is filled in, as plain data. */
  #entered(): F {
    const plain: unknown = $state.snapshot(this.form);
    return plain as F;
  }

  /** Reads what it is now, and puts both beside each other. Nothing was written. */
  async #compare(base: R, differences: Differences): Promise<void> {
    const kind = this.#kind;
    this.outdated = true;
    const act = new Submission<Accepted<R>>();
    this.act = act;
    const read = await act.run(async (_, signal) => {
      const reply = await kind.read(signal);
      return reply.ok ? { ok: true, value: { record: reply.value } } : reply;
    });
    const theirs = read?.record;
    if (!theirs) return;
    const clashes = kind.clashesOf(base.form, this.#entered(), theirs.form);
    this.choices = Object.fromEntries(
      clashes.flatMap(({ field, choice }) => (choice ? [[field, choice] as const] : [])),
    );
    this.conflict = { theirs, clashes, besides: kind.besides(differences, clashes) };
    this.act = new Submission();
  }

  /** From now on this record is the one that is edited; what differs from it is what was entered. */
  #begin(record: R, form: F): void {
    this.#base = record;
    this.#began = JSON.stringify(record.form);
    this.form = form;
    this.conflict = null;
    this.choices = {};
    this.act = new Submission();
  }
}
