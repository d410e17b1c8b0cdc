import { acquisitions } from './endpoints/acquisitions.ts';
import { attachments } from './endpoints/attachments.ts';
import { configuration } from './endpoints/configuration.ts';
import { deposits } from './endpoints/deposits.ts';
import { fees } from './endpoints/fees.ts';
import { items } from './endpoints/items.ts';
import { loans } from './endpoints/loans.ts';
import { partners } from './endpoints/partners.ts';
import { purchaseRequests } from './endpoints/purchase-requests.ts';
import { requests } from './endpoints/requests.ts';
import { resourceSharing } from './endpoints/resource-sharing.ts';
import { users } from './endpoints/users.ts';

/**
 * Every operation of the service that Carrel uses, once. The client's types and its repeat rule, the practice
 * library's routes and the list of what tests must cover are all read off this table; its rows stand by area in
 * `endpoints/`.
 */
export const endpoints = {
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
  ...items,
} as const;

export type Endpoints = typeof endpoints;
export type Operation = keyof Endpoints;

/** The operations that change something: each needs a way to find out whether it happened. */
export type Command = { [K in Operation]: Endpoints[K]['kind'] extends 'command' ? K : never }[Operation];

/** The names of all operations. */
export const operations = Object.keys(endpoints) as Operation[];
