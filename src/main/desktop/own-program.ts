import path from 'node:path';

/** The folder of the installed program, and its executable in it. On macOS the folder is the whole `.app`. */
export function ownProgram(
  executable: string,
  platform: NodeJS.Platform,
): { readonly folder: string; readonly executable: string } {
  const folder =
    platform === 'darwin' ? path.resolve(path.dirname(executable), '../..') : path.dirname(executable);
  return { folder, executable: path.relative(folder, executable) };
}
