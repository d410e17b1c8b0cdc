import type { Failure } from '../../contract/failure.ts';
import type { PatronForm } from '../../contract/patrons.ts';

/** The service's names of fields, where its sentence says which of them it does not accept. */
const named: readonly (readonly [RegExp, string])[] = [
  [/\bprimary_id\b/, 'primaryId'],
  [/\baccount_type\b/, 'accountType'],
  [/\buser_group\b/, 'group'],
  [/\bexpiry_date\b/, 'expiry'],
  [/\bbirth_date\b/, 'birth'],
  [/\bpurge_date\b/, 'purge'],
  [/\bstatus\b/, 'status'],
];

/** Codes that are about one field whatever the sentence. Their values stand in `src/service/codes.ts`. */
const ofCode: Readonly<Record<string, string>> = { '401852': 'group', '401857': 'accountType' };

/**
 * The field of the form that the service refused, by its path (`identifiers.0.value`); `''` where neither its code nor
 * its sentence tells. The sentence is only looked at for what stands in the form, or for a field's own name.
 */
export function refusedField(failure: Failure | null, form: PatronForm): string {
  if (failure?.kind !== 'refused' || !failure.operation.startsWith('users.')) return '';
  const { code, message } = failure;
  const known = ofCode[code];
  if (known !== undefined) return known;
  const says = (text: string): boolean => text.trim() !== '' && message.includes(text.trim());
  if (code === '401851' || code === '401864') {
    const at = form.identifiers.findIndex(({ value, type }) =>
      code === '401851' ? says(value) : says(`(${type.code})`) || says(`type ${type.code} `),
    );
    if (at >= 0) return `identifiers.${at}.${code === '401851' ? 'value' : 'type'}`;
    if (code === '401851' && says(form.primaryId)) return 'primaryId';
  }
  return named.find(([name]) => name.test(message))?.[1] ?? '';
}
