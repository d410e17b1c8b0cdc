import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Former, formerIn, keepFormer } from '../../../src/main/way-back/former.ts';
import { FolderFiles } from '../../../src/main/way-back/folder-files.ts';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-keep-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true });
});

/** Keeps a version whose program and settings have its number in each file. */
async function keep(version: string, at: string): Promise<void> {
  const program = path.join(folder, `installed-${version}`);
  fs.mkdirSync(path.join(program, 'resources'), { recursive: true });
  for (const name of ['carrel', 'resources/app.asar']) fs.writeFileSync(path.join(program, name), version);
  fs.writeFileSync(path.join(folder, 'settings.json'), version);
  await keepFormer({
    ...{ folder, version, program, executable: 'carrel', now: new Date(at), files: new FolderFiles(fs) },
    copyJournal(file) {
      fs.writeFileSync(file, version);
      return {};
    },
  });
}

/** Whether everything of it is there, and is of its version. */
function isWhole(former: Former): boolean {
  const files = ['settings.json', 'journal.sqlite', 'program/carrel', 'program/resources/app.asar'];
  return files.every((name) => fs.readFileSync(path.join(former.folder, name), 'utf8') === former.version);
}

/** From the n-th step on, nothing is done any more. */
function killBefore(step: number): void {
  const state = { left: step };
  const isOver = (): boolean => state.left-- <= 0;
  for (const name of ['mkdir', 'copyFile', 'writeFile', 'rename', 'readdir'] as const) {
    const real: (...args: never[]) => unknown = fs.promises[name];
    vi.spyOn(fs.promises, name).mockImplementation(((...args: never[]) =>
      isOver() ? Promise.reject(new Error('killed')) : real(...args)) as never);
  }
  for (const name of ['copyFile', 'mkdir', 'unlink', 'rmdir'] as const) {
    const real: (...args: never[]) => unknown = fs[name];
    vi.spyOn(fs, name).mockImplementation(((...args: never[]) => {
      const done = (args as readonly unknown[]).at(-1) as (error: Error) => void;
      if (isOver()) done(new Error('killed'));
      else real(...args);
    }) as never);
  }
}

it.each([...Array.from({ length: 28 }).keys()])(
  'a program that is killed before step %i of keeping a version has the one before, or this one, whole',
  async (step) => {
    await keep('0.1.0', '2026-11-25T20:00:00Z');
    killBefore(step);
    await keep('0.2.0', '2026-11-25T21:00:00Z').catch(() => undefined);
    vi.restoreAllMocks();
    const former = formerIn(folder);
    expect(former && isWhole(former)).toBe(true);

    // The next attempt takes away what was left over.
    await keep('0.2.0', '2026-11-25T22:00:00Z');
    const last = formerIn(folder);
    expect(last?.version).toBe('0.2.0');
    expect(last && isWhole(last)).toBe(true);
    expect(fs.readdirSync(path.join(folder, 'former'))).toHaveLength(1);
  },
);
