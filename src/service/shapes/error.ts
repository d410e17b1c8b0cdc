import * as z from 'zod';
import { Text } from './common.ts';

const OneError = z.looseObject({ errorCode: Text, errorMessage: Text, trackingId: Text });

/** The body of a refusal: `error` as a list or as one object, the code as text or number, the tracking id perhaps missing. Source: Errors. */
export const ErrorBody = z.looseObject({
  errorsExist: z.union([z.boolean(), z.string()]).nullish(),
  errorList: z.looseObject({ error: z.union([z.array(OneError), OneError]).nullish() }),
});
export type ErrorBody = z.output<typeof ErrorBody>;
