/**
 * The order of things that stand in two lists: that of the first, with those that only the second has behind what they
 * stand behind there.
 */
export function woven(first: readonly string[], second: readonly string[]): string[] {
  const inFirst = new Set(first);
  const behind = new Map<string, string[]>();
  let last = '';
  for (const one of second) {
    if (inFirst.has(one)) last = one;
    else {
      const others = behind.get(last);
      if (others) others.push(one);
      else behind.set(last, [one]);
    }
  }
  return [...(behind.get('') ?? []), ...first.flatMap((one) => [one, ...(behind.get(one) ?? [])])];
}

/** Whether these places do not go up: something was moved. */
export const isMoved = (places: readonly number[]): boolean =>
  places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0));
