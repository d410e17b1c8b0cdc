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
};
const shiftedDigits = ')!@#$%^&*(';

/** The part of a `KeyboardEvent` that says which key was pressed. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly capsLock: boolean;
}

/**
 * What a key would type on a US keyboard. Most scanners are set up for one, whatever keyboard the machine has: on a
 * French one the same keys type `&é"` for `123`, and some are dead keys. For an unknown code it answers `key`.
 */
export function onUsKeyboard({ key, code, shiftKey, capsLock }: KeyPress): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shiftKey === capsLock ? letter.toLowerCase() : letter;
  const digit = /^(Digit|Numpad)(\d)$/.exec(code);
  if (digit?.[2])
    return digit[1] === 'Digit' && shiftKey ? (shiftedDigits[Number(digit[2])] ?? key) : digit[2];
  return marks[code]?.[shiftKey ? 1 : 0] ?? (key === 'Dead' ? '' : key);
}
