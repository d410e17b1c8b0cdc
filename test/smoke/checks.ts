/** One thing that has to hold on every machine that Carrel is put on. */
export interface Check {
  /** By this tag its tests are known: `@smoke:window`. */
  readonly tag: string;
  readonly what: string;
  /** What of it the stand-in cannot show. */
  readonly onlyElectron?: string;
}

/** In the order in which a machine that is broken shows it. */
export const checks: readonly Check[] = [
  {
    tag: 'window',
    what: 'the window is there within five seconds',
    onlyElectron: 'the time of Electron’s own start',
  },
  {
    tag: 'page',
    what: 'its page comes with its fonts and its policy, and main answers it',
    onlyElectron: 'the protocol as Electron registers it',
  },
  {
    tag: 'day',
    what: 'the practice library lends; killed and started again, what was open is told; nothing is left running',
  },
  {
    tag: 'keychain',
    what: 'the key is written to the keychain, read, and removed',
    onlyElectron: 'the keychains of Windows and macOS',
  },
  { tag: 'slip', what: 'a slip becomes a PDF with its own style', onlyElectron: 'Electron’s printToPDF' },
  {
    tag: 'printers',
    what: 'a printer that is there, is not, or refuses always answers, and the window goes on',
    onlyElectron: 'printers: a roll, Letter, none, one that is off',
  },
  { tag: 'again', what: 'a slip is printed again', onlyElectron: 'a print that is cancelled at the printer' },
  {
    tag: 'keys',
    what: 'Alt, F10 and the browser’s keys take the focus from no scan',
    onlyElectron: 'the native menu bar of Windows and Linux',
  },
  {
    tag: 'second',
    what: 'a second start raises the first window',
    onlyElectron: 'that the window manager does it',
  },
  {
    tag: 'ending',
    what: 'however the program ends, its journal opens clean',
    onlyElectron: 'the end of a session of Windows',
  },
  {
    tag: 'network',
    what: 'a service that cannot be reached, or whose certificate does not hold, says why',
    onlyElectron: 'proxies and certificates of the system',
  },
  {
    tag: 'sandbox',
    what: 'the windows are sandboxed, as far as who runs it allows',
    onlyElectron: 'Electron’s sandbox, as root and as a user: run it as both',
  },
];
