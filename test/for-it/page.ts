import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../build/electron.ts';
import { pageOf } from '../../build/pages/blocks.ts';
import type { Block, Line } from '../../src/renderer/for-it/blocks.ts';

/** The page for IT, from which tests take the lines that they run: what is tried is what is written. */
export const forIt = await pageOf(fs.readFileSync(path.join(root, 'resources/for-it.md'), 'utf8'));

/** The blocks of lines, by their names. */
export const codeBlocks: ReadonlyMap<string, Extract<Block, { kind: 'code' }>> = new Map(
  forIt.blocks.flatMap((block) => (block.kind === 'code' ? [[block.name, block] as const] : [])),
);

/** The lines of a block. */
export function linesOf(name: string): readonly string[] {
  const block = codeBlocks.get(name);
  if (block === undefined) throw new Error(`the page for IT has no block “${name}”`);
  return block.text.split('\n');
}

/** The words of a line: those in quotation marks are one; `\"` is one within. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"((?:\\"|[^"])*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain = '']) => double?.replaceAll('\\"', '"') ?? single ?? plain,
  );

/** The package that a line names, which a test puts its own in the place of. */
const isPackage = (word: string): boolean => /^(?:\.\/)?Carrel-VERSION-[\w.-]+$/.test(word);

/** The command of a block of one line, and its arguments; the package that it names is `artifact`. */
export function commandOf(name: string, artifact = ''): [string, ...string[]] {
  const [line = '', ...more] = linesOf(name);
  if (more.length > 0) throw new Error(`“${name}” has several lines`);
  // cmd waits for a program with windows in this way only.
  const words = wordsOf(line.replace(/^start \/wait "" /, ''));
  const [command = '', ...args] = words.map((word) => (isPackage(word) ? artifact : word));
  return [command, ...args];
}

/** The plain text of a line. */
export const textOf = (line: Line): string => line.map(({ text }) => text).join('');

/** What is written as code in a line. */
export const codeOf = (line: Line): readonly string[] =>
  line.filter(({ as }) => as === 'code').map(({ text }) => text);

/** The rows of the one table whose head begins with these words. */
export function rowsOf(...head: readonly string[]): readonly (readonly Line[])[] {
  const found = forIt.blocks.filter(
    (block) => block.kind === 'table' && head.every((words, at) => textOf(block.head[at] ?? []) === words),
  );
  const [table] = found;
  if (found.length !== 1 || table?.kind !== 'table')
    throw new Error(`not one table of ${head.join()}, but ${found.length}`);
  return table.rows;
}
