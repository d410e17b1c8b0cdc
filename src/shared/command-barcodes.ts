import { trimmed, unframed } from './scanned-text.ts';

/**
 * What a command barcode can ask for. Its code is `CRL` and the command: letters only, because every item, card and
 * order line has a number on it, and only letters that are on the same key of English, German and French keyboards.
 */
export const commands = [
  'END',
  'EXTEND',
  'PRINT',
  'UNDO',
  'SEEN',
  'LEND',
  'RETURN',
  'PREV',
  'HELP',
  'RECEIVE',
  'KEEP',
  'FINISH',
] as const;
export type CommandBarcode = (typeof commands)[number];

/** The code that is printed for a command: `CRLEND`. */
export const commandCode = (command: CommandBarcode): string => `CRL${command}`;

/** The command that a code asks for, in upper or lower case; null where it is no command's code. */
export function commandOf(code: string): CommandBarcode | null {
  const asked = code.toUpperCase();
  return commands.find((command) => commandCode(command) === asked) ?? null;
}

/** A window does not wait for the library's rules: no command's code begins with a symbology or an asterisk. */
const everyFrame = { aim: true, code39: true } as const;

/** The command in a text as it was scanned or typed, whatever frame the scanner sent around it; null where there is none. */
export const commandIn = (text: string): CommandBarcode | null =>
  commandOf(unframed(trimmed(text), everyFrame).code);
