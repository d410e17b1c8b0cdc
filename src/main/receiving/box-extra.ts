import type { BookQuestion } from '../../contract/trolley.ts';
import { boxBooks } from '../../shared/box-check.ts';
import type { Book, Trolley } from './trolley.ts';

/**
 * What is asked of a book that the box under check should not have, or not one more of; null where it should. It is not
 * received before that is answered.
 */
export function extraOf(
  { check, all }: Pick<Trolley, 'check' | 'all'>,
  { id, pol }: Pick<Book, 'id' | 'pol'>,
): Extract<BookQuestion, { kind: 'extra' }> | null {
  if (!check) return null;
  const expected = check.lines.find((line) => line.pol === pol)?.expected ?? 0;
  const here = boxBooks(all).filter((book) => book.pol === pol && book.id !== id && book.is === 'here');
  return here.length < expected ? null : { kind: 'extra', expected };
}
