/** One thing that was recorded instead of done: its name in Electron, then its arguments. */
type Entry = readonly [what: string, ...details: unknown[]];

const journal: Entry[] = [];

/** For tests that know they run on the stand-in: `globalThis.standIn.journal` in the main process. */
Object.assign(globalThis, { standIn: { journal } });

/** Notes what Electron would have done on the desktop (open a browser, print, show a dialog). */
export function record(what: string, ...details: unknown[]): void {
  journal.push([what, ...details]);
}
