import type { Endpoint, WrittenForm } from './define.ts';
import { arrayOf, isFields } from './read.ts';

/**
 * The body of a call with the fields that the service takes in one form only in that form, and everything else as it
 * was: what a record came with in another form is refused when it goes back unmended. The body itself is not changed.
 *
 * Source: User, note 2; Attachment; Requests; Lending request (partner).
 */
export function mended<T>(endpoint: Pick<Endpoint, 'written'>, body: T): T {
  if (endpoint.written === undefined || !isFields(body)) return body;
  const changes = Object.entries(endpoint.written).flatMap(([field, form]) => {
    const was = body[field];
    if (was === null || was === undefined) return [];
    const is = inForm[form](was, field);
    return is === was ? [] : [[field, is] as const];
  });
  return changes.length === 0 ? body : { ...body, ...Object.fromEntries(changes) };
}

const inForm: Readonly<Record<WrittenForm, (value: unknown, field: string) => unknown>> = {
  plain: (value) => (isFields(value) && Object.hasOwn(value, 'value') ? value.value : value),
  wrapped: (value) => (isFields(value) ? value : { value }),
  flat: (value, field) =>
    isFields(value) && Object.hasOwn(value, field) ? arrayOf<unknown>(value[field]) : value,
};
