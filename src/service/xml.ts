import type { Fields } from './read.ts';
/** Thrown where a text holds a character that XML cannot carry; `field` says where. */
export class NotForXml extends Error {
  override readonly name = 'NotForXml';
  readonly field: string;

  constructor(field: string) {
    super(`${field}: a character that XML cannot carry`);
    this.field = field;
  }
}

/**
 * A record as XML, in the form in which the deployed service gives its own: a field is an element, a wrapped code
 * (`{"value": code, "desc": label}`) an element with the code as its text and the rest as attributes, a list one
 * element for each entry. What is null or missing is left out. Throws NotForXml.
 *
 * Source: Configuration, letters (the form itself is assumed).
 */
export function toXml(root: string, record: Fields): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, record, '')}`;
}

function element(name: string, value: unknown, path: string): string {
  if (value === null || value === undefined) return '';
  if (!isFieldName(name)) throw new NotForXml(path);
  if (Array.isArray(value)) return value.map((entry) => element(name, entry, path)).join('');
  if (typeof value !== 'object') return `<${name}>${escaped(textOf(value), path)}</${name}>`;
  const fields = value as Fields;
  const below = (field: string) => (path === '' ? field : `${path}.${field}`);
  if (isCode(fields)) {
    const { value: code, ...rest } = fields;
    const attributes = Object.entries(rest).map(([field, attribute]) =>
      attribute === null || attribute === undefined
        ? ''
        : ` ${field}="${escaped(textOf(attribute), below(field)).replaceAll('\n', '&#10;')}"`,
    );
    return `<${name}${attributes.join('')}>${escaped(textOf(code), path)}</${name}>`;
  }
  const inner = Object.entries(fields).map(([field, entry]) => element(field, entry, below(field)));
  return `<${name}>${inner.join('')}</${name}>`;
}

const elementName = /^[A-Za-z_][\w.-]*$/;

/** Whether a field of this name can be an element or an attribute. */
export const isFieldName = (name: string): boolean => elementName.test(name);

// eslint-disable-next-line no-control-regex -- these are what XML 1.0 has no place for
const notInXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/u;

/** A wrapped code: plain values only, one of them `value`, and names that an attribute can have. */
function isCode(fields: Fields): boolean {
  return (
    Object.hasOwn(fields, 'value') &&
    Object.entries(fields).every(([name, value]) => !isObject(value) && isFieldName(name))
  );
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser would make line ends of these.
  '\r': '&#13;',
  '\t': '&#9;',
};

function escaped(text: string, path: string): string {
  if (notInXml.test(text)) throw new NotForXml(path);
  return text.replace(/[&<>"\r\t]/g, (character) => entities[character] ?? character);
}
