import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type DirectoryRecord, extractFile, getRawHeader, uncache } from '@electron/asar';

/** A file of an archive, as it was read back. */
export interface ArchivedFile {
  readonly bytes: number;
  readonly sha256: string;
  /** Whether it lies beside the archive. */
  readonly isUnpacked: boolean;
}

/** A finished archive. */
export interface Archive {
  /** Of the header, which Electron compares with what it was built with. The header holds the hashes of the files. */
  readonly headerHash: string;
  /** By path, `/` between its parts. */
  readonly files: ReadonlyMap<string, ArchivedFile>;
  /** Files that are not what the header says of them. */
  readonly broken: readonly string[];
  /** Files with a source map in them, with or without the source. */
  readonly withMaps: readonly string[];
}

const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

/** The hashes of the blocks that Electron compares as it reads a file. */
function blocksOf(content: Buffer, size: number): string[] {
  const blocks: string[] = [];
  for (let at = 0; at < content.length || at === 0; at += size)
    blocks.push(sha256(content.subarray(at, at + size)));
  return blocks;
}

const map = /sourceMappingURL=(?:data:|\S+\.map)|"sourcesContent"/;

/** Reads an archive with the files beside it, and computes all that its header claims anew. */
export function readArchive(file: string): Archive {
  uncache(file); // the module remembers headers by the archive's name
  const { header, headerString } = getRawHeader(file);
  const files = new Map<string, ArchivedFile>();
  const broken: string[] = [];
  const withMaps: string[] = [];
  const visit = (folder: DirectoryRecord, below: string): void => {
    for (const [name, entry] of Object.entries(folder.files)) {
      const at = path.posix.join(below, name);
      if ('files' in entry) {
        visit(entry, at);
        continue;
      }
      const isUnpacked = 'unpacked' in entry && entry.unpacked; // not written where it is false
      const content = isUnpacked
        ? fs.readFileSync(path.join(`${file}.unpacked`, at))
        : extractFile(file, path.join(...at.split('/')), false);
      const { hash, blocks, blockSize } = entry.integrity;
      const found = blocksOf(content, blockSize);
      if (sha256(content) !== hash || found.join() !== blocks.join() || content.length !== entry.size)
        broken.push(at);
      if (/\.[cm]?js$|\.css$/.test(name) && map.test(content.toString('latin1'))) withMaps.push(at);
      files.set(at, { bytes: content.length, sha256: sha256(content), isUnpacked });
    }
  };
  visit(header, '');
  return { headerHash: sha256(headerString), files, broken, withMaps };
}
