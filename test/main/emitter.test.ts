import { once } from 'node:events';
import { expect, test } from 'vitest';
import { Emitter, listenUntil } from '../../src/main/emitter.ts';
import { settled } from './support/quick-clock.ts';

test('all are told, in the order in which they came, until they stop', () => {
  const listeners = new Emitter<string>();
  const heard: string[] = [];
  const stop = listeners.on((text) => {
    heard.push(`first ${text}`);
    stop();
  });
  listeners.on((text) => heard.push(`second ${text}`));
  listeners.emit('a');
  listeners.emit('b');
  expect(heard).toEqual(['first a', 'second a', 'second b']);
});

test('a listener that throws keeps nobody else from hearing, nor the caller from going on', async () => {
  const listeners = new Emitter<string>();
  const heard: string[] = [];
  const broken = new Error('a broken listener');
  const defect = once(process, 'unhandledRejection');
  listeners.on(() => {
    throw broken;
  });
  listeners.on((text) => heard.push(text));
  expect(() => listeners.emit('a')).not.toThrow();
  expect(heard).toEqual(['a']);
  expect((await defect)[0]).toBe(broken);
});

test('whoever listens until something ends hears nothing after that', async () => {
  const listeners = new Emitter<string>();
  const ending = new AbortController();
  const heard: string[] = [];
  let isOver = false;
  const listening = listenUntil(listeners, ending.signal, (text) => heard.push(text)).then((answer) => {
    isOver = true;
    return answer;
  });
  listeners.emit('a');
  await settled();
  expect(isOver).toBe(false);
  ending.abort();
  listeners.emit('b');
  expect([await listening, heard]).toEqual([null, ['a']]);
});

test('where it has ended already, nothing is heard', async () => {
  const listeners = new Emitter<string>();
  const heard: string[] = [];
  expect(await listenUntil(listeners, AbortSignal.abort(), (text) => heard.push(text))).toBeNull();
  listeners.emit('a');
  expect(heard).toEqual([]);
});
