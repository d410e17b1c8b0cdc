import { bareCode, noAffixes, readingsOf, type Affixes } from './scanned-text.ts';

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
  'SETLOOK',
  'SETRECEIVE',
  'SETKEEP',
  'NEXT',
  'FINISHLIST',
  'DEPT',
  'STEP',
] as const;
export type CommandBarcode = (typeof commands)[number];

/** Where a command is done: at the desk, in the receiving room, in both (each has its own), or everywhere. */
const places: Readonly<Record<CommandBarcode, 'desk' | 'receiving' | 'both' | 'everywhere'>> = {
  END: 'both',
  EXTEND: 'desk',
  PRINT: 'both',
  UNDO: 'desk',
  SEEN: 'both',
  LEND: 'desk',
  RETURN: 'desk',
  PREV: 'desk',
  HELP: 'everywhere',
  RECEIVE: 'receiving',
  KEEP: 'receiving',
  FINISH: 'receiving',
  SETLOOK: 'receiving',
  SETRECEIVE: 'receiving',
  SETKEEP: 'receiving',
  NEXT: 'receiving',
  FINISHLIST: 'receiving',
  DEPT: 'receiving',
  STEP: 'receiving',
};

/** The only room in which a command is done; null for one that several rooms have, each with a meaning of its own. */
export function roomOf(command: CommandBarcode): 'desk' | 'receiving' | null {
  const place = places[command];
  return place === 'desk' || place === 'receiving' ? place : null;
}

/** A command as it was scanned. */
export interface ScannedCommand {
  readonly command: CommandBarcode;
  /** Which one of several is meant, such as the third department of the printed card; null where none was said. */
  readonly number: number | null;
}

/** The commands that a number can follow: a department, and a status of a work order (a step of it). */
const numbered: ReadonlySet<CommandBarcode> = new Set(['DEPT', 'STEP']);
const form = /^CRL([A-Z]+)([1-9]\d{0,2})?$/;

/** The code that is printed for a command: `CRLEND`, `CRLDEPT3`. */
export const commandCode = (command: CommandBarcode, number: number | null = null): string =>
  `CRL${command}${number ?? ''}`;

/** The command that a code asks for, in upper or lower case; null where it is no command's code. */
export function commandOf(code: string): ScannedCommand | null {
  const [, letters = '', digits] = form.exec(code.toUpperCase()) ?? [];
  const command = commands.find((one) => one === letters);
  if (!command || (digits !== undefined && !numbered.has(command))) return null;
  return { command, number: digits === undefined ? null : Number(digits) };
}

/**
 * The command in a text as it was scanned or typed, whatever a scanner sent around it; null where there is none. A window
 * does not wait for the library's rules: no command's code begins with an AIM identifier or an asterisk.
 */
export function commandIn(text: string, affixes: Affixes = noAffixes): CommandBarcode | null {
  const bare = bareCode(text);
  if (!bare.ok) return null;
  for (const { code } of readingsOf(bare.text, { aim: true, code39: true, affixes })) {
    const found = commandOf(code);
    if (found) return found.command;
  }
  return null;
}
