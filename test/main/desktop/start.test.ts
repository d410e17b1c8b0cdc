import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { App, MessageBoxOptions } from 'electron';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startOrGoBack } from '../../../src/main/desktop/start.ts';
import { lasting } from '../../../src/main/updates/lasting.ts';
import { UpdateMemory } from '../../../src/main/updates/memory.ts';
import { FolderFiles } from '../../../src/main/way-back/folder-files.ts';
import { formerIn, formerProgram, keepFormer } from '../../../src/main/way-back/former.ts';
import { formerInUse, useFormer } from '../../../src/main/way-back/in-use.ts';
import { Starts } from '../../../src/main/way-back/starts.ts';
import { m } from '../../../src/messages/compiled/messages.js';
import { quietLog } from '../support/ports.ts';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-start-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const note = () => path.join(folder, 'note');

/** A program that writes with what it was started. */
function aProgram(name: string, mode = 0o755): string {
  const program = path.join(folder, name);
  fs.mkdirSync(program);
  fs.writeFileSync(path.join(program, 'carrel'), `#!/bin/sh\necho "$@" > '${note()}'\n`, { mode });
  return program;
}

async function keep(version = '0.1.0', mode = 0o755): Promise<void> {
  await keepFormer({
    ...{ folder, version, program: aProgram('before', mode), executable: 'carrel', now: new Date() },
    ...{ copyJournal: null, files: new FolderFiles(fs) },
  });
}

/** So many starts of this version that came to nothing. */
function failed(times: number, version = '0.2.0'): void {
  for (let start = 0; start < times; start++) new Starts(folder, version);
}

/** A start of version 0.2.0, in which this button of a dialog is pressed. */
function start(press = 0, hasInstaller = false, meanwhile: () => void = () => undefined) {
  const done: string[] = [];
  const shown: MessageBoxOptions[] = [];
  const events = new EventEmitter();
  const app = Object.assign(events, {
    getVersion: () => '0.2.0',
    whenReady: () => Promise.resolve(),
    exit: () => void done.push('exit'),
    releaseSingleInstanceLock: () => void done.push('release'),
    requestSingleInstanceLock: () => done.push('lock') > 0,
  });
  startOrGoBack(
    {
      app: app as unknown as Pick<App, keyof typeof app & keyof App>,
      dialog: {
        showMessageBox: (options: unknown) => {
          shown.push(options as MessageBoxOptions);
          meanwhile();
          return Promise.resolve({ response: press, checkboxChecked: false });
        },
      },
      ...{ folder, hasInstaller, args: ['--', 'carrel://patron/1'], log: quietLog() },
      clock: { now: () => new Date('2026-11-25T20:00:00Z') },
    },
    () => void done.push('open'),
  );
  return { done, shown, app };
}

describe('a start', () => {
  it('opens at once where nothing failed', () => {
    expect(start().done).toEqual(['open']);
  });

  it('opens where two failed, and where three did and nothing is kept', async () => {
    failed(3);
    expect(start().done).toEqual(['open']);
    await keep();
    fs.rmSync(path.join(folder, 'starts.json'));
    failed(2);
    expect(start().done).toEqual(['open']);
  });

  it('that the user ends before the desk is open has not failed', async () => {
    await keep();
    failed(3);
    const { app, done } = start(1);
    await vi.waitFor(() => expect(done).toEqual(['open']));
    app.emit('before-quit');
    expect(start().done).toEqual(['open']);
  });
});

