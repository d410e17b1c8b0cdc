import type {
  LetterField,
  LetterForm,
  LetterSaved,
  LetterView,
  XmlFault,
} from '../../../contract/configuration-letters.ts';
import { mostLetterText } from '../../../shared/limits.ts';
import { call } from '../../api.ts';
import type { Choices, Clash, Side } from '../../ui/list/merge.ts';
import { Submission } from '../../ui/list/submission.svelte.ts';
import { EditedText } from './editor/edited-text.svelte.ts';
import { channelText, linesText, yesText } from './letter-words.ts';

/** What is filled in beside the template. */
type Fields = Omit<LetterForm, 'template'>;
type LetterChanges = { -readonly [F in LetterField]?: LetterForm[F] };
type FieldChange = Pick<Clash<LetterField>, 'field' | 'was' | 'mine'>;

const names: readonly LetterField[] = ['enabled', 'customized', 'channel', 'subject', 'body', 'template'];

const shown = (field: LetterField, form: LetterForm): string => {
  const value = form[field];
  if (typeof value === 'boolean') return yesText(value);
  if (field === 'channel' && value) return channelText({ code: value, label: value });
  return field === 'template' ? linesText(value ?? '') : (value ?? '');
};

/** Where three versions differ, to the sign: blanks count in a template. */
function clashesOf(was: LetterForm, mine: LetterForm, theirs: LetterForm): readonly Clash<LetterField>[] {
  return names.flatMap((field) => {
    const [before, here, there] = [was[field], mine[field], theirs[field]];
    if (before === here && before === there) return [];
    const both = before !== here && before !== there && here !== there;
    const choice = both ? null : before === here || here === there ? 'theirs' : 'mine';
    const texts = { was: shown(field, was), mine: shown(field, mine), theirs: shown(field, theirs) };
    return [{ field, ...texts, both, choice }];
  });
}

const fieldsOf = ({ template: _, ...fields }: LetterForm): Fields => fields;

/**
 * A letter while it is edited. What was changed is kept until it is saved or dropped; where someone else has changed the
 * letter meanwhile, both versions are put beside each other.
 */
export class LetterEdit {
  fields: Fields = $state() as Fields;
  readonly template: EditedText;
  /** What the editor has found in the template; null where that is XSL, or was not looked at. */
  fault = $state.raw<XmlFault | null>(null);
  /** The letter as it is now, which the difference is to; null while none is shown. */
  fresh = $state.raw<LetterView | null>(null);
  /** Someone else has changed it: where the three versions differ. */
  conflict = $state.raw<{
    readonly theirs: LetterView;
    readonly clashes: readonly Clash<LetterField>[];
    readonly besides: [];
  } | null>(null);
  choices = $state.raw<Choices>({});
  /** Reading the letter again, and finding out whether the template can be sent. */
  reading = $state.raw(new Submission<LetterView>());
  saving = $state.raw(new Submission<LetterSaved>());
  #base = $state.raw() as LetterView;
  #check: AbortController | null = null;

  constructor(letter: LetterView) {
    this.#base = letter;
    this.fields = fieldsOf(letter.form);
    this.template = new EditedText(letter.form.template ?? '');
  }

  /** The letter as it was opened, or as it was when a conflict was settled. */
  get base(): LetterView {
    return this.#base;
  }

  /** What the dialog follows: the read before, or the save. */
  get act(): Submission<LetterView> | Submission<LetterSaved> {
    return this.fresh ? this.saving : this.reading;
  }

  get isDirty(): boolean {
    const { form } = this.#base;
    return (
      this.template.isChanged || names.some((name) => name !== 'template' && this.fields[name] !== form[name])
    );
  }

  /** How many fields both sides changed and the user has not decided yet. */
  get undecided(): number {
    return (this.conflict?.clashes ?? []).filter(({ field }) => this.choices[field] === undefined).length;
  }

  get form(): LetterForm {
    const { template } = this.#base.form;
    const fields = $state.snapshot(this.fields);
    return { ...fields, template: template === null && !this.template.isChanged ? null : this.template.text };
  }

