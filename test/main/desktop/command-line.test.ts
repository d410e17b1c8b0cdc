import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { expect, test, vi } from 'vitest';
import { opensAfterwards } from '../../../src/main/desktop/command-line.ts';

function command(argv: readonly string[], isPackaged = true) {
  const app = Object.assign(new EventEmitter(), { isPackaged, relaunch: vi.fn() });
  const openForOthers = opensAfterwards(app as unknown as App, argv);
  const start = (data: unknown): void => void app.emit('second-instance', {}, [], '', data);
  return { start, openForOthers, relaunched: () => app.relaunch.mock.calls };
}

test.each<[string, unknown, string[]]>([
  ['the desk', { kind: 'open', link: null }, []],
  ['a link', { kind: 'open', link: 'carrel://patron/1' }, ['--', 'carrel://patron/1']],
  ['a file', { kind: 'open', link: null, file: '/home/me/a.xml' }, ['--', '/home/me/a.xml']],
  ['another version', 'whatever it says', []],
])('who opens %s while a command runs has the desk once it has ended', (_, data, args) => {
  const { start, openForOthers, relaunched } = command(['carrel', '--report', 'a.json']);
  start(data);
  expect(relaunched()).toEqual([]);
  openForOthers();
  expect(relaunched()).toEqual([[{ args }]]);
});

test('the desk is where the command was: the program’s folder and the host’s switches stay', () => {
  const { start, openForOthers, relaunched } = command(
    ['electron', '--inspect', '/src', '--user-data-dir=/tmp/a', '--provision'],
    false,
  );
  start({ kind: 'open', link: null });
  openForOthers();
  expect(relaunched()).toEqual([[{ args: ['--inspect', '/src', '--user-data-dir=/tmp/a'] }]]);
});

test('where nobody opens the desk, and for another command, nothing is opened', () => {
  const { start, openForOthers, relaunched } = command(['carrel', '--provision']);
  start({ kind: 'ask', id: crypto.randomUUID(), question: 'report', input: {} });
  openForOthers();
  expect(relaunched()).toEqual([]);
});