describe('going back', () => {
  it('starts the former version with the same arguments, once the lock is free', async () => {
    await keep();
    failed(3);
    const { done, shown } = start();
    await vi.waitFor(() => expect(done).toEqual(['release', 'exit']));
    expect(shown).toMatchObject([{ message: m.way_back_what({ version: '0.2.0', times: 3 }) }]);
    await vi.waitFor(() => expect(fs.readFileSync(note(), 'utf8')).toBe('-- carrel://patron/1\n'));
    expect(new UpdateMemory(folder, quietLog()).now).toMatchObject({
      begun: { version: '0.2.0', times: 2 },
      log: [{ event: 'wentBack', version: '0.2.0' }],
    });

    const again = start();
    await vi.waitFor(() => expect(again.done).toEqual(['release', 'exit']));
    expect(again.shown).toEqual([]);
  });

  it('goes on with this version where the former one cannot be started, and has its lock again', async () => {
    await keep('0.1.0', 0o644);
    failed(3);
    const { done } = start();
    await vi.waitFor(() => expect(done).toEqual(['release', 'lock', 'open']));
  });

  it('is not done where the user wants to start again, and is asked again', async () => {
    await keep();
    failed(3);
    const { done } = start(1);
    await vi.waitFor(() => expect(done).toEqual(['open']));
    expect(formerInUse(folder, '0.2.0')).toBeNull();
    const again = start(1);
    await vi.waitFor(() => expect(again.shown).toHaveLength(1));
    await vi.waitFor(() => expect(again.done).toEqual(['open']));
  });

  it('ends where a third version is installed, and the former one leaves it be', async () => {
    await keep();
    const former = formerIn(folder);
    if (!former) throw new Error('nothing was kept');
    useFormer(folder, former, '0.2.0');
    expect(formerInUse(folder, '0.1.0')).toBeNull();
    expect(formerInUse(folder, '0.2.0')).toEqual(former);
    expect(formerInUse(folder, '0.3.0')).toBeNull();
    expect(formerInUse(folder, '0.2.0')).toBeNull();
  });

  it('ends where the version that the user went back from is installed again, and not where that fails', async () => {
    await keep();
    const former = formerIn(folder);
    if (!former) throw new Error('nothing was kept');
    useFormer(folder, former, '0.2.0');
    const installer = (install: () => Promise<void>) =>
      lasting({ download: () => Promise.resolve(''), prepare: () => Promise.resolve(), install }, folder);
    await expect(installer(() => Promise.reject(new Error('not run'))).install()).rejects.toThrow('not run');
    expect(formerInUse(folder, '0.2.0')).toEqual(former);
    await installer(() => Promise.resolve()).install();
    expect(formerInUse(folder, '0.2.0')).toBeNull();
  });

  it('keeps what runs from a kept version, when the next one is installed', async () => {
    await keep();
    const former = formerIn(folder);
    if (!former) throw new Error('nothing was kept');
    await keepFormer({
      ...{ folder, version: '0.1.0', program: path.dirname(formerProgram(former)), executable: 'carrel' },
      ...{ copyJournal: null, files: new FolderFiles(fs), now: new Date(Date.now() + 5000) },
    });
    expect(fs.existsSync(formerProgram(former))).toBe(true);
    expect(fs.readdirSync(path.join(folder, 'former'))).toHaveLength(2);
    expect(formerIn(folder)?.folder).not.toBe(former.folder);
  });
});

describe('installing again', () => {
  it('runs the file that this version was installed from, where it is the same', async () => {
    await keep();
    failed(3);
    const file = path.join(aProgram('downloaded'), 'carrel');
    const sha512 = createHash('sha512').update(fs.readFileSync(file)).digest('base64');
    new UpdateMemory(folder, quietLog()).change({
      installed: { version: '0.2.0', file, sha512, journal: 5 },
    });
    const { done, shown } = start(2, true);
    await vi.waitFor(() => expect(done).toEqual(['release', 'exit']));
    expect(shown[0]?.buttons).toEqual([
      m.way_back_go({ former: '0.1.0' }),
      m.way_back_again({ version: '0.2.0' }),
      m.way_back_install({ version: '0.2.0' }),
    ]);
    await vi.waitFor(() => expect(fs.readFileSync(note(), 'utf8')).toBe('--updated /S --force-run\n'));

    fs.appendFileSync(file, '# another');
    failed(3);
    const other = start(1, true);
    await vi.waitFor(() => expect(other.shown[0]?.buttons).toHaveLength(2));
  });

  it('runs nothing that was replaced while the question stood there', async () => {
    await keep();
    failed(3);
    const file = path.join(aProgram('downloaded'), 'carrel');
    const sha512 = createHash('sha512').update(fs.readFileSync(file)).digest('base64');
    new UpdateMemory(folder, quietLog()).change({
      installed: { version: '0.2.0', file, sha512, journal: 5 },
    });
    const { done } = start(2, true, () => fs.appendFileSync(file, '# another'));
    await vi.waitFor(() => expect(done).toEqual(['open']));
    expect(fs.existsSync(note())).toBe(false);
  });
});
