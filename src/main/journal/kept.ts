/**
 * How long what is over is kept, in days. The table in `.github/SECURITY.md` says the same in words, and a test holds
 * the two together.
 */
export const keptDays = {
  /** Commands, as the audit trail: reduced to what a report or a person asks of them. */
  entries: 400,
  /** Scans of sessions that were ended. */
  scans: 30,
  /** Second steps that were done. */
  owed: 30,
  /** A damaged journal that was set aside, from the day on which somebody acknowledged it. */
  setAside: 30,
} as const;
