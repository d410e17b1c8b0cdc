import type { Command } from '../service/endpoints.ts';
import { attachmentCommands } from './attachments/resolve.ts';
import { configurationCommands } from './configuration/resolve.ts';
import { depositCommands } from './deposits/resolve.ts';
import { feeCommands } from './fees/resolve.ts';
import { invoiceCommands } from './invoices/resolve.ts';
import { itemCommands } from './items/resolve.ts';
import { loanCommands } from './loans/resolve.ts';
import { partnerCommands } from './lending/resolve.ts';
import { purchaseCommands } from './purchases/resolve.ts';
import { requestCommands } from './requests/resolve.ts';
import { sharingCommands } from './sharing/resolve.ts';
import { userCommands } from './patrons/resolve.ts';
import type { Resolver } from './commands/resolver.ts';

/** One resolver for each command of the table: a missing one does not compile. Source: design, "The journal". */
export const resolvers: { readonly [K in Command]: Resolver<K> } = {
  ...userCommands,
  ...attachmentCommands,
  ...feeCommands,
  ...depositCommands,
  ...loanCommands,
  ...requestCommands,
  ...sharingCommands,
  ...purchaseCommands,
  ...partnerCommands,
  ...itemCommands,
  ...invoiceCommands,
  ...configurationCommands,
};
