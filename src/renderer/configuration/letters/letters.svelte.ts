import type { LetterEntry, LetterPreview, LetterView } from '../../../contract/configuration-letters.ts';
import type { Failure } from '../../../contract/failure.ts';
import { call } from '../../api.ts';
import type { SectionState } from '../../app/shell.svelte.ts';
import { Listing } from '../../ui/list/listing.svelte.ts';
import { EditedText } from './editor/edited-text.svelte.ts';
import { LetterEdit } from './letter-edit.svelte.ts';
import { sampleData } from './sample-data.ts';

/** What is shown of an open letter. */
export type LetterPart = 'details' | 'template' | 'preview' | 'former';

/** A letter that is opened: being read, or there to be edited. */
export class OpenLetter {
  readonly code: string;
  readonly reading: Listing<LetterView>;
  edit = $state.raw<LetterEdit | null>(null);
  /** It was changed before, and left. */
  readonly isResumed: boolean;
  /** The difference is shown, to be saved. */
  saving = $state(false);
  /** What the service has not kept of what was saved, until the next look. */
  notKept = $state.raw<readonly string[]>([]);
  /** Why a former letter cannot be had. */
  failure = $state.raw<Failure | null>(null);

  constructor(code: string, edit: LetterEdit | null) {
    this.code = code;
    this.edit = edit;
    this.isResumed = edit !== null;
    this.reading = new Listing((signal) => call('configuration.letters.open', { code }, { signal }));
  }

  async load(): Promise<void> {
    await this.reading.anew();
    const { value } = this.reading;
    if (value) this.edit = new LetterEdit(value);
  }

  /** Shows the difference to the letter as it is now. */
  async review(): Promise<void> {
    if (!this.edit) return;
    this.notKept = [];
    this.saving = true;
    await this.edit.compare();
  }

  /** Fills in a former letter, and shows the difference. */
  async putBack(id: string): Promise<void> {
    const reply = await call('configuration.letters.former', { id });
    this.failure = reply.ok ? null : reply.failure;
    if (!reply.ok || !this.edit) return;
    this.edit.apply(reply.value);
    await this.review();
  }
}

/** The letters of this window: the list, the one that is open, and what was changed and not saved. */
export class Letters implements SectionState {
  readonly list = new Listing<readonly LetterEntry[]>((signal) =>
    call('configuration.letters.list', {}, { signal }),
  );
  filter = $state('');
  /** The current row. */
  at = $state('');
  part = $state<LetterPart>('details');
  opened = $state.raw<OpenLetter | null>(null);
  /** The data of the preview. */
  sample = $state.raw(new EditedText(sampleData));
  readonly preview = new Listing<LetterPreview>((signal) =>
    call(
      'configuration.letters.preview',
      { template: this.opened?.edit?.template.text ?? '', sample: this.sample.text },
      { signal },
    ),
  );
  /** What was changed and left, by its code. */
  #edits = $state.raw<ReadonlyMap<string, LetterEdit>>(new Map());

  get isUnsaved(): boolean {
    return this.opened?.edit?.isDirty === true || [...this.#edits.values()].some(({ isDirty }) => isDirty);
  }

  isLeft(code: string): boolean {
    return this.#edits.get(code)?.isDirty === true;
  }

  /** The letters whose name, code or channel has what is typed. */
  get rows(): readonly LetterEntry[] {
    const words = this.filter.trim().toLocaleLowerCase().split(/\s+/);
    const textOf = ({ name, code, channel }: LetterEntry): string =>
      [name, code, channel?.label, channel?.code].join(' ').toLocaleLowerCase();
    return (this.list.value ?? []).filter((letter) => words.every((word) => textOf(letter).includes(word)));
  }

  open(code: string): void {
    if (code === '') return;
    const left = this.#edits.get(code) ?? null;
    const opened = new OpenLetter(code, left);
    this.part = 'details';
    this.preview.stop();
    this.preview.value = null;
    this.opened = opened;
    if (!left) void opened.load();
  }

  /** Back to the list; what was changed is kept. Answers whether a letter was open. */
  back(): boolean {
    const { opened } = this;
    if (!opened) return false;
    const { code, edit } = opened;
    opened.reading.stop();
    this.preview.stop();
    const others = [...this.#edits].filter(([other]) => other !== code);
    this.#edits = new Map(edit?.isDirty ? [...others, [code, edit]] : others);
    this.opened = null;
    return true;
  }

  /** Another library has other letters. */
  forget(): void {
    this.back();
    this.#edits = new Map();
    this.filter = '';
    this.at = '';
    this.sample = new EditedText(sampleData);
    this.list.stop();
    this.list.value = null;
    this.list.failure = null;
    this.preview.value = null;
  }
}