  /** The fields that saving changes, as they are and as they are to be. */
  get changed(): readonly FieldChange[] {
    const was = (this.fresh ?? this.#base).form;
    return clashesOf(was, this.form, was);
  }

  /** Where the template is no XML; null where it is. An earlier question is given up. */
  async check(text: string): Promise<XmlFault | null> {
    this.#check?.abort();
    const { signal } = (this.#check = new AbortController());
    if (text.length > mostLetterText) {
      this.fault = { why: 'tooLong', line: 1, column: 1, detail: '' };
      return this.fault;
    }
    const reply = await call('configuration.letters.check', { template: text }, { signal });
    if (!signal.aborted) this.fault = reply.ok ? reply.value : null;
    return reply.ok ? reply.value : null;
  }

  /** Reads the letter as it is now: what saving would change, or what someone else has. */
  async compare(): Promise<void> {
    this.fresh = null;
    this.conflict = null;
    this.choices = {};
    this.saving = new Submission();
    this.reading = new Submission();
    if (this.template.isChanged && (await this.check(this.template.text)) !== null) return;
    const { code } = this.#base;
    const now = await this.reading.run((_, signal) =>
      call('configuration.letters.open', { code }, { signal }),
    );
    if (!now) return;
    if (now.opened === this.#base.opened) this.fresh = now;
    else this.#meet(now);
  }

  choose(field: string, side: Side): void {
    this.choices = { ...this.choices, [field]: side };
  }

  chooseAll(side: Side): void {
    this.choices = Object.fromEntries((this.conflict?.clashes ?? []).map(({ field }) => [field, side]));
  }

  /** Goes on with what was chosen, on the letter as it is now. */
  resume(): void {
    const { conflict } = this;
    if (!conflict) return;
    const { theirs, clashes } = conflict;
    for (const { field } of clashes) if (this.choices[field] !== 'mine') this.#take(field, theirs.form);
    this.#rebase(theirs);
    this.fresh = theirs;
    this.saving = new Submission();
  }

  /** Saves the difference that is shown. Null where it did not come to that. */
  async save(): Promise<LetterSaved | null> {
    const { fresh, saving } = this;
    if (!fresh) return null;
    const { code, opened: against } = fresh;
    const form = this.form;
    const changes: LetterChanges = Object.fromEntries(this.changed.map(({ field }) => [field, form[field]]));
    const saved = await saving.run((intent, signal) =>
      call('configuration.letters.save', { intent, code, against, changes }, { signal }),
    );
    if (saving.failure?.kind === 'conflict') await this.compare();
    return saved;
  }

  /** It was saved: nothing is left to be saved but what the service has not kept. */
  done({ record }: LetterSaved): void {
    const { fresh } = this;
    this.leave();
    if (record) this.#rebase(record);
    else if (fresh) this.#rebase({ ...fresh, form: this.form, opened: '' });
    if (record) this.#takeAll(record.form);
  }

  /** The dialog is closed: what was compared is not shown any more. */
  leave(): void {
    this.fresh = null;
    this.conflict = null;
  }

  /** Drops what was changed. */
  drop(): void {
    this.#takeAll(this.#base.form);
    this.fault = null;
  }

  /** Fills in another version of the letter. */
  apply(form: LetterForm): void {
    this.#takeAll(form);
  }

  #take(field: LetterField, form: LetterForm): void {
    if (field === 'template') this.template.replace(form.template ?? '');
    else this.fields = { ...this.fields, [field]: form[field] };
  }

  #takeAll(form: LetterForm): void {
    for (const name of names) this.#take(name, form);
  }

  #rebase(letter: LetterView): void {
    this.#base = letter;
    this.template.rebase(letter.form.template ?? '');
    this.conflict = null;
    this.choices = {};
  }

  #meet(theirs: LetterView): void {
    const clashes = clashesOf(this.#base.form, this.form, theirs.form);
    if (clashes.length === 0) {
      // Changed where no field shows it, or to the same.
      this.#rebase(theirs);
      this.fresh = theirs;
      return;
    }
    this.choices = Object.fromEntries(
      clashes.flatMap(({ field, choice }) => (choice ? [[field, choice] as const] : [])),
    );
    this.conflict = { theirs, clashes, besides: [] };
  }
}
