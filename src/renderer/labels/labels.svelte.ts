import { m } from '../../messages/compiled/messages.js';
import type { Failure } from '../../contract/failure.ts';
import type { Answer, Input } from '../../contract/index.ts';
import type { LabelProblem, LabelQueueView, WaitingLabels } from '../../contract/labels.ts';
import { call, watch } from '../api.ts';
import { failureText } from '../failures/failure-text.ts';
import type { ScanText } from '../scan/scan-text.ts';
import { countText } from '../ui/format.ts';

/** Why a book does not get one of its labels. */
export const problemWords: Readonly<Record<LabelProblem, () => string>> = {
  noCallNumber: m.labels_problem_no_call_number,
  noBarcode: m.labels_problem_no_barcode,
  callNumberTooLong: m.labels_problem_call_number_too_long,
  barcodeTooLong: m.labels_problem_barcode_too_long,
};

type Printed = Answer<'labels.print'>;

/** The labels of this station as a window shows them. Nothing waits for a printer: the outcome is in the strip. */
export class Labels {
  /** Null until main has reported it. */
  queue = $state.raw<LabelQueueView | null>(null);
  /** Whether the list of what waits is open. */
  isOpen = $state(false);
  /** Something is being printed. */
  printing = $state(false);
  /** Why labels were not read, printed or taken off the list; until the next of these is tried. */
  failure = $state.raw<Failure | null>(null);
  /** What that was about: a title, or the labels. */
  about = $state('');
  readonly #onResult: (text: ScanText) => void;

  /** @param onResult called with the outcome of each thing done, for the strip */
  constructor(onResult: (text: ScanText) => void) {
    this.#onResult = onResult;
  }

  /** Follows main until the function it answers is called. */
  start(): () => void {
    return watch('labels.watch', (queue) => (this.queue = queue));
  }

  /** How many labels wait. */
  get waitingCount(): number {
    return (this.queue?.waiting ?? []).reduce((sum, { count }) => sum + count, 0);
  }

  /** Has the labels of an item wait for their sheet. */
  async add(item: Input<'labels.add'>): Promise<void> {
    const about = item.title || item.barcode;
    const reply = await call('labels.add', item);
    if (!reply.ok) {
      this.#fail(about, reply.failure);
      return;
    }
    const { labels, printed, failure } = reply.value;
    this.failure = null;
    if (failure) this.#fail(m.labels_title(), failure);
    else if (printed) this.#tell(printed);
    else this.#onResult(addedText(labels, reply.value.already));
  }

  /** Prints all that wait. */
  async print(): Promise<void> {
    await this.#printBy('labels.print');
  }

  /** Prints once more what was printed last. */
  async again(): Promise<void> {
    await this.#printBy('labels.again');
  }

  async remove(book: WaitingLabels): Promise<void> {
    const reply = await call('labels.remove', { id: book.id });
    if (reply.ok) this.failure = null;
    else this.#fail(book.title || book.barcode, reply.failure);
  }

  async #printBy(name: 'labels.print' | 'labels.again'): Promise<void> {
    if (this.printing) return;
    this.printing = true;
    const reply = await call(name, {});
    this.printing = false;
    if (!reply.ok) {
      this.#fail(m.labels_title(), reply.failure);
      return;
    }
    this.failure = null;
    this.#tell(reply.value);
  }

  #tell(printed: Printed): void {
    this.#onResult(printedText(printed));
  }

  #fail(about: string, failure: Failure): void {
    this.failure = failure;
    this.about = about;
    const { meaning, word, what } = failureText(failure);
    this.#onResult({
      ...{ meaning, outcome: word, code: false, consequence: '', sound: 'attention' },
      what: m.labels_failed({ about, why: what }),
    });
  }
}

function addedText(labels: WaitingLabels, already: boolean): ScanText {
  const { title, barcode, problems } = labels;
  const consequence = problems.map((problem) => problemWords[problem]()).join(' · ');
  return {
    meaning: problems.length === 0 ? 'done' : 'attention',
    outcome: already ? m.labels_already() : m.labels_added(),
    what: [title || barcode, consequence].filter(Boolean).join(' · '),
    code: false,
    consequence: '',
    sound: problems.length === 0 ? null : 'attention',
  };
}

function printedText({ file, stopped, count }: Printed): ScanText {
  const plain = { code: false, consequence: '', sound: null } as const;
  if (stopped) return { ...plain, meaning: 'quiet', outcome: m.labels_none(), what: m.labels_stopped() };
  if (count === 0)
    return { ...plain, meaning: 'quiet', outcome: m.labels_none(), what: m.labels_none_wait() };
  return {
    ...{ ...plain, meaning: 'done', outcome: file === null ? m.slips_done() : m.slips_saved() },
    what: m.labels_count({ count, shown: countText(count) }),
  };
}
