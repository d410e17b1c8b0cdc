import { expect, test } from 'vitest';
import { alertLine, alertWord } from '../../../src/renderer/receiving/alert-text.ts';

const person = (name: string, more: { hold?: boolean; notify?: boolean } = {}) => ({
  ...{ userId: name, name, hold: false, notify: false },
  ...more,
});

test('every interested patron is named: with a hold, to be told, or neither', () => {
  const patrons = [
    person('Rivka', { hold: true, notify: true }),
    person('Ming', { notify: true }),
    person('Noa'),
    person('Amir', { hold: true }),
  ];
  const alerts = [{ kind: 'interested', patrons }] as const;
  expect(alertWord(alerts)).toBe('Someone is waiting');
  expect(alertLine(alerts)).toBe('hold for Rivka, Amir · tell Ming · for Noa');
});
