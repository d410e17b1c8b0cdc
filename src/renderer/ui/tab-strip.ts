/** Which of a row of tabs are shown, where there is no room for all. */
export interface TabsShown {
  /** The first one shown: it stands where the strip begins. */
  readonly from: number;
  /** After the last one shown. */
  readonly until: number;
}

/**
 * Shows as many tabs as there is room for, in their order, with the active one among them; as few as possible are
 * moved for that, so that the strip stays as the person knows it.
 *
 * @param from the first one shown until now
 */
export function fitTabs(
  widths: readonly number[],
  gap: number,
  room: number,
  active: number,
  from: number,
): TabsShown {
  const widthOf = (first: number, until: number): number =>
    widths.slice(first, until).reduce((sum, width) => sum + width + gap, -gap);
  if (widthOf(0, widths.length) <= room) return { from: 0, until: widths.length };
  let first = Math.max(0, Math.min(from, active));
  while (first < active && widthOf(first, active + 1) > room) first += 1;
  let until = Math.min(active + 1, widths.length);
  while (until < widths.length && widthOf(first, until + 1) <= room) until += 1;
  // What became free at the end of the strip is not left empty.
  while (first > 0 && until === widths.length && widthOf(first - 1, until) <= room) first -= 1;
  return { from: first, until };
}
