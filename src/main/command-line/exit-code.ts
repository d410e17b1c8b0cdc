/**
 * What a command without a window says by the code it ends with. The numbers are those of the BSDs' `sysexits.h`, which
 * scripts of installers know.
 */
export const exitCode = {
  done: 0,
  /** A defect, or a file that was checked and is not good. */
  failed: 1,
  /** The command line itself cannot be understood. */
  usage: 64,
  /** What was given to it is malformed. */
  badInput: 65,
  /** A file to read is not there, or cannot be read. */
  noInput: 66,
  /** Something it needs is not there: the keychain, an answer of the running program. */
  unavailable: 69,
  /** A file cannot be written. */
  cannotWrite: 73,
  /** Not now: try again later. */
  busy: 75,
  /** Only an administrator may do this. */
  notAllowed: 77,
  /** Nothing says yet where the library system is. */
  notConfigured: 78,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
