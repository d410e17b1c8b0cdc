import { isAtWork } from '../api.ts';
import { hasUnsentDrafts } from '../ui/list/drafts.svelte.ts';
import type { OpenWork } from './closing.svelte.ts';
import type { Shell } from './shell.svelte.ts';

/** Whether a patron is shown, or can be brought back or printed with one key. */
export function isPatronNamed({ desk, slips }: Shell): boolean {
  const { patron, recent, dialogs } = desk;
  return (
    patron !== null ||
    recent.list.length > 0 ||
    slips.last !== null ||
    dialogs.newPatronEdit?.isDirty === true
  );
}

/** Whether something is under way at the desk: a card is looked up, a scan is open, or a long call runs. */
export const isDeskBusy = ({ desk, logs }: Shell): boolean =>
  desk.opening || logs.desk.open > 0 || isAtWork();

/** What the user would lose if the window were closed now. */
export function openWork(shell: Shell): readonly OpenWork[] {
  const { desk, logs, typed, isScanBoxFilled } = shell;
  const isTyped =
    [isScanBoxFilled, typed.isAnything, hasUnsentDrafts()].includes(true) ||
    desk.dialogs.newPatronEdit?.isDirty === true ||
    shell.sectionStates.some(({ isUnsaved }) => isUnsaved === true);
  const isOpen: Readonly<Record<OpenWork, boolean>> = {
    typed: isTyped,
    underWay: isDeskBusy(shell) || logs.receiving.open > 0,
    patron: desk.patron !== null || desk.opening,
  };
  return (Object.keys(isOpen) as OpenWork[]).filter((kind) => isOpen[kind]);
}
