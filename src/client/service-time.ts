/**
 * What time it is at the service: the `Date` of its last answer, and what has passed since by the clock that nobody
 * sets. Where the machine has slept since, it is behind until the next answer.
 */
export class ServiceTime {
  #told: { readonly time: number; readonly heard: number } | null = null;

  /** Notes the `Date` of an answer; one that is missing or no date changes nothing. */
  hear(date: string | null): void {
    const time = Date.parse(date ?? '');
    if (!Number.isNaN(time)) this.#told = { time, heard: performance.now() };
  }

  /** null where no answer has said it yet. */
  now(): Date | null {
    return this.#told && new Date(this.#told.time + performance.now() - this.#told.heard);
  }
}
