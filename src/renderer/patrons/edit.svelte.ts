import type { Accepted } from '../../contract/common.ts';
import type { Failure } from '../../contract/failure.ts';
import type { PatronForm, PatronRecord, PatronTables } from '../../contract/patrons.ts';
import { nameOr } from '../../shared/patrons.ts';
import { call } from '../api.ts';
import { failureText } from '../failures/failure-text.ts';
import { Submission } from '../ui/list/submission.svelte.ts';
import { DraftBase } from '../ui/list/draft.svelte.ts';
import { draftsOf } from '../ui/list/drafts.svelte.ts';
import { Listing } from '../ui/list/listing.svelte.ts';
import type { FormField } from './fields.ts';
import { newForm } from './form.ts';
import { besides, clashesOf, merged, type Choices, type Clash, type Side } from './merge.ts';
import { refusedField } from './refused-field.ts';

type Differences = Extract<Failure, { kind: 'conflict' }>['differences'];

/** Whose record was saved. */
export type SavedPatron = Pick<PatronRecord, 'userId' | 'name'>;

/** The record was changed elsewhere: that version, and where it differs from this one. */
export interface Conflict {
  readonly theirs: PatronRecord;
  readonly clashes: readonly Clash[];
  /** Changed where no field of the form shows it. */
  readonly besides: Differences;
}

/** A patron's record while it is edited; with no user id, while it is made. */
export class PatronEdit extends DraftBase {
  readonly userId: string | null;
  readonly tables = new Listing<PatronTables>((signal) => call('patrons.tables', {}, { signal }));
  /** The fresh read with which an edit begins. */
  readonly reading: Listing<PatronRecord>;
  form = $state<PatronForm>(newForm());
  conflict = $state.raw<Conflict | null>(null);
  choices = $state.raw<Choices>({});
  /** One for each try: a conflict is no failure of the form, and its try is over. */
  act = $state.raw(new Submission<Accepted<PatronRecord>>());
  /** It was begun before, and left. */
  resumed = $state(false);
  /** Another workstation has written the record since it was first read here. */
  outdated = false;
  #base = $state.raw<PatronRecord | null>(null);
  #began = $state.raw('');
  /** As it was shown at first. */
  #opened = '';

  readonly started = $derived.by(() => this.userId === null || this.#base !== null);
  /** How many fields both sides changed and the user has not decided yet. */
  readonly undecided = $derived(
    (this.conflict?.clashes ?? []).filter(({ field }) => this.choices[field] === undefined).length,
  );
  readonly #changed = $derived(this.started && JSON.stringify(this.form) !== this.#began);
  readonly #refused = $derived(refusedField(this.act.failure, this.form));

  constructor(userId: string | null) {
    super();
    this.userId = userId;
    this.reading = new Listing((signal) => call('patrons.read', { userId: userId ?? '' }, { signal }));
    // The search text counts as typed: it is not lost by a key pressed too soon.
    this.#began = JSON.stringify(newForm());
  }

  override get isDirty(): boolean {
    return this.#changed;
  }

  /** Continues the draft, or begins one: with a fresh read, or with the search text for a new patron. */
  async open(searchText = ''): Promise<void> {
    void this.tables.need();
    // A form that has only the earlier search text is replaced by the new one.
    const isOnlySearchText = searchText !== '' && JSON.stringify(this.form) === this.#opened;
    if (this.isDirty && !isOnlySearchText) {
      this.act = new Submission();
      this.resumed = true;
      return;
    }
    this.#base = null;
    this.startOver();
    this.form = newForm(searchText);
    this.#opened = JSON.stringify(this.form);
    if (this.userId === null) return;
    await this.reading.anew();
    if (this.reading.value) this.#begin(this.reading.value, this.reading.value.form);
  }

  name(): string {
    return this.#base?.name ?? '';
  }

  /** Who it is, as far as it was entered. */
  entered(): string {
    const { firstName, lastName, primaryId } = this.form;
    return nameOr(firstName.trim(), lastName.trim(), primaryId);
  }

  /** What is wrong with a field: by our own check, or by what the service refused. */
  error(path: string): string {
    const own = this.act.error(path);
    if (own !== '' || this.#refused !== path || !this.act.failure) return own;
    return failureText(this.act.failure).what;
  }

  choose(field: FormField, side: Side): void {
    this.choices = { ...this.choices, [field]: side };
  }

  chooseAll(side: Side): void {
    this.choices = Object.fromEntries((this.conflict?.clashes ?? []).map(({ field }) => [field, side]));
  }

  /** Back to the form, with what was chosen so far, on the record as it is now. */
  resume(): void {
    const { conflict } = this;
    if (!conflict) return;
    this.#begin(conflict.theirs, this.#merged(conflict));
  }

  /** Saves; null where it did not come to that. Who it is, as it was saved or, where that cannot be read, as entered. */
  async save(): Promise<SavedPatron | null> {
    if (this.conflict) this.resume();
    const { act } = this;
    const base = this.#base;
    const form = $state.snapshot(this.form);
    const asEntered = { userId: form.primaryId.trim(), name: this.entered() };
    const saved = await act.run((intent, signal) =>
      this.sent(
        base
          ? call('patrons.save', { intent, seen: base.seen, form }, { signal })
          : call('patrons.create', { intent, form }, { signal }),
      ),
    );
    if (act.failure?.kind === 'conflict' && base) await this.#compare(base, act.failure.differences);
    return saved && (saved.record ?? asEntered);
  }

  protected override empty(): void {
    const form = this.#base?.form ?? newForm();
    this.#began = JSON.stringify(form);
    this.form = form;
    this.conflict = null;
    this.choices = {};
    this.act = new Submission();
    this.resumed = false;
  }

  /** Reads what it is now, and puts both beside each other. Nothing was written. */
  async #compare(base: PatronRecord, differences: Differences): Promise<void> {
    this.outdated = true;
    const act = new Submission<Accepted<PatronRecord>>();
    this.act = act;
    const read = await act.run(async (_, signal) => {
      const reply = await call('patrons.read', { userId: base.userId }, { signal });
      return reply.ok ? { ok: true, value: { record: reply.value } } : reply;
    });
    const theirs = read?.record;
    if (!theirs) return;
    const clashes = clashesOf(base.form, $state.snapshot(this.form), theirs.form);
    this.choices = Object.fromEntries(
      clashes.flatMap(({ field, choice }) => (choice ? [[field, choice] as const] : [])),
    );
    this.conflict = { theirs, clashes, besides: besides(differences, clashes) };
    this.act = new Submission();
  }

  #merged({ theirs }: Conflict): PatronForm {
    const was = this.#base?.form ?? theirs.form;
    return merged(was, $state.snapshot(this.form), theirs.form, this.choices);
  }

  /** From now on this record is the one that is edited; what differs from it is what was entered. */
  #begin(record: PatronRecord, form: PatronForm): void {
    this.#base = record;
    this.#began = JSON.stringify(record.form);
    this.form = form;
    this.conflict = null;
    this.choices = {};
    this.act = new Submission();
  }
}

/** What was begun of a patron's record. */
export const editOf = draftsOf((userId) => new PatronEdit(userId));

const newcomers = draftsOf(() => new PatronEdit(null));

/** The draft of a new patron: one at a time. */
export const newcomer = (): PatronEdit => newcomers('');
