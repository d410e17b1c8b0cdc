/** Sets and maps that are replaced as a whole and never changed: they live in raw state. */
export const noKeys: ReadonlySet<string> = new Set();

export const noneOf = <T>(): ReadonlyMap<string, T> => new Map();

export const withEach = <T>(
  map: ReadonlyMap<string, T>,
  entries: readonly (readonly [string, T])[],
): ReadonlyMap<string, T> => new Map([...map, ...entries]);
