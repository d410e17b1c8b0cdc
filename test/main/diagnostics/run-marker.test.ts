import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RunMarker } from '../../../src/main/diagnostics/run-marker.ts';

const now = new Date('2026-05-04T08:00:00.000Z');
const boot = { at: new Date('2026-05-04T07:00:00.000Z'), id: 'boot-1' };
const startedAt = now.toISOString();

let folder = '';
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'run-'))));
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

test('a run that ended in order leaves nothing to say', () => {
  const first = new RunMarker(folder, now, boot);
  expect(first.lastRun).toBeNull();
  first.ended();
  expect(new RunMarker(folder, now, boot).lastRun).toBeNull();
});

test('a run that ended otherwise is said; a machine started anew since is not called a crash', () => {
  new RunMarker(folder, now, boot);
  expect(new RunMarker(folder, now, boot).lastRun).toEqual({ ended: 'byItself', startedAt });
  const anew = new RunMarker(folder, now, { ...boot, id: 'boot-2' });
  expect(anew.lastRun).toEqual({ ended: 'machineRestarted', startedAt });
});

test('without a name of the start, its moment tells, whatever little the clock was set', () => {
  const nameless = { ...boot, id: '' };
  new RunMarker(folder, now, nameless);
  const nearly = { at: new Date(boot.at.getTime() + 60_000), id: '' };
  expect(new RunMarker(folder, now, nearly).lastRun?.ended).toBe('byItself');
  const later = { at: new Date(boot.at.getTime() + 3_600_000), id: '' };
  expect(new RunMarker(folder, now, later).lastRun?.ended).toBe('machineRestarted');
});

test('a mark that a power cut has left half, a folder that takes nothing, and another run’s mark', () => {
  fs.writeFileSync(path.join(folder, 'running.json'), '{"schema":"carrel-run/1","id"');
  const first = new RunMarker(folder, now, boot);
  expect(first.lastRun).toBeNull();
  const second = new RunMarker(folder, now, boot);
  first.ended(); // late: the second already runs
  expect(fs.existsSync(path.join(folder, 'running.json'))).toBe(true);
  second.ended();
  expect(fs.existsSync(path.join(folder, 'running.json'))).toBe(false);
  expect(new RunMarker(path.join(folder, 'nowhere'), now, boot).lastRun).toBeNull();
});
