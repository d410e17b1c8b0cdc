import type { Reply } from '../../../../contract/define.ts';
import type { PaymentOutcome } from '../../../../contract/fees.ts';

/** A payment that was asked for but did not come about is a failure like any other. */
export function flatten(
  reply: Reply<PaymentOutcome>,
): Reply<{ readonly paid: string; readonly remaining: string }> {
  if (!reply.ok) return reply;
  const { value } = reply;
  return value.ok ? { ok: true, value } : { ok: false, failure: value.failure };
}
