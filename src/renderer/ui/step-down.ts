import type { Attachment } from 'svelte/attachments';

/** Letters may reach a little above and below their line; what is more than half a line too high is a line too many. */
function isWithin(line: Element): boolean {
  const half = parseFloat(getComputedStyle(line).fontSize) / 2;
  return line.scrollWidth <= line.clientWidth && line.scrollHeight - line.clientHeight < half;
}

/**
 * Sets `data-step` of a box to the first step, from 0, at which it is not longer than its place and each line in it with
 * `data-line` is within its own; else to the last. The style says what size each step is, and how high a line may be.
 */
export function stepDown(last: number): Attachment<HTMLElement> {
  return (box) => {
    const fits = (): boolean =>
      box.scrollHeight <= box.clientHeight && [...box.querySelectorAll('[data-line]')].every(isWithin);
    const fit = (): void => {
      for (let step = 0; step <= last; step += 1) {
        box.dataset.step = String(step);
        if (fits()) return;
      }
    };
    // Each is told before the next picture is drawn: no size is seen that does not fit.
    const sizes = new ResizeObserver(fit);
    const texts = new MutationObserver(fit);
    sizes.observe(box);
    texts.observe(box, { childList: true, characterData: true, subtree: true });
    return () => {
      sizes.disconnect();
      texts.disconnect();
    };
  };
}
