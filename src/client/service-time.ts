/**
 * The time at the service: the `Date` of its last answer, plus what has passed since by the monotonic clock. Where the machine has slept since, it is behind until the next answer.
 */
export class ServiceTime {
  #last: { readonly time: number; readonly receivedAt: number } | null = null;

  /** Notes the `Date` of an answer; one that is missing or no date changes nothing. */
  hear(date: string | null): void {
    const time = Date.parse(date ?? '');
    if (!Number.isNaN(time)) this.#last = { time, receivedAt: performance.now() };
  }

  /** null where no answer has said it yet. */
  now(): Date | null {
    return this.#last && new Date(this.#last.time + performance.now() - this.#last.receivedAt);
  }
}
