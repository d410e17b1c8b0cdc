import fs from 'node:fs';
import { FolderFiles } from '../way-back/folder-files.ts';

/** The system's files as they are. Electron shows archives of the program as folders, and has this beside it. */
export async function originalFiles(): Promise<FolderFiles> {
  try {
    return new FolderFiles(await import('original-fs'));
  } catch {
    return new FolderFiles(fs); // not in Electron
  }
}
