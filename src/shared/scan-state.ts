/**
 * - `received` durable in main, not looked at yet
 * - `waiting`  behind another command of the same patron, or until a pop-up note was seen (`held`)
 * - `sent`     at the service; a command barcode: at the window, which does what it asks for
 * - `done`, `refused` (the failure says why), `unclear` (what came of it is not known), `dropped` (taken back before it was sent)
 */
export type ScanState = 'received' | 'waiting' | 'held' | 'sent' | 'done' | 'refused' | 'unclear' | 'dropped';

const openStates: ReadonlySet<ScanState> = new Set(['received', 'waiting', 'held', 'sent']);

interface Scan {
  readonly state: ScanState;
}

/** Whether a scan is still being worked on: it waits, or its command is under way. */
export const isOpen = ({ state }: Scan): boolean => openStates.has(state);

/** Whether the work on a scan has ended, with an outcome or with an unclear one. An unclear one may be resolved later. */
export const isSettled = (scan: Scan): boolean => !isOpen(scan);
