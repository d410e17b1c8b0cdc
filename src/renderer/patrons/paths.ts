import type { PatronForm } from '../../contract/patrons.ts';
import { formFields } from './fields.ts';

const parts = {
  identifiers: ['type', 'value', 'note'],
  addresses: ['lines'],
  emails: ['address'],
  phones: ['number'],
} as const;

/** Every field of a form that shows what is wrong with it, by its path in what main is sent. */
export const pathsOf = (form: PatronForm): string[] =>
  formFields.flatMap((field) => {
    if (!(field in parts)) return [field];
    const list = field as keyof typeof parts;
    return form[list].flatMap((_, index) => parts[list].map((part) => `${list}.${index}.${part}`));
  });
