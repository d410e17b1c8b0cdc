/** The letters and the number of a Library of Congress class, then its cutters, written without spaces: `QA76.73.P98L88`. */
const classed = /^(\p{Lu}{1,3})(\d{1,4}(?:\.\d+)?)((?:\.?\p{Lu}\d+\p{Ll}{0,2})*\.?)$/u;
/** A number or a cutter with more cutters behind it: `6063.A438`, `.A438W65`. */
const cuttered = /^(\d{1,4}(?:\.\d+)?|\.?\p{Lu}\d+\p{Ll}{0,2})((?:\.?\p{Lu}\d+\p{Ll}{0,2})+\.?)$/u;
/** Before each cutter. */
const cutter = /(?=\.\p{Lu}\d)|(?<=[\d\p{Ll}])(?=\p{Lu}\d)/u;
/** What a number belongs to: `v. 2` and `copy 2` are one line each. */
const counted = /^(?:\p{L}{1,5}\.|copy|vol|part|no)$/iu;

/**
 * A call number in the lines of a spine label: the letters of the class, its number, each cutter, the year, the volume
 * and the copy each in one of their own. Library of Congress and Dewey numbers are known; any other is broken at its
 * spaces. No character is lost or moved but for spaces.
 */
export function spineLines(callNumber: string): string[] {
  const words = callNumber.split(/\s+/u).filter((word) => word !== '');
  const lines: string[] = [];
  for (const [index, word] of words.entries()) {
    const before = words[index - 1] ?? '';
    if (counted.test(before) && /^\d/u.test(word)) lines.push(`${lines.pop() ?? ''} ${word}`);
    else lines.push(...broken(word, index === 0, words.slice(0, index), words[index + 1] ?? ''));
  }
  return lines;
}

/** A word of a call number, broken where its parts are written together. */
function broken(word: string, isFirst: boolean, before: readonly string[], after: string): readonly string[] {
  const [, letters = '', number = '', cutters = ''] = classed.exec(word) ?? [];
  // A class comes before every other number, behind a prefix at most; `W65` behind one may be a cutter of Dewey.
  const isCutter = !isFirst && letters.length === 1 && cutters === '' && !after.startsWith('.');
  if (letters !== '' && !isCutter && before.every((prefix) => !/\d/u.test(prefix)))
    return [letters, number, ...cuttersOf(cutters)];
  const [, first = '', others = ''] = cuttered.exec(word) ?? [];
  return first === '' ? [word] : [first, ...cuttersOf(others)];
}

const cuttersOf = (text: string): readonly string[] => text.split(cutter).filter((part) => part !== '');
