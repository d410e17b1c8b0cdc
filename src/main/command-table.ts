import type * as z from 'zod';
import type { Command } from '../service/endpoints.ts';
import { attachmentCommands } from './attachments/resolve.ts';
import { CommandTable, type CommandEntries } from './commands/table.ts';
import { configurationCommands } from './configuration/resolve.ts';
import { depositCommands } from './deposits/resolve.ts';
import { feeCommands } from './fees/resolve.ts';
import { invoiceCommands } from './invoices/resolve.ts';
import { itemCommands } from './items/resolve.ts';
import { lendingCommands } from './lending/resolve.ts';
import { loanCommands } from './loans/resolve.ts';
import { orderCommands } from './orders/resolve.ts';
import { patronCommands } from './patrons/resolve.ts';
import { purchaseCommands } from './purchases/resolve.ts';
import { requestCommands } from './requests/resolve.ts';
import { sharingCommands } from './sharing/resolve.ts';

/** The command entries of all subjects. A command without an entry does not compile. */
const entries = {
  ...patronCommands,
  ...attachmentCommands,
  ...feeCommands,
  ...depositCommands,
  ...loanCommands,
  ...requestCommands,
  ...sharingCommands,
  ...purchaseCommands,
  ...lendingCommands,
  ...itemCommands,
  ...orderCommands,
  ...invoiceCommands,
  ...configurationCommands,
} satisfies CommandEntries;

export const commandTable = new CommandTable(entries);

/** The state before each command, as it is passed with the command and written into the journal. */
export type StatesBefore = { readonly [K in Command]: z.output<(typeof entries)[K]['before']> };
