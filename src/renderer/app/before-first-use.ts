import { getLocale } from '../../messages/compiled/runtime.js';
import { countText, dateText, instant } from '../ui/format.ts';
import { localDay } from '../../shared/days.ts';

/**
 * Makes, while nobody waits, what the first book of the day would otherwise stand still for: what counts and dates are
 * written with takes up to 40 ms each, and the letters of barcodes are a file. Answers the function that leaves the
 * rest be.
 */
export function makeBeforeFirstUse(): () => void {
  const inFourWeeks = new Date(Date.now() + 28 * 86_400_000).toISOString();
  const left = [
    () => countText(0),
    () => new Intl.PluralRules(getLocale()).select(0),
    () => dateText(instant(), 'time'),
    () => dateText(inFourWeeks, 'due'),
    () => dateText(localDay(), 'day'),
    () => document.fonts.load(`1em ${getComputedStyle(document.body).getPropertyValue('--mono')}`),
  ];
  let idle = 0;
  const next = (): void => {
    void left.shift()?.();
    if (left.length > 0) idle = requestIdleCallback(next);
  };
  idle = requestIdleCallback(next);
  return () => cancelIdleCallback(idle);
}
