import type { Affixes } from '../../shared/scanned-text.ts';

/** A code within a sentence: from left to right in every language. */
export const leftToRight = (code: string): string => `\u2066${code}\u2069`;

/** What a scanner sends around each code, for people: a blank is seen. */
export const aroundText = ({ prefix, suffix }: Affixes): string =>
  leftToRight(
    [prefix, '…', suffix]
      .map((part) => part.replaceAll(' ', '␣'))
      .join(' ')
      .trim(),
  );
