import { m } from '../../messages/compiled/messages.js';
import { commandIn, type CommandBarcode } from '../../shared/command-barcodes.ts';
import type { Affixes } from '../../shared/scanned-text.ts';
import { countText } from '../ui/format.ts';

/** The name of each command barcode, for its row and for the card. */
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
  SETLOOK: m.actions_command_set_look,
  SETRECEIVE: m.actions_command_set_receive,
  SETKEEP: m.actions_command_set_keep,
  NEXT: m.actions_command_next,
  FINISHLIST: m.actions_command_finish_list,
  DEPT: m.actions_command_dept,
  STEP: m.actions_command_step,
};

/** The name of a command that was scanned, with its number where it has one: "Department 3". */
export function commandName(command: CommandBarcode, number?: number): string {
  const name = commandNames[command]();
  return number === undefined ? name : m.actions_command_numbered({ name, number: countText(number) });
}

/** The mode after a command. After END the next session begins, in the usual mode. */
const mode: Readonly<Partial<Record<CommandBarcode, 'auto' | 'return'>>> = {
  LEND: 'auto',
  RETURN: 'return',
  END: 'auto',
};

/**
 * The mode for the scans after this one, if it is a command that sets a mode. The window sets the mode at once, because
 * the next scan may come before main has answered.
 */
export function modeSetBy(text: string, affixes?: Affixes): 'auto' | 'return' | null {
  const command = commandIn(text, affixes);
  return (command && mode[command]) ?? null;
}
