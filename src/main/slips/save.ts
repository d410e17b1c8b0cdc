import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Printing } from '../../contract/failure.ts';
import type { SlipKind } from '../../contract/slips.ts';
import { Failed } from '../failure.ts';

interface SavedSlip {
  readonly folder: string;
  readonly kind: SlipKind | 'labels';
  readonly at: Date;
}

const notSaved = (why: Printing, detail: string): Failed => new Failed({ kind: 'printer', why, detail });

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** Local time, in an order that sorts by name. */
const localTime = (at: Date): string =>
  `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())} ` +
  [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join('');

/** More slips of a kind within one second are an error. */
const maxPerSecond = 100;

/**
 * Writes a slip into the folder for slips, without a dialog. The file's name has no patron's name, no file is
 * overwritten, and only the OS user can read it: a slip may name a patron.
 */
export async function saveSlip(
  { folder, kind, at }: SavedSlip,
  make: () => Promise<Uint8Array>,
): Promise<string> {
  if (folder === '') throw notSaved('noFolder', '');
  const pdf = await make();
  const stem = `${localTime(at)} ${kind}`;
  for (let nth = 1; nth <= maxPerSecond; nth += 1) {
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
