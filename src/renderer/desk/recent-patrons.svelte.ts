import type { PatronHit, PatronView } from '../../contract/desk.ts';

/** How many patrons are offered to be opened again. */
const mostRecent = 10;

/** The patrons who were at the desk in this window, newest first: a key opens them again. */
export class RecentPatrons {
  list = $state.raw<readonly PatronHit[]>([]);
  /** Those who are not at the desk now. */
  readonly others = $derived.by(() =>
    this.list.filter(({ userId }) => userId !== this.#currentId()).slice(0, mostRecent),
  );
  readonly last = $derived.by(() => this.others[0] ?? null);
  /** Primary ids that no patron has any more: the record was deleted here, or has another id now. */
  #obsoleteIds: readonly string[] = [];
  readonly #currentId: () => string | undefined;

  /** @param currentId the id of the patron who is at the desk */
  constructor(currentId: () => string | undefined) {
    this.#currentId = currentId;
  }

  /** The patron leaves the desk. */
  add({ userId, name, email, group, active, expiry, expired }: PatronView): void {
    if (this.#obsoleteIds.includes(userId)) return;
    const others = this.list.filter((patron) => patron.userId !== userId).slice(0, mostRecent);
    this.list = [{ userId, name, email, group, active, expiry, expired }, ...others];
  }

  remove(userId: string): void {
    this.list = this.list.filter((patron) => patron.userId !== userId);
  }

  /** From now on no patron is added under this id. */
  markObsolete(userId: string): void {
    this.#obsoleteIds = [...this.#obsoleteIds, userId];
  }

  /** A patron with this id is at the desk, so the id is in use again. */
  markInUse(userId: string): void {
    this.#obsoleteIds = this.#obsoleteIds.filter((id) => id !== userId);
  }

  clear(): void {
    this.list = [];
    this.#obsoleteIds = [];
  }
}
