import { fileURLToPath } from 'node:url';

/** What a file that opens in Carrel is, by the ending that the installers register. */
export const fileKinds = { '.carrel-policy': 'policy', '.carrel-trolley': 'list' } as const;
export type FileKind = (typeof fileKinds)[keyof typeof fileKinds];

/** What a file is by its ending, in upper or lower case; null for any other. */
export function kindOfFile(name: string): FileKind | null {
  const ending = /\.[\w-]+$/.exec(name.toLowerCase())?.[0] ?? '';
  return Object.hasOwn(fileKinds, ending) ? fileKinds[ending as keyof typeof fileKinds] : null;
}

/**
 * The path of a file that the system asks this program to open; null where it is none of its files. Linux's desktops give
 * `file://` addresses: one of another host is no file.
 */
export function fileIn(arg: string): string | null {
  if (arg.includes('\0')) return null;
  if (!/^file:/i.test(arg)) return kindOfFile(arg) === null ? null : arg;
  try {
    const file = fileURLToPath(arg);
    return file.includes('\0') || kindOfFile(file) === null ? null : file;
  } catch {
    return null;
  }
}
