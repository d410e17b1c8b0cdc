import * as z from 'zod';

/** A query parameter that may be left out. */
export const text = z.string().optional();

/** Of which type the `{user_id}` of the path is. Source: General conventions, 3. */
export const userIdType = { user_id_type: text };
