/** A sum with its name, as it stands in a dialog. */
export interface SumLine {
  readonly label: string;
  readonly amount: string;
  /** The line that is read from afar. */
  readonly strong?: boolean;
}
