import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../electron.ts';
import type { Packed } from '../targets.ts';
import { compile } from './compile.ts';
import { keptNote, keptNoteName } from './kept-note.ts';
import { payloadOf } from './payload.ts';
import { packageSource, type Toolset } from './wxs.ts';

/** A release is made by WiX, which needs Windows. */
const toolsetHere: Toolset = process.platform === 'win32' ? 'wix' : 'wixl';

/** Makes the MSI out of the packed folder. */
export function makeMsi({ folder, version, processor, artifact, work }: Packed): Promise<void> {
  const note = path.join(work, keptNoteName);
  fs.writeFileSync(note, keptNote);
  const source = path.join(work, 'carrel.wxs');
  const files = payloadOf(folder);
  const icon = path.join(root, 'resources/icons/carrel.ico');
  const options = { toolset: toolsetHere, icon, note, version, files, runIn: work };
  fs.writeFileSync(source, packageSource(options));
  compile(toolsetHere, { source, artifact, processor, runIn: work });
  return Promise.resolve();
}
