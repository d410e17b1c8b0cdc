import type { Attachment } from 'svelte/attachments';

/** The size at which text is measured, in pixels: its width at another size follows from that. */
const measuredAt = 100;
/** The part of the width that is left free: what is measured and what is drawn differ by a little. */
const spare = 0.98;

let context: CanvasRenderingContext2D | null = null;

/** The first of the sizes at which text of this width fits; the last where none does. */
function fittingSize(widthAtOne: number, room: number, sizes: readonly number[]): number {
  const fits = sizes.find((size) => widthAtOne * size <= room * spare);
  return fits ?? sizes.at(-1) ?? 0;
}

/** The sizes that the style sheet names for the element in `--sizes`, in rem and largest first, as pixels. */
function sizesOf(element: Element): number[] {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const sizes = getComputedStyle(element).getPropertyValue('--sizes').trim().split(/\s+/);
  return sizes.map((size) => parseFloat(size) * rem);
}

/**
 * Keeps text in one line: in the first of its element's `--sizes` in which it fits. What does not fit in the last either
 * is cut off at its end by the style sheet. Nothing is laid out for it: text is measured on a canvas.
 *
 * @param text a function, so that the attachment follows it
 */
export function oneLine(text: () => string): Attachment<HTMLElement> {
  return (element) => {
    let room = 0;
    let sizes: readonly number[] = [];
    const fit = (): void => {
      // Read first: the effect below follows what is read.
      const value = text();
      if (room === 0) return;
      context ??= document.createElement('canvas').getContext('2d');
      if (!context) return;
      const { fontFamily, fontWeight } = getComputedStyle(element);
      context.font = `${fontWeight} ${measuredAt}px ${fontFamily}`;
      const widthAtOne = context.measureText(value).width / measuredAt;
      element.style.fontSize = `${fittingSize(widthAtOne, room, sizes)}px`;
    };
    // The line has the height of its largest size: whatever changes the sizes changes that as well.
    const observer = new ResizeObserver(([entry]) => {
      room = entry?.contentRect.width ?? 0;
      sizes = sizesOf(element);
      fit();
    });
    observer.observe(element);
    // Before its fonts have come, text is measured in others.
    document.fonts.addEventListener('loadingdone', fit);
    $effect(fit);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', fit);
    };
  };
}
