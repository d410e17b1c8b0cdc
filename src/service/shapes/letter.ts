import * as z from 'zod';
import { Code, Flag, Text } from './common.ts';

/** A letter with its template. Source: Configuration objects; `code` is assumed: the path names a letter by it. */
export const Letter = z.looseObject({
  code: Text,
  letter_name: Text,
  description: Text,
  enabled: Flag,
  customized: Flag,
  channel: Code,
  subject: Text,
  body: Text,
  letter_template_xsl: Text,
});
export type Letter = z.output<typeof Letter>;
