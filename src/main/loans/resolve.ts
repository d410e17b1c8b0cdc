import * as z from 'zod';
import { momentOf, textOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import { dueOf, lentBarcodeOf } from './record.ts';
import { didNotHappen, happened, unclear, existedBefore } from '../commands/resolutions.ts';
import { orRefused } from '../commands/refusals.ts';
import { wholeList } from '../commands/lists.ts';
import { command, type CommandsOf, effectOn, type SentCommand, text } from '../commands/command.ts';

type LoanCommand = SentCommand<'users.loans.create'>;

const sameMoment = (one: string, other: string): boolean => Date.parse(one) === Date.parse(other);

/** A loan is on the patron's list. A renewal or a new due date shows in the loan, compared with the state before. */
export const loanCommands = {
  'users.loans.create': command({
    before: z.object({ asked: z.string() }).nullable(),
    effects: ({ query }) => [effectOn('loan of', text(query, 'item_barcode') || text(query, 'item_pid'))],
    resolve: async (input) => {
      const { client, options, args, before } = input;
      const loans = await wholeList(client, 'users.loans.list', { path: args.path }, { options });
      const loan = loans.items.find((one) => isOfItem(one, input));
      // The service refuses to lend twice: a loan from before this command is not ours.
      if (loan) return existedBefore(loan.loan_date, before?.asked) === false ? happened(loan) : unclear;
      if (!loans.isWhole || loans.items.some((one) => !namesItem(one, input))) return unclear;
      return (await returnedLoan(input, before?.asked)) ?? didNotHappen;
    },
  }),

  /** A renewal of the same loan at another desk looks like ours. In both cases it is renewed. */
  'users.loans.renew': command({
    before: z.object({ due: z.string(), renewed: z.string() }),
    effects: ({ path }) => [effectOn('loan', text(path, 'loan_id'))],
    resolve: async ({ client, options, args, before }) => {
      const loan = await client.call('users.loans.get', { path: args.path }, options);
      const due = dueOf(loan);
      const renewed = momentOf(loan.last_renew_date);
      if (due === '') return unclear;
      if (renewed !== before.renewed) return renewed === '' ? unclear : happened(loan);
      // Another due date alone proves no renewal: it may have been set by hand.
      return due === before.due ? didNotHappen : unclear;
    },
  }),

  'users.loans.update': command({
    before: z.object({ due: z.string(), wanted: z.string() }),
    effects: ({ path }) => [effectOn('loan', text(path, 'loan_id'))],
    replacement: ({ before }) => before['wanted'],
    resolve: async ({ client, options, args, before }) => {
      const loan = await client.call('users.loans.get', { path: args.path }, options);
      if (sameMoment(dueOf(loan), before.wanted)) return happened(loan);
      return sameMoment(dueOf(loan), before.due) ? didNotHappen : unclear;
    },
  }),
} satisfies CommandsOf<'users.loans.'>;

const plain = (code: string | undefined): string => (code ?? '').trim().toLowerCase();

const namesItem = (loan: Loan, { args }: LoanCommand): boolean =>
  (args.query?.item_barcode === undefined ? textOf(loan.item_id) : lentBarcodeOf(loan)) !== '';

/** Compares codes without case and spaces: services may find an item by such a code. */
function isOfItem(loan: Loan, { args }: LoanCommand): boolean {
  const { item_barcode: barcode, item_pid: pid } = args.query ?? {};
  return barcode === undefined ? textOf(loan.item_id) === pid : plain(lentBarcodeOf(loan)) === plain(barcode);
}

/**
 * Finds the loan if the item was returned already: the usual list has only present loans. A service without a list of
 * returned loans refuses this or answers with the present ones.
 */
async function returnedLoan(input: LoanCommand, sentAt: string | undefined) {
  const { client, options, args } = input;
  const query = { loan_status: 'Complete', order_by: 'loan_date', direction: 'DESC', limit: 100 };
  const page = await orRefused(client.call('users.loans.list', { path: args.path, query }, options));
  const loan = page?.items.find(
    (one) => isOfItem(one, input) && existedBefore(one.loan_date, sentAt) === false,
  );
  return loan ? happened(loan) : null;
}
