import type { CitationEntry, CitationsRead, LendingField, LendingForm } from '../../contract/lending.ts';
import type { Failure } from '../../contract/failure.ts';
import { longestCitations } from '../../shared/limits.ts';
import { call } from '../api.ts';

/** A field that a citation filled in, and what it said before. */
interface Filled {
  readonly value: string;
  readonly was: string;
}
type FilledFields = Partial<Readonly<Record<LendingField, Filled>>>;

/** A pasted citation, and what came of it in the form. */
export class Pasted {
  text = $state('');
  reading = $state(false);
  failure = $state.raw<Failure | null>(null);
  found = $state.raw<CitationsRead | null>(null);
  /** Which of several was chosen; null until one is. */
  chosen = $state.raw<CitationEntry | null>(null);
  filled = $state.raw<FilledFields>({});
  /** What was filled in was taken back. */
  undone = $state(false);
  readonly #form: () => LendingForm;
  /** What else changes with a citation: the type, and the format with it. */
  readonly #typed: (entry: CitationEntry) => Partial<LendingForm>;
  #running: AbortController | null = null;

  constructor(form: () => LendingForm, typed: (entry: CitationEntry) => Partial<LendingForm>) {
    this.#form = form;
    this.#typed = typed;
  }

  /** Looks for citations in what was pasted. One alone fills the form in. */
  async read(): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.undo();
    this.#clear();
    if (this.text.length > longestCitations) {
      this.tooLong();
      return;
    }
    this.reading = true;
    const reply = await call('lending.citation', { text: this.text }, { signal: running.signal });
    if (this.#running !== running) return;
    this.reading = false;
    if (!reply.ok) {
      this.failure = reply.failure;
      return;
    }
    this.found = reply.value;
    const [first] = reply.value.entries;
    if (reply.value.entries.length === 1 && first) this.choose(first);
  }

  /** A text that no reference has is not even put into the field. */
  tooLong(): void {
    this.#clear();
    this.failure = { kind: 'invalid', field: 'citation', reason: 'tooLong', detail: 'citation' };
  }

  /** Fills in this one, in place of the one that was chosen before. */
  choose(entry: CitationEntry): void {
    this.undo();
    const form = this.#form();
    const values = { ...entry.fields, ...this.#typed(entry) } as Partial<Record<LendingField, string>>;
    const filled: Partial<Record<LendingField, Filled>> = {};
    for (const [name, value] of Object.entries(values) as [LendingField, string][]) {
      if (form[name] === value) continue;
      filled[name] = { value, was: form[name] };
      form[name] = value;
    }
    this.filled = filled;
    this.chosen = entry;
    this.undone = false;
  }

  /** Takes back what was filled in, but for what a person changed since. */
  undo(): void {
    const form = this.#form();
    for (const [name, { value, was }] of Object.entries(this.filled) as [LendingField, Filled][]) {
      if (form[name] === value) form[name] = was;
    }
    this.undone = this.chosen !== null;
    this.filled = {};
    this.chosen = null;
  }

  /** What a field got from the citation, as long as it says so; null where it is a person's. */
  of(name: LendingField): Filled | null {
    const filled = this.filled[name];
    return filled && this.#form()[name] === filled.value ? filled : null;
  }

  /** The form is empty again: nothing of a citation is left. */
  startOver(): void {
    this.#running?.abort();
    this.#running = null;
    this.filled = {};
    this.text = '';
    this.#clear();
  }

  #clear(): void {
    this.reading = false;
    this.failure = null;
    this.found = null;
    this.chosen = null;
    this.undone = false;
  }
}
