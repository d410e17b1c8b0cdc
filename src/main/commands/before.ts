import * as z from 'zod';
import type { Command } from '../../service/endpoints.ts';
import { invoiceStatusOf, isPaid } from '../../service/invoice.ts';
import { codeOf, flagOf } from '../../service/read.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';
import type { Item } from '../../service/shapes/item.ts';

const Text = z.string();

/** An item's whereabouts, as far as a scan-in changes them. */
const Whereabouts = z.object({
  process: Text,
  status: Text,
  library: Text,
  workOrder: Text,
  department: Text,
  requested: z.boolean(),
});
export type Whereabouts = z.output<typeof Whereabouts>;

export function whereaboutsOf({ item_data: data }: Item): Whereabouts {
  return {
    process: codeOf(data?.process_type),
    status: codeOf(data?.base_status),
    library: codeOf(data?.library),
    workOrder: codeOf(data?.work_order_type),
    department: codeOf(data?.work_order_at),
    requested: flagOf(data?.requested),
  };
}

/** Where an invoice stands, as far as what is done to it changes that. */
const InvoiceStanding = z.object({
  status: Text,
  approval: Text,
  paid: z.boolean(),
  /** Whether the finance system has it; null where the service does not say. */
  inErp: z.boolean().nullable(),
});
export type InvoiceStanding = z.output<typeof InvoiceStanding>;

export function standingOf(invoice: Invoice): InvoiceStanding {
  const { in_erp: inErp } = invoice;
  return {
    status: invoiceStatusOf(invoice),
    approval: codeOf(invoice.invoice_approval_status).toUpperCase(),
    paid: isPaid(invoice),
    inErp: typeof inErp === 'boolean' ? inErp : null,
  };
}

/**
 * What a command's resolver needs to know of the state before it: kept in the journal beside the command, and parsed
 * when it is read back there. `null` where the state after it tells enough.
 */
export const before = {
  'users.create': z.null(),
  'users.update': z.looseObject({}),
  'users.delete': z.null(),
  // Null where the service does not list them.
  'users.attachments.create': z.object({ attachmentIds: z.array(Text).nullable() }),
  // When it was asked for, by the service's clock. Journals of earlier versions do not have it, here and below.
  'users.fees.create': z.object({ feeIds: z.array(Text), asked: Text.optional() }),
  'users.fees.pay': z.object({ balance: Text }),
  // Journals of earlier versions do not have what was owed.
  'users.fees.payAll': z.object({ feeIds: z.array(Text), owed: Text.optional() }),
  'users.fees.waive': z.object({ balance: Text, waived: Text, waivers: z.number().optional() }),
  'users.fees.dispute': z.object({ status: Text }),
  'users.fees.restore': z.object({ status: Text }),
  'users.deposits.create': z.object({ depositIds: z.array(Text) }),
  // What it was a deposit of is kept for the till's report; journals of earlier versions do not have it.
  'users.deposits.act': z.object({ status: Text, amount: Text.optional() }),
  'users.loans.create': z.object({ asked: Text }).nullable(),
  'users.loans.renew': z.object({ due: Text, renewed: Text }),
  'users.loans.update': z.object({ due: Text, wanted: Text }),
  'users.requests.create': z.object({
    requestIds: z.array(Text),
    mmsId: Text,
    pid: Text,
    asked: Text.optional(),
  }),
  'users.requests.update': z.looseObject({}),
  'users.requests.cancel': z.null(),
  'users.requests.nextStep': z.object({ status: Text, task: Text }),
  'users.resourceSharing.create': z.null(),
  'users.resourceSharing.cancel': z.object({ status: Text }),
  'users.resourceSharing.updateShipping': z.object({ cost: Text, fund: Text }),
  'users.purchaseRequests.create': z.object({ requestIds: z.array(Text) }),
  'users.purchaseRequests.cancel': z.object({ status: Text }),
  'partners.lendingRequests.create': z.null(),
  // Null where no search could tell which were there.
  'acq.invoices.create': z.object({ invoiceIds: z.array(Text).nullable() }),
  'acq.invoices.lines.create': z.object({ lineIds: z.array(Text) }),
  'acq.invoices.process': InvoiceStanding,
  'acq.invoices.paid': InvoiceStanding,
  'acq.invoices.markInErp': InvoiceStanding,
  'acq.invoices.reject': InvoiceStanding,
  'conf.locations.create': z.null(),
  'conf.locations.update': z.looseObject({}),
  'conf.locations.delete': z.null(),
  'conf.codeTables.update': z.looseObject({}),
  'conf.mappingTables.update': z.looseObject({}),
  'conf.letters.update': z.looseObject({}),
  'conf.workflows.run': z.null(),
  'acq.pol.update': z.object({ pid: Text, barcode: Text, wanted: Text }),
  'acq.pol.items.receive': z.object({ received: Text }),
  // The loan that is to end, where this station made it, and when it was asked for. Not in journals of earlier versions.
  'bibs.items.scanIn': Whereabouts.extend({ loanId: Text.optional(), asked: Text.optional() }),
} satisfies Record<Command, z.ZodType>;

export type Before<K extends Command> = z.output<(typeof before)[K]>;
