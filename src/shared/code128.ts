import { code128 } from 'bwip-js/generic';

/** A bar: where it begins and how wide it is, in modules. The narrowest bar is one module wide. */
export interface Bar {
  readonly at: number;
  readonly wide: number;
}

/** A barcode as bars, without its quiet zones. Widths are in modules. */
export interface Bars {
  readonly bars: readonly Bar[];
  readonly width: number;
}

const nothing = (): void => undefined;

/**
 * The bars of a text in Code 128, without the text below them and without quiet zones. The codes of a library are ASCII;
 * other characters are encoded as their UTF-8 bytes.
 */
export function code128Bars(text: string): Bars {
  const bars: Bar[] = [];
  let width = 0;
  return code128<Bars>(
    { bcid: 'code128', text, scaleX: 1, scaleY: 1, height: 10 },
    {
      scale: (x, y) => [x, y],
      measure: () => ({ width: 0, ascent: 0, descent: 0 }),
      init: (wide) => {
        width = wide;
      },
      line: (x, _y, _x, _bottom, wide) => {
        // The middle of the bar, rounded up.
        bars.push({ at: Math.floor(x - wide / 2), wide });
      },
      polygon: nothing,
      hexagon: nothing,
      ellipse: nothing,
      fill: nothing,
      text: nothing,
      end: () => ({ bars, width }),
    },
  );
}
