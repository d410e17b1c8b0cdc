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

/** Whether something may still come of a scan by itself. */
export const isOpen = ({ state }: Scan): boolean => openStates.has(state);

/** Whether nothing more comes of a scan by itself. */
export const isSettled = (scan: Scan): boolean => !isOpen(scan);
