import type { PatronView } from '../../contract/desk.ts';

/** Patrons who were followed by the next one while some of their scans were not settled. */
export class LeavingPatrons {
  #patrons: readonly PatronView[] = [];

  /** Notes that `next` is at the desk after `previous`. A patron who is back at the desk is not leaving any more. */
  replace(previous: PatronView | null, next: PatronView | null): void {
    const isAtDesk = ({ userId }: PatronView): boolean =>
      [previous, next].some((patron) => patron?.userId === userId);
    const leaves = previous !== null && previous.userId !== next?.userId;
    this.#patrons = [...this.#patrons.filter((patron) => !isAtDesk(patron)), ...(leaves ? [previous] : [])];
  }

  /** Answers all who are leaving, and forgets them. */
  takeAll(): readonly PatronView[] {
    const patrons = this.#patrons;
    this.#patrons = [];
    return patrons;
  }
}
