import { writeFileSync } from 'node:fs';
import { app, dialog, type MessageBoxOptions } from 'electron';
import type { Externals } from '../../src/main/desktop/externals.ts';
import { dialogFile } from './dialog-file.ts';

/** How a copy under test is updated. */
export interface TestUpdates {
  readonly kind: 'nsis' | 'deb';
  readonly feed: string;
  readonly keys: readonly string[];
  /** The folder that is kept as the program, with `carrel` in it. */
  readonly program: string;
}

/** The same for the program, from a variable of the environment. */
export function updatesFrom(text: string): Partial<Externals> {
  const { kind, feed, keys, program } = JSON.parse(text) as TestUpdates;
  return {
    installation: () => kind,
    pinned: { feed, keys },
    program: () => ({ folder: program, executable: 'carrel' }),
  };
}

/** Presses this button of each dialog, before the program is ready to be driven. */
export function answerDialogs(response: number): void {
  Object.assign(dialog, {
    showMessageBox: (options: MessageBoxOptions) => {
      writeFileSync(dialogFile(app.getPath('userData')), JSON.stringify(options));
      return Promise.resolve({ response, checkboxChecked: false });
    },
  });
}
