import { paginate } from '../../client/paginate.ts';
import { textOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import type { Service } from '../ports.ts';
import { lentBarcodeOf } from './view.ts';
import type { Job } from '../desk/queue.ts';

/** The patron's loan of the item; null where they have none. */
export async function loanOfItem({
  service,
  userId,
  code,
  by,
}: Pick<Job, 'code' | 'by'> & { readonly service: Service; readonly userId: string }): Promise<Loan | null> {
  const idOf = (loan: Loan): string => (by === 'itemId' ? textOf(loan.item_id) : lentBarcodeOf(loan));
  for await (const loan of paginate(service.client, 'users.loans.list', { path: { user_id: userId } })) {
    if (idOf(loan) === code) return loan;
  }
  return null;
}
