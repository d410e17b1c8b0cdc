import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLog, traceOf } from '../../src/main/log.ts';
import { heldClock } from './support/ports.ts';

let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-log-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

const thrown = (message: string): Error => {
  try {
    JSON.parse(message);
  } catch (error) {
    return new TypeError(`while reading ${message}\n    at ${message}`, { cause: error });
  }
  throw new Error('was JSON');
};

describe('the log', () => {
  test('is one object a line, on both outputs, and its user’s only', () => {
    let text = '';
    const log = openLog(path.join(folder, 'logs'), heldClock(), { write: (line) => (text += line) });
    log.line('practice.listening', { port: 4711 });
    const id = log.defect(new RangeError('x'));
    const file = path.join(folder, 'logs', 'carrel.log');
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
    expect(fs.statSync(file).mode & 0o077).toBe(0);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toMatchObject([
      { at: '2026-11-02T08:00:00.000Z', event: 'practice.listening', port: 4711 },
      { event: 'defect', id, error: 'RangeError' },
    ]);
  });

  test('says where a defect came from, and never what it was about', () => {
    const traced = traceOf(thrown('Rivka Ben-Ami 31234000777777'));
    expect(traced.error).toBe('TypeError');
    expect(traced.stack[0]).toContain('log.test.ts');
    expect(traced.cause?.error).toBe('SyntaxError');
    expect(JSON.stringify(traced)).not.toMatch(/Rivka|31234/);
    expect(traceOf('Rivka')).toEqual({ error: 'string', stack: [] });
    expect(traceOf(Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR' })).code).toBe(
      'ERR_SQLITE_ERROR',
    );
  });

  test.each(['x\n    at Rivka Ben-Ami (card 31234000777777):1:1', '    at Rivka Ben-Ami:1:1\n    at x:1:1'])(
    'takes no line of a message for a place: %j',
    (message) => {
      const traced = traceOf(new Error(message, { cause: new RangeError(message) }));
      expect(traced.stack[0]).toContain('log.test.ts');
      expect(traced.cause?.stack[0]).toContain('log.test.ts');
      expect(JSON.stringify(traced)).not.toMatch(/Rivka|31234/);
      const changed = new Error(message);
      expect(changed.stack).toContain(message);
      changed.message = 'another';
      expect(traceOf(changed).stack).toEqual([]);
    },
  );

  test('does not grow without end', () => {
    const log = openLog(folder, heldClock(), { write: () => true });
    const long = 'x'.repeat(300_000);
    for (let i = 0; i < 30; i++) log.line('long', { i, long });
    const sizes = fs.readdirSync(folder).map((name) => fs.statSync(path.join(folder, name)).size);
    expect(sizes.length).toBe(3);
    expect(Math.max(...sizes)).toBeLessThan(1_400_000);
    expect(fs.readFileSync(path.join(folder, 'carrel.log'), 'utf8')).toContain('"i":29');
  });

  test('that cannot be written stops nothing', () => {
    const log = openLog('/proc/nowhere', heldClock(), {
      write: () => {
        throw new Error('EPIPE');
      },
    });
    expect(() => log.line('x')).not.toThrow();
  });
});
