/** What was done last in a tab, in words: it is shown above the list until the next action. */
export interface LastAction {
  readonly word: string;
  readonly text: string;
  /** Money that goes back over the counter; it is shown large. */
  readonly change?: string;
}
