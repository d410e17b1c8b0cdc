/** The program's practice library with the fault panel, which says to the tests of this station where it listens. */
import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { faultPanel } from '../../src/server/faults/index.ts';
import { serveMain } from '../../src/server/in-utility.ts';
import { startServer } from '../../src/server/server.ts';
import { addressFile, type PracticeAddress } from './address.ts';

serveMain(async (options = {}) => {
  const running = await startServer({ ...options, faults: faultPanel });
  const { port, key } = running;
  if (typeof options.database !== 'string') throw new Error('a station keeps its library in a file');
  const file = addressFile(path.dirname(options.database));
  // Whole or not at all: a test may be reading it.
  writeFileSync(`${file}.part`, JSON.stringify({ port, key } satisfies PracticeAddress));
  renameSync(`${file}.part`, file);
  return running;
});
