import type * as z from 'zod';
import { codes } from '../../service/codes.ts';
import { refused } from './refusal.ts';

/**
 * Refuses a record of which a field that the service knows has the wrong type. What a body must have is looked at
 * before; this looks at the rest, so that nothing is stored that cannot be read back.
 */
export function mustHaveShape(shape: z.ZodType, record: object, code: string = codes.invalidValue): void {
  const parsed = shape.safeParse(record);
  if (parsed.success) return;
  const field = (parsed.error.issues[0]?.path ?? []).map(String).join('.');
  throw refused(code, `Given value is invalid: ${field}.`);
}
