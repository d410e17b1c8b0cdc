/** What the keys of a US keyboard type, plain and with Shift, by `KeyboardEvent.code`. Letters and digits follow from the code. */
const marks: Readonly<Record<string, string>> = {
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: `'"`,
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Backquote: '`~',
  Space: '  ',
  NumpadDecimal: '..',
  NumpadAdd: '++',
  NumpadSubtract: '--',
  NumpadMultiply: '**',
  NumpadDivide: '//',
};
const shiftedDigits = ')!@#$%^&*(';

/** The part of a `KeyboardEvent` that says which key was pressed. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly capsLock: boolean;
}

/** Whether a key types this, two letters at once on some keyboards: others have a name, in ASCII. */
export const isCharacter = (key: string): boolean => /^(.|[^ -~]+)$/su.test(key);

/**
 * What a key would type on a US keyboard. Most scanners are set up for one, whatever keyboard the machine has: on a
 * French one the same keys type `&é"` for `123`, and some are dead keys. For an unknown code it answers the character.
 */
export function onUsKeyboard({ key, code, shiftKey, capsLock }: KeyPress): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shiftKey === capsLock ? letter.toLowerCase() : letter;
  const digit = /^(Digit|Numpad)(\d)$/.exec(code);
  if (digit?.[2])
    return digit[1] === 'Digit' && shiftKey ? (shiftedDigits[Number(digit[2])] ?? key) : digit[2];
  return marks[code]?.[shiftKey ? 1 : 0] ?? (isCharacter(key) ? key : '');
}

/**
 * How a key can be read within a code: as this keyboard types it and as a US one does, and both with the case that Shift
 * alone makes, whatever Caps Lock says; in the order text, US, US by Shift, text by Shift.
 */
export type Readings = readonly string[];

/** Names of keys that do not say what they type. */
const untold = new Set(['Dead', 'Process', 'Unidentified']);

/** Whether it is a key of the numeric pad while Num Lock is off: its name is a direction, its code says which digit. */
export const isPadUnlocked = ({ key, code }: Pick<KeyPress, 'key' | 'code'>): boolean =>
  !isCharacter(key) && !untold.has(key) && /^Numpad(\d|Decimal)$/.test(code);

/** The readings of a key; null if it can be no part of a code. */
export function readingsOf(press: KeyPress): Readings | null {
  const us = onUsKeyboard(press);
  const isUntold = untold.has(press.key) || isPadUnlocked(press);
  const typed = isCharacter(press.key) ? plain(press.key, us) : isUntold ? us : '';
  if (typed === '') return null;
  const usByShift = onUsKeyboard({ ...press, capsLock: false });
  if (isUntold) return [typed, us, usByShift, digitOf(press.code) ?? typed];
  return [typed, us, usByShift, press.capsLock ? byShift(typed, press) : typed];
}

const digitOf = (code: string): string | undefined => /^Digit(\d)$/.exec(code)?.[1];

/** A full-width character, or a digit of another script, as the one that codes have. */
function plain(key: string, us: string): string {
  if (/\p{Nd}/u.test(key) && /\d/.test(us)) return us;
  return /[\u3000\uff01-\uff5e]/.test(key) ? key.normalize('NFKC') : key;
}

/** What a French and a Belgian keyboard type in the row of digits, from 0 to 9: with Shift while Caps Lock is on. */
const unshiftedDigits = ['à&é"\'(-è_ç', 'à&é"\'(§è!ç'];

/** What a key would type without Caps Lock. */
function byShift(typed: string, { code, shiftKey }: KeyPress): string {
  const digit = digitOf(code);
  if (digit !== undefined && unshiftedDigits.some((row) => row[Number(digit)] === typed)) return digit;
  const [cased = typed] = shiftKey ? typed.toUpperCase() : typed.toLowerCase();
  return cased;
}

/** Stands for a control character that is not known by its keys: main refuses it like any other. */
const substitute = '\u001a';

/** The control character of a key with Ctrl, in each reading; null for a key that has a name. */
export function controlsOf(press: KeyPress): Readings | null {
  return readingsOf({ ...press, capsLock: false })?.map(controlOf) ?? null;
}

const controlOf = (sign: string): string =>
  /^[@-_a-z]$/.test(sign) ? String.fromCharCode(sign.charCodeAt(0) & 0x1f) : substitute;

/** The character that Windows types for digits of the numeric pad while Alt is held. */
export function altCharacter(digits: string): string {
  const number = Number(digits);
  // What is above ASCII depends on the machine's code pages, but for the half of Latin-1 that begins with a zero.
  const isKnown = number < 0x7f || (digits.startsWith('0') && number >= 0xa0 && number <= 0xff);
  return isKnown ? String.fromCharCode(number) : substitute;
}
