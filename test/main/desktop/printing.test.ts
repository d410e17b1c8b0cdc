import type { BrowserWindow, MessageBoxOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { WindowPrinting } from '../../../src/main/desktop/printing.ts';
import { Failed } from '../../../src/main/failure.ts';
import { m } from '../../../src/messages/compiled/messages.js';
import { quietLog } from '../support/ports.ts';

const offline = new Failed({ kind: 'invalid', field: 'printer', reason: 'malformed', detail: '' });

/** Prints from the menu of a window, where `print` is what becomes of that; answers what a box over it says, and what was logged as a defect. */
async function fromMenu(print: () => Promise<{ file: null }>, to: 'paper' | 'pdf', isDestroyed = false) {
  const boxes: MessageBoxOptions[] = [];
  const log = quietLog();
  const window = { id: 1, isDestroyed: () => isDestroyed } as object as BrowserWindow;
  const printing = new WindowPrinting({
    windowOf: () => window,
    printer: { printWindow: () => print().then(() => true) },
    files: { placeFor: () => print().then(() => null), write: () => Promise.resolve() },
    choice: () => ({ at: 'system' }),
    dialog: {
      showMessageBox: ((_window: unknown, options: MessageBoxOptions) => {
        boxes.push(options);
        return Promise.resolve({ response: 0, checkboxChecked: false });
      }) as Electron.Dialog['showMessageBox'],
    },
    log,
  });
  await printing.printFromMenu(window, to);
  return { boxes, defects: log.defects };
}

describe('printing from the menu', () => {
  test('says nothing of what was printed', async () => {
    expect(await fromMenu(() => Promise.resolve({ file: null }), 'paper')).toEqual({
      boxes: [],
      defects: [],
    });
  });

  test.each([
    ['paper', m.desktop_not_printed(), m.desktop_not_printed_do()],
    ['pdf', m.desktop_not_saved(), m.desktop_not_saved_do()],
  ] as const)('says in a box over the window what was not done: %s', async (to, message, detail) => {
    const { boxes, defects } = await fromMenu(() => Promise.reject(offline), to);
    expect(boxes).toEqual([{ type: 'warning', message, detail }]);
    expect(defects).toEqual([]);
  });

  test('logs what nobody foresaw, and says it as well', async () => {
    const odd = new Error('odd');
    const { boxes, defects } = await fromMenu(() => Promise.reject(odd), 'paper');
    expect(boxes).toHaveLength(1);
    expect(defects).toEqual([odd]);
  });

  test('says nothing over a window that has gone', async () => {
    expect((await fromMenu(() => Promise.reject(offline), 'paper', true)).boxes).toEqual([]);
  });
});
