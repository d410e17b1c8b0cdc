import { getLocale } from '../../messages/compiled/runtime.js';
import { countText, dateText, instant } from '../ui/format.ts';
import { localDay } from '../../shared/days.ts';

/**
 * Prepares, while the window is idle, what would otherwise delay the first scan of the day: the formats of counts and
 * dates take up to 40 ms each, and the font of barcodes is a file. Answers the function that stops this.
 */
export function warmUp(): () => void {
  const inFourWeeks = new Date(Date.now() + 28 * 86_400_000).toISOString();
  const tasks = [
    () => countText(0),
    () => new Intl.PluralRules(getLocale()).select(0),
    () => dateText(instant(), 'time'),
    () => dateText(inFourWeeks, 'due'),
    () => dateText(localDay(), 'day'),
    () => document.fonts.load(`1em ${getComputedStyle(document.body).getPropertyValue('--mono')}`),
  ];
  let idle = 0;
  const next = (): void => {
    void tasks.shift()?.();
    if (tasks.length > 0) idle = requestIdleCallback(next);
  };
  idle = requestIdleCallback(next);
  return () => cancelIdleCallback(idle);
}
