import { m } from '../../messages/compiled/messages.js';

/** How a payment is made, by the codes of the service ("User fees": `method`, `CASH` by default). */
export const methods = [
  { value: 'CASH', label: m.fees_method_cash },
  { value: 'CREDIT_CARD', label: m.fees_method_card },
  { value: 'ONLINE', label: m.fees_method_online },
] as const;

/** What a method is called; one we have no word for is shown as it came. */
export function methodName(code: string): string {
  return methods.find(({ value }) => value === code)?.label() ?? code;
}

export type PaymentMethod = (typeof methods)[number]['value'];
