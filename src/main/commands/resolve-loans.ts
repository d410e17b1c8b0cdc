import { paginate } from '../../client/paginate.ts';
import { momentOf, textOf } from '../../service/read.ts';
import { dueOf, lentBarcodeOf } from '../views/loan.ts';
import { didNotHappen, happened, unclear } from './found.ts';
import type { ResolversOf } from './resolver.ts';

const sameMoment = (one: string, other: string): boolean => Date.parse(one) === Date.parse(other);

/** A loan stands on the patron's list; a renewal or a new due date shows in the loan, against the state before. */
export const loanCommands: ResolversOf<'users.loans.'> = {
  'users.loans.create': async ({ client, options, args }) => {
    const barcode = args.query?.item_barcode;
    const pid = args.query?.item_pid;
    for await (const loan of paginate(client, 'users.loans.list', { path: args.path }, options)) {
      const same = barcode === undefined ? textOf(loan.item_id) === pid : lentBarcodeOf(loan) === barcode;
      if (same) return happened(loan);
    }
    return didNotHappen;
  },

  'users.loans.renew': async ({ client, options, args, before }) => {
    const loan = await client.call('users.loans.get', { path: args.path }, options);
    const renewed = momentOf(loan.last_renew_date);
    return dueOf(loan) === before.due && renewed === before.renewed ? didNotHappen : happened(loan);
  },

  'users.loans.update': async ({ client, options, args, before }) => {
    const loan = await client.call('users.loans.get', { path: args.path }, options);
    if (sameMoment(dueOf(loan), before.wanted)) return happened(loan);
    return sameMoment(dueOf(loan), before.due) ? didNotHappen : unclear;
  },
};
