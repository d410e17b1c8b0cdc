import type { Command } from '../../service/endpoints.ts';
import { attachmentCommands } from './resolve-attachments.ts';
import { configurationCommands } from './resolve-configuration.ts';
import { depositCommands } from './resolve-deposits.ts';
import { feeCommands } from './resolve-fees.ts';
import { invoiceCommands } from './resolve-invoices.ts';
import { itemCommands } from './resolve-items.ts';
import { loanCommands } from './resolve-loans.ts';
import { partnerCommands } from './resolve-partners.ts';
import { purchaseCommands } from './resolve-purchase-requests.ts';
import { requestCommands } from './resolve-requests.ts';
import { sharingCommands } from './resolve-resource-sharing.ts';
import { userCommands } from './resolve-users.ts';
import type { Resolver } from './resolver.ts';

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
