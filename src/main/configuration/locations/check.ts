import type { LocationForm } from '../../../contract/configuration-locations.ts';
import { invalid } from '../../failure.ts';
import { codeIn, FormValidation, typedLines, typedText } from '../../forms/fields.ts';

/** The longest texts that are sent; the description names no limit. */
export const longest = { code: 200, name: 1000, description: 4000 } as const;

/** A code that no path can name: the service could make it, and nobody could read it again. */
export const isOddCode = (code: string): boolean => code === '.' || code === '..';

/**
 * A form as it can be sent; throws all its invalid fields.
 *
 * @param previous the form of the record that is edited: what was not touched is not judged. Null for a new one, whose
 *   code is judged too.
 */
export function checkedForm(form: LocationForm, previous: LocationForm | null): LocationForm {
  const validation = new FormValidation();
  const unless = (field: Exclude<keyof LocationForm, 'suppress'>, check: () => string): string =>
    previous && form[field] === previous[field] ? form[field] : validation.check(check, '');
  const line =
    (field: 'name' | 'externalName' | 'fulfillmentUnit' | 'callNumberType' | 'type') => (): string =>
      typedText(field, form[field], longest.name);
  const checked: LocationForm = {
    code: previous ? previous.code : validation.check(() => newCode(form.code), ''),
    name: unless('name', () => needed('name', line('name')())),
    type: unless('type', () => needed('type', line('type')())),
    externalName: unless('externalName', line('externalName')),
    description: unless('description', () =>
      typedLines('description', form.description, longest.description),
    ),
    fulfillmentUnit: unless('fulfillmentUnit', line('fulfillmentUnit')),
    callNumberType: unless('callNumberType', line('callNumberType')),
    suppress: form.suppress,
  };
  validation.throwIfInvalid();
  return checked;
}

function needed(field: string, text: string): string {
  if (text === '') throw invalid(field, 'required');
  return text;
}

function newCode(typed: string): string {
  const code = codeIn('code', typed);
  if (isOddCode(code)) throw invalid('code', 'malformed');
  return code;
}
