/**
 * Reads Code 128 as a scanner does: from the widths of bars and spaces, which are compared with the standard's table.
 * It shares nothing with what draws them.
 */

/** Widths of bar, space, bar, space, bar, space for the values 0 to 105; the stop is two modules longer. ISO/IEC 15417. */
const widths = `
212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
114311 411113 411311 113141 114131 311141 411131 211412 211214 211232`
  .trim()
  .split(/\s+/);
const stop = '2331112';
const shiftTo = { C: 99, B: 100, A: 101 };
const startOf = new Map([
  [103, 'A'],
  [104, 'B'],
  [105, 'C'],
]);

/** The widths from the first bar's begin to the last bar's end. */
function modules(bars: readonly { at: number; wide: number }[]): string {
  return bars
    .flatMap(({ at, wide }, index) => {
      const next = bars[index + 1];
      return next ? [wide, next.at - at - wide] : [wide];
    })
    .join('');
}

/** The text in these bars. Throws for what no scanner would take: an unknown pattern, a wrong check sum, no stop. */
export function readCode128(bars: readonly { at: number; wide: number }[]): string {
  const all = modules(bars);
  if (!all.endsWith(stop)) throw new Error('no stop');
  const values = (all.slice(0, -stop.length).match(/.{6}/g) ?? []).map((pattern) => widths.indexOf(pattern));
  if (values.includes(-1)) throw new Error('an unknown pattern');
  const [start = 0, ...rest] = values;
  const check = rest.pop();
  const sum = rest.reduce((total, value, index) => total + value * (index + 1), start);
  if (check !== sum % 103) throw new Error('the check sum is wrong');

  let set = startOf.get(start);
  let text = '';
  for (const value of rest) {
    if (value === shiftTo.C && set !== 'C') set = 'C';
    else if (value === shiftTo.B && set !== 'B') set = 'B';
    else if (value === shiftTo.A && set !== 'A') set = 'A';
    else if (set === 'C') text += String(value).padStart(2, '0');
    else if (set !== undefined && value < 64) text += String.fromCharCode(value + 32);
    else if (set === 'B' && value < 96) text += String.fromCharCode(value + 32);
    else throw new Error(`the value ${value} in set ${set ?? ''}`);
  }
  return text;
}
