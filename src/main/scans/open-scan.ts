import type { ScanState, ScanView } from '../../contract/scans.ts';

const openStates: ReadonlySet<ScanState> = new Set(['received', 'waiting', 'held', 'sent']);

/** Whether something may still come of a scan by itself. */
export const isOpen = ({ state }: Pick<ScanView, 'state'>): boolean => openStates.has(state);
