import { spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { endInOrder, stopWith } from '../../../src/main/desktop/lifecycle.ts';
import { quietLog } from '../support/ports.ts';

const fakeApp = () => Object.assign(new EventEmitter(), { exit: vi.fn() });
const willQuit = (app: EventEmitter) => {
  const event = { preventDefault: vi.fn() };
  app.emit('will-quit', event);
  return event.preventDefault;
};

describe('a promise that nobody waited for', () => {
  test('is noted without its message, on whatever output', () => {
    const life = new URL('../../../src/main/desktop/lifecycle.ts', import.meta.url).href;
    const script = `
      const { endOnDefects } = await import(${JSON.stringify(life)});
      const log = { line: (...all) => console.log(...all), defect: () => console.log('noted') };
      endOnDefects({ exit: process.exit }, { showErrorBox: () => undefined }, log);
      void Promise.reject(new Error('Rivka 31234'));
      process.emitWarning('Rivka 31234', 'SomeWarning');`;
    // As Electron has it.
    const args = ['--unhandled-rejections=warn', '--input-type=module', '--eval', script];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stdout).toContain('noted');
    expect(stdout).toContain("{ name: 'SomeWarning' }");
    expect(stdout + stderr).not.toMatch(/Rivka|31234/);
  });
});

describe('the end', () => {
  test('waits for what has to be closed, once', async () => {
    const app = fakeApp();
    const closed = Promise.withResolvers<undefined>();
    const close = vi.fn(() => closed.promise);
    endInOrder(app as never, close, quietLog());
    expect(willQuit(app)).toHaveBeenCalledOnce();
    expect(willQuit(app)).toHaveBeenCalledOnce();
    expect([close.mock.calls.length, app.exit.mock.calls.length]).toEqual([1, 0]);
    closed.resolve(undefined);
    await vi.waitFor(() => expect(app.exit).toHaveBeenCalledWith(0));
  });

  test('comes also when something cannot be closed', async () => {
    const app = fakeApp();
    const log = quietLog();
    endInOrder(app as never, () => Promise.reject(new Error('x')), log);
    willQuit(app);
    await vi.waitFor(() => expect(app.exit).toHaveBeenCalledWith(0));
    expect(log.defects).toHaveLength(1);
  });

  test('after a defect names the note in the log, and nothing else', () => {
    const app = fakeApp();
    const dialog = { showErrorBox: vi.fn() };
    stopWith(new Error('Rivka 31234'), app, dialog, quietLog());
    expect(JSON.stringify(dialog.showErrorBox.mock.calls)).toContain('defect-1');
    expect(JSON.stringify(dialog.showErrorBox.mock.calls)).not.toMatch(/Rivka|31234/);
    expect(app.exit).toHaveBeenCalledWith(1);
  });
});
