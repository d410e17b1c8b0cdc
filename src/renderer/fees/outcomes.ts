import type { Reply } from '../../contract/define.ts';
import type { PaymentOutcome } from '../../contract/fees.ts';

/** A payment that was asked for but did not come about is a failure like any other. */
export function flatten(reply: Reply<PaymentOutcome>): Reply<Extract<PaymentOutcome, { ok: true }>> {
  if (!reply.ok) return reply;
  const { value } = reply;
  return value.ok ? { ok: true, value } : { ok: false, failure: value.failure };
}
