import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { burstWithin } from '../../../src/renderer/scan/until-no-scan.ts';
import { KeyboardPage, type PageKey } from '../support/keyboard-page.ts';

let page: KeyboardPage;
beforeEach(async () => {
  page = new KeyboardPage();
  await page.wait(1000);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Presses keys, so many milliseconds from one to the next. */
async function press(keys: readonly PageKey[], gap = 5): Promise<void> {
  for (const key of keys) {
    page.press(key);
    await page.wait(gap);
  }
}

const row = (text: string): PageKey[] => Array.from(text, (key) => ({ key, code: `Digit${key}` }));
const enter = { key: 'Enter', code: 'Enter' };
const padOff = 'Insert End ArrowDown PageDown ArrowLeft Clear ArrowRight Home ArrowUp PageUp'.split(' ');
const pad = (text: string): PageKey[] =>
  Array.from(text, (digit) => ({ key: padOff[Number(digit)] ?? '', code: `Numpad${digit}` }));
const code = '31234000001014';

test.each(['box', 'field', 'cell', 'list', 'button'] as const)(
  'without Num Lock digits of the pad are the code, and move nothing, in a %s',
  async (place) => {
    page.go(place);
    await press([...pad(code), { key: 'Enter', code: 'NumpadEnter' }]);
    expect(page.scans).toMatchObject([{ text: code, also: [] }]);
    expect(page.acts).toEqual([]);
  },
);

test('what an input method makes of a code is taken out of the field again, also what comes late', async () => {
  page.go('field', 'ab');
  const keys = row(code).map((key) => ({ ...key, key: 'Process', composes: key.key }));
  await press([...keys, { key: 'Process', code: 'Enter', composes: code }]);
  expect(page.scans.map(({ text }) => text)).toEqual([code]);
  expect(page.value).toBe('ab');
});

test('a control character stays in the code, so that it is refused whole', async () => {
  page.go('box');
  const separator = [
    { key: 'Control', code: 'ControlLeft', ctrl: true },
    { key: ']', code: 'BracketRight', ctrl: true },
  ];
  await press([...row('3123'), ...separator, ...row('4000001014'), enter]);
  expect(page.scans.map(({ text }) => text)).toEqual(['3123\u001d4000001014']);
});

test('with Caps Lock the case that Shift makes is a reading', async () => {
  page.go('list');
  const locked = ['a', 'b'].map((key) => ({
    ...{ key, code: `Key${key.toUpperCase()}`, shift: true, caps: true },
  }));
  await press([...locked, ...row('1234'), enter]);
  expect(page.scans).toMatchObject([{ text: 'ab1234', also: ['AB1234'] }]);
});

test('a code of full-width characters, and of the digits of another script, is the usual one', async () => {
  page.go('box');
  await press([...Array.from('３１２３', (key) => ({ key })), enter]);
  await page.wait(1000);
  await press([...Array.from('٣١٢٣', (key, index) => ({ key, code: `Digit${'3123'[index] ?? ''}` })), enter]);
  expect(page.scans.map(({ text }) => text)).toEqual(['3123', '3123']);
});

test('a person’s number with Alt is the system’s, a scanner’s is a character', async () => {
  page.go('list');
  const alt = { key: 'Alt', code: 'AltLeft', alt: true };
  const number = [alt, ...Array.from('0233', (key) => ({ key, code: `Numpad${key}`, alt: true }))];
  await press([...number, { ...alt, alt: false, up: true }], 120);
  expect(page.acts).toEqual(['Alt+0', 'Alt+2', 'Alt+3', 'Alt+3']);
  page.acts.length = 0;
  const typed = Array.from('A1é2').flatMap((one) => [
    alt,
    ...Array.from(`0${one.charCodeAt(0)}`, (key) => ({ key, code: `Numpad${key}`, alt: true })),
    { ...alt, alt: false, up: true },
  ]);
  await press([...typed, enter], 20);
  expect(page.scans.map(({ text }) => text)).toEqual(['A1é2']);
  expect(page.acts).toEqual([]);
});

test('keys of a person act on a list in their order, a chord after them', async () => {
  page.go('list');
  page.press({ key: '3', code: 'Digit3' });
  await page.wait(140);
  expect(page.acts).toEqual([]);
  await page.wait(20);
  expect(page.acts).toEqual(['3']);
  await page.wait(500);
  await press(
    [
      { key: 'r', code: 'KeyR' },
      { key: 'Control', code: 'ControlLeft', ctrl: true },
    ],
    70,
  );
  page.press({ key: 's', code: 'KeyS', ctrl: true });
  await page.wait(200);
  expect(page.acts).toEqual(['3', 'r', 'Ctrl+s']);
  page.press({ key: 'c', code: 'KeyC', ctrl: true });
  expect(page.acts.at(-1)).toBe('Ctrl+c');
});

test('what is typed right after a chord goes where the focus is then', async () => {
  page.go('field', 'a');
  page.press({ key: 'k', code: 'KeyK', ctrl: true });
  await page.wait(70);
  page.press({ key: 'x', code: 'KeyX' });
  expect(page.acts).toEqual(['Ctrl+k']);
  page.go('field', 'b');
  await page.wait(70);
  expect(page.value).toBe('bx');
});

test('a code that does not end does nothing on a list and is told; in a field it stays', async () => {
  page.go('list');
  await press(row(code));
  await page.wait(600);
  expect([page.acts, page.unfinished]).toEqual([[], [code]]);
  page.go('field');
  await press(row(code));
  await page.wait(600);
  expect([page.value, page.unfinished]).toEqual([code, [code]]);
});

test('a busy machine that brings the keys late, one after the other, cuts no code', async () => {
  page.go('list');
  const late = [...row(code), enter].map((key, index) => ({ ...key, late: 700 + 90 * index }));
  await press(late, 95);
  expect(page.scans.map(({ text }) => text)).toEqual([code]);
  expect([page.acts, page.unfinished]).toEqual([[], []]);
});

test.each(['box', 'list', 'button'] as const)(
  'the time for the next key begins anew with each that a busy machine brings late, in a %s',
  async (place) => {
    page.go(place);
    for (const [index, key] of row(code).entries()) {
      page.press({ ...key, late: 700 + 35 * index });
      await page.wait(40);
      expect([page.value, page.acts]).toEqual(['', []]);
    }
    page.press({ ...enter, late: 700 + 35 * code.length });
    expect(page.scans.map(({ text }) => text)).toEqual([code]);
    expect([page.value, page.acts, page.unfinished]).toEqual(['', [], []]);
  },
);

test('a password takes no scan', async () => {
  page.go('field');
  const refused = vi.fn();
  Object.assign(page.focus, { type: 'password' });
  page.focus.addEventListener('scanrefused', refused);
  await press([...row(code), enter]);
  expect([refused.mock.calls.length, page.scans, page.value]).toEqual([1, [], '']);
});

test('the place of a scan is that of its first key, not of keys before it', async () => {
  page.go('list');
  page.press({ key: 'x', code: 'KeyX' });
  await page.wait(300);
  expect(page.runs).toBe(1);
  await press([...row(code), enter]);
  expect(page.scans).toMatchObject([{ place: 2 }]);
});

test('a burst is told of for as long as is asked, and a person’s keys are none', async () => {
  page.go('field');
  await press(row('3123'), 80);
  expect(burstWithin(1000)).toBe(false);
  await press([...row(code), enter]);
  await page.wait(600);
  page.press(enter);
  expect(burstWithin(1000)).toBe(true);
  await page.wait(600);
  page.press(enter);
  expect(burstWithin(1000)).toBe(false);
});
