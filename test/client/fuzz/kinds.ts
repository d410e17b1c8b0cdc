/** Parts that are handed on as they came, whatever that is. */
const asTheyCame: ReadonlySet<string> = new Set(['raw', 'seen']);

/**
 * Where a view of a malformed record is of another kind than that of the real one: a text that is a list, a list that
 * is an object. A window draws what the type says. `''` where it is not.
 */
export function otherKind(was: unknown, is: unknown, at = ''): string {
  if (was === null || was === undefined || is === null || is === undefined) return '';
  const wasList = Array.isArray(was);
  if (wasList !== Array.isArray(is) || typeof was !== typeof is) return at || 'the whole';
  if (wasList) return inLists(was, is as unknown[], at);
  if (typeof was !== 'object') return '';
  return first(
    Object.entries(was)
      .filter(([field]) => !asTheyCame.has(field))
      .map(([field, value]) => otherKind(value, (is as Record<string, unknown>)[field], `${at}.${field}`)),
  );
}

function inLists(was: readonly unknown[], is: readonly unknown[], at: string): string {
  const sameLength = was.length === is.length;
  return first(is.map((entry, index) => otherKind(was[sameLength ? index : 0], entry, `${at}[]`)));
}

const first = (found: readonly string[]): string => found.find((one) => one !== '') ?? '';
