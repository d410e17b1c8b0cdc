import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultSettings } from '../../../src/main/station/settings.ts';
import { heldClock, quietLog } from '../support/ports.ts';

// electron-store asks for `electron`, which would be downloaded: outside of it, the package gives a path.
vi.hoisted(() => (process.env.ELECTRON_OVERRIDE_DIST_PATH = '/nowhere'));
const { openSettings } = await import('../../../src/main/station/settings-file.ts');

let folder: string;
let file: string;
let log: ReturnType<typeof quietLog>;
const open = () => openSettings(folder, heldClock(), log);

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-settings-'));
  file = path.join(folder, 'settings.json');
  log = quietLog();
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

describe('the settings file', () => {
  test('starts with the practice library, and remembers what was changed', () => {
    const first = open();
    expect(first.now).toEqual(defaultSettings);
    first.change({
      mode: 'institution',
      institution: { address: 'https://library.example', root: 'svcws', library: 'l1' },
    });
    expect(open().now).toEqual({
      ...defaultSettings,
      mode: 'institution',
      institution: first.now.institution,
    });
    expect(log.lines).toEqual([]);
    expect(fs.statSync(file).mode & 0o077).toBe(0);
  });

  test.each([
    ['half a file', '{"mode": "inst'],
    ['no JSON', 'hello'],
    ['nothing', ''],
    ['a list', '[1, 2]'],
    ['a word', '"institution"'],
    ['null', 'null'],
  ])('%s is set aside, and said', (_, text) => {
    fs.writeFileSync(file, text);
    expect(open().now).toEqual(defaultSettings);
    const records = fs.readdirSync(folder).filter((name) => name.includes('.aside'));
    expect(records.map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))).toEqual([text]);
    expect(log.lines.map(([event]) => event)).toEqual(['settings.setAside']);
  });

  test('that is a folder is set aside, and written anew', () => {
    fs.mkdirSync(path.join(file, 'within'), { recursive: true });
    const settings = open();
    expect(settings.now).toEqual(defaultSettings);
    settings.change({ mode: 'institution' });
    expect(open().now.mode).toBe('institution');
    const [aside = ''] = fs.readdirSync(folder).filter((name) => name.includes('.aside'));
    expect(fs.readdirSync(path.join(folder, aside))).toEqual(['within']);
  });

  test('that cannot be set aside stops nothing', () => {
    fs.writeFileSync(file, 'hello');
    const rename = vi.spyOn(fs, 'renameSync').mockImplementation(() => {
      throw Object.assign(new Error('read-only'), { code: 'EROFS' });
    });
    expect(open().now).toEqual(defaultSettings);
    rename.mockRestore();
    expect(fs.readFileSync(file, 'utf8')).toBe('hello');
  });

  test('a field that makes no sense is left out, the others are used, and the file is kept', () => {
    const appearance = { ...defaultSettings.appearance, theme: 'dark' };
    fs.writeFileSync(file, JSON.stringify({ appearance, mode: 'both', window: { x: 'left' }, extra: 1 }));
    // It was written by a version without a first start: that is over.
    expect(open().now).toEqual({ ...defaultSettings, appearance, firstStart: 'decided' });
    expect(log.lines).toEqual([
      ['settings.damaged', { fields: 'mode window', keptAs: 'settings.json.aside' }],
    ]);
    expect(fs.readFileSync(`${file}.aside`, 'utf8')).toContain('both');
  });

  test('a file that cannot be read is not fatal', () => {
    fs.mkdirSync(file);
    expect(open().now).toEqual(defaultSettings);
  });
});
