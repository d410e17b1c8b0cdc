import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { writeWhole } from '../own-files.ts';

/** After so many starts of a version that failed, the way back is offered. */
export const startsUntilOffer = 3;

const Stored = z.object({ version: z.string(), failed: z.int().min(0) });

/**
 * Counts the starts of this version that did not come to an open desk: before anything else, because whatever fails
 * later must have been counted. A folder that cannot be written counts nothing.
 */
export class Starts {
  readonly #file: string;
  readonly #version: string;
  /** How many starts failed, one after the other, before this one. */
  readonly failedBefore: number;

  constructor(folder: string, version: string) {
    this.#file = path.join(folder, 'starts.json');
    this.#version = version;
    this.failedBefore = this.#read();
    this.#write(this.failedBefore + 1);
  }

  /** The desk is open, or the user has ended the program before it was: neither is a failure. */
  succeeded(): void {
    this.#write(0);
  }

  #read(): number {
    try {
      const stored = Stored.parse(JSON.parse(fs.readFileSync(this.#file, 'utf8')));
      return stored.version === this.#version ? stored.failed : 0;
    } catch {
      return 0; // the first start, or a file that a power cut has left empty
    }
  }

  #write(failed: number): void {
    try {
      const stored: z.output<typeof Stored> = { version: this.#version, failed };
      writeWhole(this.#file, JSON.stringify(stored));
    } catch {
      // The journal reports a folder that cannot be written.
    }
  }
}
