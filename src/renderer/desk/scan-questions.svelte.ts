import type { Offer, ScanView } from '../../contract/scans.ts';
import { call } from '../api.ts';
import type { DeskSession } from './session.svelte.ts';

/** A book that was scanned twice by accident asks nothing that the next scan has to wait for. */
const mustBeAnswered = ({ result }: ScanView): boolean =>
  !(result?.kind === 'double' && result.which === 'justNow');

/** What scans ask the librarian about the patron who is at the desk, such as whether to renew or to return. */
export class ScanQuestions {
  /** The questions about the patron at the desk that were not answered. */
  readonly #open = $derived.by(() =>
    this.#desk.log.questions.filter((scan) => this.offersOf(scan).length > 0),
  );
  /** The question that keeps the stage from later results: one that was taken up again, or else the oldest. */
  readonly held = $derived.by(
    () =>
      this.#open.find(({ id }) => id === this.#taken) ??
      this.#open.find((scan) => mustBeAnswered(scan) && !this.#aside.includes(scan.id)) ??
      null,
  );
  /** The scan whose question is on the stage. */
  readonly current = $derived.by(
    () => this.held ?? this.#open.find(({ id }) => id === this.#desk.stage.newest?.id) ?? null,
  );
  /** The ids of the scans whose questions were put aside. */
  #aside = $state.raw<readonly string[]>([]);
  /** The id of the scan whose question was put on the stage again; `''` for none. */
  #taken = $state('');
  readonly #desk: DeskSession;

  constructor(desk: DeskSession) {
    this.#desk = desk;
  }

  /** What can be done about a scan, for as long as the patron it asks about is at the desk, and surely served. */
  offersOf({ question }: ScanView): readonly Offer[] {
    const { patron, whose } = this.#desk;
    return question && !whose && question.userId === patron?.userId ? question.offers : [];
  }

  /** Gives an answer; main then scans the item again in that way. */
  async answer(id: string, offer: Offer): Promise<void> {
    const reply = await call('scans.answer', { id, offer });
    this.#desk.failure = reply.ok ? null : reply.failure;
  }

  /** Answers the question on the stage by key; 0 is its first answer. A key that comes too soon does nothing. */
  async answerCurrent(index: number): Promise<void> {
    const { current } = this;
    const offer = current && this.offersOf(current)[index];
    if (offer && this.#desk.stage.isArmed) await this.answer(current.id, offer);
  }

  /** The question on the stage is for later: its row puts it on the stage again. */
  putAside(): void {
    if (this.held) this.#aside = [...this.#aside, this.held.id];
    this.#taken = '';
  }

  /** Puts the question of a row on the stage. */
  take(id: string): void {
    this.#taken = id;
  }
}
