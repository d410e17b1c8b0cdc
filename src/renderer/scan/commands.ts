import { m } from '../../messages/compiled/messages.js';
import type { Command } from '../../contract/scans.ts';

/** What each command barcode asks for: on its row, and on the card. */
export const commandNames: Readonly<Record<Command, () => string>> = {
  END: m.actions_command_end,
  EXTEND: m.actions_command_extend,
  PRINT: m.actions_command_print,
  UNDO: m.actions_command_undo,
  SEEN: m.actions_command_seen,
  LEND: m.actions_command_lend,
  RETURN: m.actions_command_return,
  PREV: m.actions_command_prev,
  HELP: m.actions_command_help,
  RECEIVE: m.actions_command_receive,
  KEEP: m.actions_command_keep,
  FINISH: m.actions_command_finish,
};

/** As main reads it; a test holds the two together. */
export const codeOf = (command: Command): string => `CRL${command}`;

/** A command's code as a scanner may pass it on: with the symbology's name, or in asterisks. */
const form = /^(?:\][a-z][0-9a-z])?\*?CRL([A-Z]+)\*?$/i;

/** What comes after END is of the next session, which begins as every session does. */
const mode: Readonly<Partial<Record<string, 'auto' | 'return'>>> = {
  LEND: 'auto',
  RETURN: 'return',
  END: 'auto',
};

/**
 * How items are meant that are scanned after this, where it is a command that says so. Main does what commands ask for;
 * this holds from the very next scan, which may come before main has said anything.
 */
export function modeSetBy(text: string): 'auto' | 'return' | null {
  return mode[form.exec(text.trim())?.[1]?.toUpperCase() ?? ''] ?? null;
}

export function looksLikeCommand(text: string): boolean {
  return (form.exec(text)?.[1]?.toUpperCase() ?? '') in commandNames;
}
