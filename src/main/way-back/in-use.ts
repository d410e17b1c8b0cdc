import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { writeWhole } from '../own-files.ts';
import { type Former, formerIn } from './former.ts';

const Stored = z.object({
  /** The version that the user has gone back from. */
  insteadOf: z.string(),
  /** The former one, which is used in its place. */
  version: z.string(),
});

const fileIn = (folder: string): string => path.join(folder, 'former-in-use.json');

/** Remembers that the former version is used in the place of another, until a third one is installed. */
export function useFormer(folder: string, former: Former, insteadOf: string): void {
  const stored: z.output<typeof Stored> = { insteadOf, version: former.version };
  writeWhole(fileIn(folder), JSON.stringify(stored));
}

/** Forgets that a former version is used: the next start is that of what is installed. */
export function useNoFormer(folder: string): void {
  fs.rmSync(fileIn(folder), { force: true });
}

/** The former version that this one has to hand over to; null if it runs itself. */
export function formerInUse(folder: string, version: string): Former | null {
  let stored: z.output<typeof Stored>;
  try {
    stored = Stored.parse(JSON.parse(fs.readFileSync(fileIn(folder), 'utf8')));
  } catch {
    return null; // nobody has gone back
  }
  const former = formerIn(folder);
  if (stored.insteadOf === version && former?.version === stored.version) return former;
  // Another version was installed meanwhile. The former one itself leaves the note: it is what is in use.
  if (stored.version !== version) useNoFormer(folder);
  return null;
}
