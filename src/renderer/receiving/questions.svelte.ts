import type { Failure } from '../../contract/failure.ts';
import type { UnfinishedView } from '../../contract/receiving.ts';
import type { BookQuestion, KeepIds } from '../../contract/trolley.ts';
import { answersTo, type Answer } from './answers.ts';
import type { ReceivingSession } from './session.svelte.ts';
import { isToBeSeen, type BookRow } from './trolley.svelte.ts';

/** A question of a book. */
interface Asked {
  readonly kind: 'question';
  readonly id: string;
  readonly row: BookRow;
  readonly question: BookQuestion;
}

/** Alerts that a person has to see: of a book, or of an item that was received without the trolley. */
type ToBeSeen = { readonly kind: 'alerts'; readonly id: string } & (
  { readonly row: BookRow } | { readonly row: null; readonly entry: UnfinishedView }
);

export type OpenQuestion = Asked | ToBeSeen;

/** A person is asked for the ids of a title and a holding. */
export interface IdsFor {
  readonly title: string;
  /** Goes on with these; answers why that failed. */
  readonly send: (ids: KeepIds) => Promise<Failure | null>;
}

/** Always the same: what depends on it is not worked out anew at each change of any book. */
const nothing: readonly OpenQuestion[] = [];

/**
 * What the receiving room asks a person, one thing at a time on the stage: the questions of books, and the alerts that
 * are in the way until they are seen. Scans go on meanwhile.
 */
export class ReceivingQuestions {
  /** What is to be seen goes before what is asked; each oldest first. */
  readonly open = $derived.by((): readonly OpenQuestion[] => {
    const ofBooks = this.#session.trolley.rows.toReversed().flatMap(questionOf);
    const { unfinished } = this.#session;
    const all = [
      ...unfinished.unseen.map((entry): ToBeSeen => ({ kind: 'alerts', id: entry.id, row: null, entry })),
      ...ofBooks.filter(({ kind }) => kind === 'alerts'),
      ...ofBooks.filter(({ kind }) => kind === 'question'),
    ];
    return all.length === 0 ? nothing : all;
  });
  /** What has the stage: one that was taken up again, or else the oldest that was not put aside. */
  readonly current = $derived.by(
    () =>
      this.open.find(({ id }) => id === this.#taken) ??
      this.open.find(({ id }) => !this.#aside.includes(id)) ??
      null,
  );
  /** A person is asked for ids. */
  idsFor = $state.raw<IdsFor | null>(null);
  #aside = $state.raw<readonly string[]>([]);
  /** The id of what was put on the stage again; `''` for nothing. */
  #taken = $state('');
  readonly #session: ReceivingSession;

  constructor(session: ReceivingSession) {
    this.#session = session;
  }

  /** The answers to what has the stage; none to alerts, which are only seen. */
  get answers(): readonly Answer[] {
    const { current } = this;
    return current?.kind === 'question' ? answersTo(current.question) : [];
  }

  /** Answers the question on the stage; 0 is its first answer. */
  async answer(index: number): Promise<void> {
    const { current } = this;
    const chosen = this.answers[index];
    if (current?.kind !== 'question' || !chosen) return;
    if (chosen.answer === 'ids') this.idsFor = this.#idsFor(current.row);
    else await this.#session.trolley.answer(current.id, chosen.answer);
  }

  #idsFor({ id, view: { title, text } }: BookRow): IdsFor {
    const { trolley } = this.#session;
    return { title: title || text, send: (ids) => trolley.answer(id, { kind: 'ids', ...ids }) };
  }

  /** The alerts were seen: those on the stage, or of this row. */
  async see(which = this.current): Promise<void> {
    if (which?.kind !== 'alerts') return;
    if (this.#taken === which.id) this.#taken = '';
    if (which.row) await this.#session.trolley.see(which.id);
    else this.#session.failure = await this.#session.unfinished.see(which.entry);
  }

  /** The question on the stage is for later: its row puts it on the stage again. Alerts stay until they are seen. */
  putAside(): void {
    if (this.current?.kind === 'question') this.#aside = [...this.#aside, this.current.id];
    this.#taken = '';
  }

  /** Puts what a row asks on the stage. */
  take(id: string): void {
    this.#taken = id;
  }
}

function questionOf(row: BookRow): OpenQuestion[] {
  const { view } = row;
  const { id } = row;
  if (view.state === 'asks' && view.question) return [{ kind: 'question', id, row, question: view.question }];
  return isToBeSeen(view) ? [{ kind: 'alerts', id, row }] : [];
}
