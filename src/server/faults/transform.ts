import type { Endpoint } from '../../service/define.ts';
import type { transformations } from './rules.ts';

type Transformation = (typeof transformations)[number];

/** Bends an answer into a shape that some releases send. */
export function transformed(how: Transformation, body: unknown, row: Endpoint): unknown {
  switch (how) {
    case 'list-without-key':
      return row.list ? omit(body, row.list.key) : body;
    case 'error-as-object':
      return inErrors(body, (errors) => errors[0]);
    case 'no-tracking-id':
      return inErrors(body, (errors) => errors.map((error) => omit(error, 'trackingId')));
    case 'numbers-for-strings':
      return numbers(body);
  }
}

function inErrors(body: unknown, change: (errors: unknown[]) => unknown): unknown {
  if (!isObject(body) || !isObject(body['errorList'])) return body;
  const errors = body['errorList']['error'];
  return Array.isArray(errors) ? { ...body, errorList: { error: change(errors) } } : body;
}

/** Texts that are whole numbers, or decimals, become numbers; long ids stay, since they would lose digits. */
function numbers(value: unknown): unknown {
  if (typeof value === 'string') return /^(0|[1-9]\d{0,14})(\.\d{1,4})?$/.test(value) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(numbers);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, numbers(one)]));
}

function omit(value: unknown, name: string): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([one]) => one !== name)) : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
