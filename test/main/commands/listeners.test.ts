import { expect, test } from 'vitest';
import { Listeners, listenUntil } from '../../../src/main/commands/listeners.ts';
import { settled } from '../support/quick-clock.ts';

test('all are told, in the order in which they came, until they stop', () => {
  const listeners = new Listeners<string>();
  const heard: string[] = [];
  const stop = listeners.add((said) => {
    heard.push(`first ${said}`);
    stop();
  });
  listeners.add((said) => heard.push(`second ${said}`));
  listeners.tell('a');
  listeners.tell('b');
  expect(heard).toEqual(['first a', 'second a', 'second b']);
});

test('whoever listens until something ends hears nothing after that', async () => {
  const listeners = new Listeners<string>();
  const ending = new AbortController();
  const heard: string[] = [];
  let isOver = false;
  const listening = listenUntil(listeners, ending.signal, (said) => heard.push(said)).then((answer) => {
    isOver = true;
    return answer;
  });
  listeners.tell('a');
  await settled();
  expect(isOver).toBe(false);
  ending.abort();
  listeners.tell('b');
  expect([await listening, heard]).toEqual([null, ['a']]);
});

test('where it has ended already, nothing is heard', async () => {
  const listeners = new Listeners<string>();
  const heard: string[] = [];
  expect(await listenUntil(listeners, AbortSignal.abort(), (said) => heard.push(said))).toBeNull();
  listeners.tell('a');
  expect(heard).toEqual([]);
});
