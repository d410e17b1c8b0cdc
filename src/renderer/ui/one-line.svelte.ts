import type { Attachment } from 'svelte/attachments';

/** The size at which text is measured, in pixels: its width at another size follows from that. */
const measuredAt = 100;
/** The part of the width that is left free: what is measured and what is drawn differ by a little. */
const spare = 0.98;

let context: CanvasRenderingContext2D | null = null;

/** The first of the sizes at which text of this width fits; the last where none does. */
export function fittingSize(widthAtOne: number, room: number, sizes: readonly number[]): number {
  const fits = sizes.find((size) => widthAtOne * size <= room * spare);
  return fits ?? sizes.at(-1) ?? 0;
}

/**
 * Keeps text in one line: in the first of the sizes (custom properties with a length in rem, largest first) in which it
 * fits. What does not fit in the last size either is cut off at its end by the style sheet.
 *
 * @param text a function, so that the attachment follows it
 */
export function oneLine(text: () => string, sizes: () => readonly string[]): Attachment<HTMLElement> {
  return (element) => {
    const root = getComputedStyle(document.documentElement);
    const widthOf = (value: string): number => {
      context ??= document.createElement('canvas').getContext('2d');
      if (!context) return 0;
      const { fontFamily, fontWeight } = getComputedStyle(element);
      context.font = `${fontWeight} ${measuredAt}px ${fontFamily}`;
      return context.measureText(value).width / measuredAt;
    };
    let room = 0;
    const fit = (): void => {
      // Read first: the effect below follows what is read.
      const [value, names] = [text(), sizes()];
      if (room === 0) return;
      const rem = parseFloat(root.fontSize);
      const lengths = names.map((name) => parseFloat(root.getPropertyValue(name)) * rem);
      element.style.fontSize = `${fittingSize(widthOf(value), room, lengths)}px`;
    };
    const observer = new ResizeObserver(([entry]) => {
      room = entry?.contentRect.width ?? 0;
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
