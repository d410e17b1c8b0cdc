import { useNoFormer } from '../way-back/in-use.ts';
import type { Installer } from './parts.ts';

/** Whoever installs a version means it: it does not hand over to the former one, if the user once went back from it. */
export const lasting = (installer: Installer, folder: string): Installer => ({
  download: (...args) => installer.download(...args),
  prepare: (...args) => installer.prepare(...args),
  async install() {
    await installer.install();
    useNoFormer(folder);
  },
});
