import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A file or a folder in an archive's header. */
interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly size?: number;
  readonly offset?: string;
  readonly unpacked?: boolean;
  readonly integrity?: { readonly hash: string };
}

/** Four numbers, the last of them the length of the header, which comes next. */
const numbers = 16;

/** Writes the archive's files into a folder. Throws where one is not what the header says of it. */
function unpack(archive: string, to: string): void {
  const bytes = fs.readFileSync(archive);
  const start = 8 + bytes.readUInt32LE(4);
  const header = bytes.subarray(numbers, numbers + bytes.readUInt32LE(12)).toString();
  const write = (entry: Entry, name: string): void => {
    if (entry.files !== undefined) {
      fs.mkdirSync(path.join(to, name), { recursive: true });
      for (const [one, inside] of Object.entries(entry.files)) write(inside, path.join(name, one));
      return;
    }
    const from = start + Number(entry.offset);
    const content =
      entry.unpacked === true
        ? fs.readFileSync(path.join(`${archive}.unpacked`, name))
        : bytes.subarray(from, from + (entry.size ?? 0));
    if (createHash('sha256').update(content).digest('hex') !== entry.integrity?.hash)
      throw new Error(`stand-in: ${name} in the archive is not what its header says`);
    fs.writeFileSync(path.join(to, name), content);
  };
  write(JSON.parse(header) as Entry, '');
}

/** The archive's files in a folder of the user's, written there by the first start: Node cannot read them in their place. */
function unpacked(archive: string): string {
  const hash = createHash('sha256').update(fs.readFileSync(archive)).digest('hex').slice(0, 16);
  const cache = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
  const folder = path.join(cache, 'carrel-stand-in', hash);
  if (fs.existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  unpack(archive, unfinished);
  try {
    fs.renameSync(unfinished, folder);
  } catch (error) {
    if (!fs.existsSync(folder)) throw error; // else another start was faster
    fs.rmSync(unfinished, { recursive: true });
  }
  return folder;
}

/** A program that was packed: its executable, the folder of its app, its resources. */
export interface Packed {
  readonly executable: string;
  readonly app: string;
  readonly resources: string;
}

function find(): Packed | null {
  const executable = process.env.CARREL_STANDIN_PACKED;
  delete process.env.CARREL_STANDIN_PACKED;
  if (executable === undefined) return null;
  const resources = path.join(path.dirname(executable), 'resources');
  return { executable, resources, app: unpacked(path.join(resources, 'app.asar')) };
}

/** The packed program whose launcher started this process (`build/package/stand-in-dist.ts`); null elsewhere. */
export const packed = find();
