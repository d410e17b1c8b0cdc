import type { Offer, ScanView } from '../../contract/scans.ts';
import { call } from '../api.ts';
import type { DeskSession } from './session.svelte.ts';

/** What scans ask the librarian about the patron who is at the desk, such as whether to renew or to return. */
export class ScanQuestions {
  /** The newest scan that asks something about this patron: its answers have the keys. */
  readonly newest = $derived.by(() => {
    const { question } = this.#desk.log;
    return question && this.offersOf(question).length > 0 ? question : null;
  });
  readonly #desk: DeskSession;

  constructor(desk: DeskSession) {
    this.#desk = desk;
  }

  /** What can be done about a scan, for as long as the patron it asks about is at the desk. */
  offersOf({ question }: ScanView): readonly Offer[] {
    return question && question.userId === this.#desk.patron?.userId ? question.offers : [];
  }

  /** Gives an answer; main then scans the item again in that way. */
  async answer(id: string, offer: Offer): Promise<void> {
    const reply = await call('scans.answer', { id, offer });
    this.#desk.failure = reply.ok ? null : reply.failure;
  }

  /** Answers the newest question by key; 0 is its first answer. */
  async answerNewest(index: number): Promise<void> {
    const { newest } = this;
    const offer = newest && this.offersOf(newest)[index];
    if (offer) await this.answer(newest.id, offer);
  }
}
