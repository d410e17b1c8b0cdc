import type { Handlers } from '../handler.ts';
import { acquisitions } from './acquisitions.ts';
import { attachments } from './attachments.ts';
import { configuration } from './configuration.ts';
import { deposits } from './deposits.ts';
import { fees } from './fees.ts';
import { inventory } from './inventory.ts';
import { invoices } from './invoices.ts';
import { loans } from './loans.ts';
import { partners } from './partners.ts';
import { purchaseRequests } from './purchase-requests.ts';
import { requests } from './requests.ts';
import { resourceSharing } from './resource-sharing.ts';
import { users } from './users.ts';

/** A handler for every operation of the table. */
export const handlers: Handlers = {
  ...users,
  ...attachments,
  ...fees,
  ...deposits,
  ...loans,
  ...requests,
  ...resourceSharing,
  ...purchaseRequests,
  ...partners,
  ...configuration,
  ...acquisitions,
  ...invoices,
  ...inventory,
};
