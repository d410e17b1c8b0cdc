import written from '../../../resources/for-it.md';
import type { Page } from './blocks.ts';

/** The page for IT, as `build/pages/blocks.ts` has made it: one document, which the repository shows as well. */
export const page = written as Page;

/** A text of the page, with this version in the names of packages. */
export const withVersion = (text: string, version: string): string =>
  text.replaceAll('Carrel-VERSION-', `Carrel-${version}-`);
