import { open } from 'node:fs/promises';
import type { BrowserWindow, Dialog, OpenDialogOptions } from 'electron';
import { m } from '../../messages/compiled/messages.js';
import { invalid } from '../failed.ts';
import type { Chooser } from '../ports.ts';

export interface ChooserOptions {
  readonly byId: (window: number) => BrowserWindow | null;
  readonly dialog: Pick<Dialog, 'showOpenDialog'>;
}

/** Asks with the system's own dialogs. */
export function createChooser({ byId, dialog }: ChooserOptions): Chooser {
  async function ask(id: number, options: OpenDialogOptions): Promise<string | null> {
    const window = byId(id);
    if (window === null) return null;
    const { canceled, filePaths } = await dialog.showOpenDialog(window, options);
    return canceled ? null : (filePaths[0] ?? null);
  }

  return {
    async picture(window, mostBytes) {
      const file = await ask(window, {
        title: m.desktop_picture_title(),
        properties: ['openFile'],
        filters: [{ name: m.desktop_picture_type(), extensions: ['png', 'jpg', 'jpeg'] }],
      });
      return file === null ? null : beginningOf(file, mostBytes);
    },
    folder: (window) =>
      ask(window, { title: m.desktop_folder_title(), properties: ['openDirectory', 'createDirectory'] }),
  };
}

async function beginningOf(file: string, mostBytes: number): Promise<Uint8Array> {
  try {
    await using handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw invalid('file', 'malformed', error instanceof Error && 'code' in error ? String(error.code) : '');
  }
}
