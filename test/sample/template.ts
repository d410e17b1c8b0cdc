import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openLibrary } from '../../src/server/library.ts';

/** The sample library as it was made once for a whole run of the tests, to be copied by each that needs one. */
export interface Template {
  /** An SQLite file without a library id of its own: every copy becomes another library. */
  readonly file: string;
  /** The moment from which its dates count, as `toISOString` gives it. */
  readonly at: string;
}

/** The set-up of a run hands the template to its workers under this name, as JSON. */
const variable = 'CARREL_TEST_SAMPLE';

/** The sample library of this moment, as the bytes of an SQLite file. */
export async function sampleImage(now: Date): Promise<Uint8Array> {
  const database = new DatabaseSync(':memory:');
  const library = await openLibrary({ database, now: () => now });
  database.exec('delete from library');
  const image = database.serialize();
  await library.close();
  return image;
}

/**
 * Global set-up of vitest and of Playwright: makes the template in a folder that only this user can read. Answers the
 * function that removes it.
 */
export default async function setUp(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'carrel-sample-'));
  const now = new Date();
  const template: Template = { file: path.join(folder, 'sample.sqlite'), at: now.toISOString() };
  writeFileSync(template.file, await sampleImage(now), { mode: 0o600 });
  process.env[variable] = JSON.stringify(template);
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}

/** The template of this run; null in a run that has none. */
export function runsTemplate(): Template | null {
  const input = process.env[variable];
  return input === undefined ? null : (JSON.parse(input) as Template);
}

let image: Uint8Array | undefined;

/** A copy of the template in memory, open. */
export function copyOf({ file }: Template): DatabaseSync {
  image ??= readFileSync(file);
  const database = new DatabaseSync(':memory:');
  database.deserialize(image);
  return database;
}
