import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../electron.ts';
import { linuxFolder, names } from '../names.ts';

/** What deb and rpm install beside the program itself, and whether an administrator's change to it is kept. */
const copyright = `/usr/share/doc/${names.linux}/copyright`;
const link = `/usr/bin/${names.linux}`;
/** Read by systemd at each start of the system: it makes the machine's folder, in which installers ask desks to finish. */
const tmpfiles = `/usr/lib/tmpfiles.d/${names.linux}.conf`;

/** Writes the payload's files into a folder: they are packaged, so that the package manager knows and removes them. */
export function writePayload(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  fs.copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'copyright'));
  fs.copyFileSync(path.join(root, 'build/package/linux/tmpfiles.conf'), path.join(folder, 'tmpfiles'));
  // A link that a script makes is lost in an rpm's upgrade: the old package's script runs last and removes it.
  fs.symlinkSync(`${linuxFolder}/${names.linux}`, path.join(folder, 'link'));
}

/** The payload as arguments of fpm: `source=destination`. */
export const linuxPayload = (folder: string): string[] => [
  `${path.join(folder, 'copyright')}=${copyright}`,
  `${path.join(folder, 'link')}=${link}`,
  `${path.join(folder, 'tmpfiles')}=${tmpfiles}`,
];
