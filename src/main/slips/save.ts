import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Printing } from '../../contract/failure.ts';
import type { SlipKind } from '../../contract/slips.ts';
import { Failed } from '../failure.ts';

interface SavedSlip {
  readonly folder: string;
  readonly kind: SlipKind;
  readonly at: Date;
}

const notSaved = (why: Printing, detail: string): Failed => new Failed({ kind: 'printer', why, detail });

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const two = (part: number): string => String(part).padStart(2, '0');

/** As the clock on the wall has it, in an order that sorts. */
const localTime = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ` +
  [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('');

/** So many slips of a kind within one second: more is not a desk's work. */
const mostOfASecond = 100;

/**
 * Writes a slip into the folder for slips. No name of a patron is in the name of the file, none is written over, and
 * nobody but its user can read it: it is written without anybody being asked, and a patron may be named in it.
 */
export async function saveSlip(
  { folder, kind, at }: SavedSlip,
  make: () => Promise<Uint8Array>,
): Promise<string> {
  if (folder === '') throw notSaved('noFolder', '');
  const pdf = await make();
  const stem = `${localTime(at)} ${kind}`;
  for (let nth = 1; nth <= mostOfASecond; nth += 1) {
    const file = path.join(folder, `${stem}${nth === 1 ? '' : ` ${nth}`}.pdf`);
    try {
      await writeFile(file, pdf, { flag: 'wx', mode: 0o600 });
      return file;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw notSaved('notSaved', codeOf(error));
    }
  }
  throw notSaved('notSaved', 'EEXIST');
}
