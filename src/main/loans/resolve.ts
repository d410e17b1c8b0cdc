import { momentOf, textOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import { dueOf, lentBarcodeOf } from './view.ts';
import { didNotHappen, happened, orRefused, unclear } from '../commands/found.ts';
import type { Question, ResolversOf } from '../commands/resolver.ts';
import { wasBefore } from '../commands/since.ts';
import { wholeList } from '../commands/whole-list.ts';

type Lending = Question<'users.loans.create'>;

const sameMoment = (one: string, other: string): boolean => Date.parse(one) === Date.parse(other);

/**
 * A loan is found on the patron's list. A renewal or a new due date shows in the loan, compared with the state before.
 */
export const loanCommands: ResolversOf<'users.loans.'> = {
  'users.loans.create': async (question) => {
    const { client, options, args, before } = question;
    const loans = await wholeList(client, 'users.loans.list', { path: args.path }, { options });
    const loan = loans.items.find((one) => isOfItem(one, question));
    // The service refuses a double scan, so a loan that is older than this command is another one.
    if (loan) return wasBefore(loan.loan_date, before?.asked) === false ? happened(loan) : unclear;
    if (!loans.isWhole || loans.items.some((one) => !namesItem(one, question))) return unclear;
    return (await lentAndReturned(question)) ?? didNotHappen;
  },

  /** A renewal of the same loan at another desk looks the same as ours: the loan is renewed in both cases. */
  'users.loans.renew': async ({ client, options, args, before }) => {
    const loan = await client.call('users.loans.get', { path: args.path }, options);
    const due = dueOf(loan);
    const renewed = momentOf(loan.last_renew_date);
    if (due === '') return unclear;
    if (renewed !== before.renewed) return renewed === '' ? unclear : happened(loan);
    // Another due date alone does not show a renewal: somebody may have set it by hand.
    return due === before.due ? didNotHappen : unclear;
  },

  'users.loans.update': async ({ client, options, args, before }) => {
    const loan = await client.call('users.loans.get', { path: args.path }, options);
    if (sameMoment(dueOf(loan), before.wanted)) return happened(loan);
    return sameMoment(dueOf(loan), before.due) ? didNotHappen : unclear;
  },
};

const plain = (code: string | undefined): string => (code ?? '').trim().toLowerCase();

const namesItem = (loan: Loan, { args }: Lending): boolean =>
  (args.query?.item_barcode === undefined ? textOf(loan.item_id) : lentBarcodeOf(loan)) !== '';

/** Compares codes without case and spaces: services may find an item by such a code. */
function isOfItem(loan: Loan, { args }: Lending): boolean {
  const { item_barcode: barcode, item_pid: pid } = args.query ?? {};
  return barcode === undefined ? textOf(loan.item_id) === pid : plain(lentBarcodeOf(loan)) === plain(barcode);
}

/**
 * The loan of an item that is returned already: the usual list has only what the patron has now. A service that does
 * not list returned loans refuses this, or answers the usual list; then nothing is found here.
 */
async function lentAndReturned(question: Lending) {
  const { client, options, args, before } = question;
  const query = { loan_status: 'Complete', order_by: 'loan_date', direction: 'DESC', limit: 100 };
  const page = await orRefused(client.call('users.loans.list', { path: args.path, query }, options));
  const loan = page?.items.find(
    (one) => isOfItem(one, question) && wasBefore(one.loan_date, before?.asked) === false,
  );
  return loan ? happened(loan) : null;
}
