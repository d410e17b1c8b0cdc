import type { CheckLine, WriteArea } from '../../contract/opening-check.ts';
import type { Command } from '../../service/endpoints.ts';
import type { Journal } from '../journal/port.ts';

/** The commands of each area. */
const commands: Readonly<Record<WriteArea, readonly Command[]>> = {
  loans: ['users.loans.create', 'users.loans.renew', 'users.loans.update'],
  scanIn: ['bibs.items.scanIn'],
  requests: [
    ...(['users.requests.create', 'users.requests.update'] as const),
    ...(['users.requests.cancel', 'users.requests.nextStep'] as const),
  ],
  fees: [
    ...(['users.fees.create', 'users.fees.pay', 'users.fees.payAll'] as const),
    ...(['users.fees.waive', 'users.fees.dispute', 'users.fees.restore'] as const),
  ],
  deposits: ['users.deposits.create', 'users.deposits.act'],
  patrons: ['users.create', 'users.update', 'users.delete', 'users.attachments.create'],
  sharing: [
    ...(['users.resourceSharing.create', 'users.resourceSharing.cancel'] as const),
    ...(['users.resourceSharing.updateShipping'] as const),
    ...(['users.purchaseRequests.create', 'users.purchaseRequests.cancel'] as const),
  ],
  receiving: ['acq.pol.items.receive'],
  orders: ['acq.pol.update'],
  invoices: [
    ...(['acq.invoices.create', 'acq.invoices.lines.create', 'acq.invoices.process'] as const),
    ...(['acq.invoices.paid', 'acq.invoices.markInErp', 'acq.invoices.reject'] as const),
  ],
  configuration: [
    ...(['conf.locations.create', 'conf.locations.update', 'conf.locations.delete'] as const),
    ...(['conf.codeTables.update', 'conf.mappingTables.update'] as const),
    ...(['conf.letters.update', 'conf.workflows.run'] as const),
  ],
  lending: ['partners.lendingRequests.create'],
};

/** So many of the newest commands are looked through for one that tells. */
const most = 100;

/**
 * What the journal has seen of writing in each area: the newest command that the service accepted, or refused because of
 * the key. A refusal for another reason tells nothing of the key, and neither does what a person said of an unclear
 * command.
 */
export function writeLines({ madeAt }: Pick<Journal, 'madeAt'>, library: string): readonly CheckLine[] {
  return (Object.keys(commands) as WriteArea[]).map((area) => {
    const telling = madeAt(library, commands[area], most).find(
      ({ state, settledBy, failure }) =>
        (state === 'accepted' && settledBy !== 'person') || failure?.kind === 'unauthorized',
    );
    const line = { kind: 'write', id: `write ${area}`, area } as const;
    if (!telling) return { ...line, answer: 'unknown', at: null, failure: null };
    const isAccepted = telling.state === 'accepted';
    return {
      ...line,
      answer: isAccepted ? 'ok' : 'look',
      at: telling.settledAt ?? telling.at,
      failure: isAccepted ? null : telling.failure,
    };
  });
}
