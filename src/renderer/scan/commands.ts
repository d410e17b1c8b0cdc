import { m } from '../../messages/compiled/messages.js';
import { commandIn, type CommandBarcode } from '../../shared/command-barcodes.ts';

/** What each command barcode asks for: on its row, and on the card. */
export const commandNames: Readonly<Record<CommandBarcode, () => string>> = {
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

/** What comes after END is of the next session, which begins as every session does. */
const mode: Readonly<Partial<Record<CommandBarcode, 'auto' | 'return'>>> = {
  LEND: 'auto',
  RETURN: 'return',
  END: 'auto',
};

/**
 * How items are meant that are scanned after this, where it is a command that says so. Main does what commands ask for;
 * this holds from the very next scan, which may come before main has said anything.
 */
export function modeSetBy(text: string): 'auto' | 'return' | null {
  const command = commandIn(text);
  return (command && mode[command]) ?? null;
}
