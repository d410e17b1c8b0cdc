import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Starts } from '../../../src/main/way-back/starts.ts';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-starts-'));
  const made = folder;
  onTestFinished(() => fs.rmSync(made, { recursive: true, force: true }));
});
const start = (version = '0.2.0') => new Starts(folder, version);

describe('starts of a version', () => {
  it('are counted until one comes to an open desk', () => {
    expect([start(), start(), start(), start()].map(({ failedBefore }) => failedBefore)).toEqual([
      0, 1, 2, 3,
    ]);
    start().succeeded();
    expect(start().failedBefore).toBe(0);
  });

  it('are counted anew for another version', () => {
    start();
    start();
    expect(start('0.3.0').failedBefore).toBe(0);
    expect(start('0.3.0').failedBefore).toBe(1);
  });

  it.each(['', 'null', '{"version":"0.2.0","failed":-1}', '{"version":"0.2.0"'])(
    'begin anew with a file of %j',
    (content) => {
      fs.writeFileSync(path.join(folder, 'starts.json'), content);
      expect(start().failedBefore).toBe(0);
      expect(start().failedBefore).toBe(1);
    },
  );

  it('do not keep the program from starting where nothing can be written', () => {
    fs.rmSync(folder, { recursive: true });
    expect(start().failedBefore).toBe(0);
    start().succeeded();
  });
});
