import { m } from '../../messages/compiled/messages.js';
import type { Accepted } from '../../contract/common.ts';
import type { Failure } from '../../contract/failure.ts';
import type { CitationEntry, LendingChoices, LendingForm, LendingRow } from '../../contract/lending.ts';
import { call } from '../api.ts';
import type { SectionState, Shell } from '../app/shell.svelte.ts';
import { failedText, resultText } from '../ui/list/action-result.ts';
import { Draft } from '../ui/list/draft.svelte.ts';
import { Listing } from '../ui/list/listing.svelte.ts';
import { Submission } from '../ui/list/submission.svelte.ts';
import { emptyLending, kindOf, suppose, typedInto, typeFor, withType } from './lending-form.ts';
import { lendingName, lendingSlip } from './lending-words.ts';
import { MadeList } from './made-list.svelte.ts';
import { Pasted } from './pasted.svelte.ts';

/** In a root of its own: what is derived in it would end with the section that was opened first. */
function newSubmission(): Submission<Accepted<LendingRow>> {
  const made: Submission<Accepted<LendingRow>>[] = [];
  $effect.root(() => {
    made.push(new Submission());
  });
  return (made as [Submission<Accepted<LendingRow>>])[0];
}

/** What a request is called that has no number yet. */
const titleIn = ({ title, journal_title: journal, mms_id: mmsId }: LendingForm): string =>
  title.trim() || journal.trim() || mmsId.trim();

/** The lending room of this window: the request that is entered, and the list of those that were made here. */
export class LendingRoom implements SectionState {
  readonly draft = new Draft<LendingForm>(emptyLending, typedInto);
  readonly choices = new Listing<LendingChoices>((signal) => call('lending.choices', {}, { signal }));
  readonly made = new MadeList();
  readonly pasted: Pasted;
  /** One for each request. */
  act = $state.raw(newSubmission());
  /** What was in the form when it was sent last. */
  sent = $state.raw<LendingForm | null>(null);
  /** Every field is shown. */
  all = $state(false);
  /** The request that was placed last, until the next one is. */
  last = $state.raw<LendingRow | null>(null);
  readonly #shell: Shell;

  constructor(shell: Shell) {
    this.#shell = shell;
    this.pasted = new Pasted(
      () => this.draft.form,
      (entry) => this.#typeOf(entry),
    );
  }

  /** A request that is not sent yet. */
  get isUnsaved(): boolean {
    return this.draft.isDirty;
  }

  /** Why the request cannot be placed now, as a sentence; null if it can. */
  get whyNot(): string | null {
    if (this.act.busy) return m.lending_why_busy();
    return this.act.unclear ? m.lending_why_unclear() : null;
  }

  /** Reads the choices where they are not there yet, and supposes what can be. */
  async begin(): Promise<void> {
    await this.choices.need();
    this.#suppose();
  }

  /** Places the request. Answers the failure, or null. */
  async place(): Promise<Failure | null> {
    const { draft, act } = this;
    const form = $state.snapshot(draft.form);
    this.sent = form;
    const sent = await act.run((intent, signal) =>
      draft.sent(call('lending.create', { intent, form }, { signal })),
    );
    // Another library by now: nothing of the answer is of this one. The request is in the list of its own.
    if (this.act !== act) return null;
    void this.made.list.load();
    if (!sent) {
      const { failure } = act;
      const { room, results } = this.#shell;
      // Its form says it. Whoever is in another room by now would take it for placed.
      if (failure && room !== 'lending') results.reportNote(failedText(failure, titleIn(form)));
      return failure;
    }
    const { record } = sent;
    this.last = record;
    this.#anew();
    const what = record ? lendingName(record.request) : titleIn(form);
    this.#shell.results.reportText(
      resultText({
        word: m.lending_placed(),
        ...(record
          ? { text: what, then: m.lending_placed_number({ number: record.request.requestId }) }
          : { text: m.lists_unread({ what }) }),
      }),
    );
    if (record) this.#shell.slips.printAutomatic(lendingSlip(record.request, this.choices.value));
    // The partner is one that something was lent to from now on.
    void this.choices.load();
    return null;
  }

  /** Empties the form. What was sent before stays sent. */
  startOver(): void {
    this.last = null;
    this.#anew();
  }

  forget(): void {
    // Before the form is emptied: nothing is supposed from the choices of the library before.
    this.choices.stop();
    this.choices.value = null;
    this.choices.failure = null;
    this.startOver();
    this.all = false;
    this.made.forget();
    // Whoever is in the room has the form in front of them, and it is of no use without its choices.
    if (this.#shell.room === 'lending') void this.begin();
  }

  #anew(): void {
    this.pasted.startOver();
    this.draft.startOver();
    this.act = newSubmission();
    this.#suppose();
  }

  #suppose(): void {
    if (this.choices.value) suppose(this.draft.form, this.choices.value);
  }

  /** The type of what a citation is about, where it says so and the form has another kind of thing. */
  #typeOf({ kind, fields }: CitationEntry): Partial<LendingForm> {
    const { form } = this.draft;
    const { value } = this.choices;
    if (kind === null || kindOf(value, form.citation_type) === kind) return {};
    const type = typeFor(value, kind, (fields.journal_title ?? '') !== '');
    return type === '' ? {} : withType(form, value, type);
  }
}
