import type { FeeView } from '../../contract/fees.ts';

/** What a fee is called in a sentence: its type, and the title it is for. */
export function feeName(fee: FeeView): string {
  return [fee.type.label || fee.type.code, fee.title].filter(Boolean).join(' · ');
}
