import { expect, test } from 'vitest';
import { Emitter, listenUntil } from '../../src/main/emitter.ts';
import { settled } from './support/quick-clock.ts';

test('all are told, in the order in which they came, until they stop', () => {
  const listeners = new Emitter<string>();
  const heard: string[] = [];
  const stop = listeners.on((said) => {
    heard.push(`first ${said}`);
    stop();
  });
  listeners.on((said) => heard.push(`second ${said}`));
  listeners.emit('a');
  listeners.emit('b');
  expect(heard).toEqual(['first a', 'second a', 'second b']);
});

test('whoever listens until something ends hears nothing after that', async () => {
  const listeners = new Emitter<string>();
  const ending = new AbortController();
  const heard: string[] = [];
  let isOver = false;
  const listening = listenUntil(listeners, ending.signal, (said) => heard.push(said)).then((answer) => {
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
  expect(await listenUntil(listeners, AbortSignal.abort(), (said) => heard.push(said))).toBeNull();
  listeners.emit('a');
  expect(heard).toEqual([]);
});
