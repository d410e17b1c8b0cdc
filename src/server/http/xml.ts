import type { Fields } from '../../service/read.ts';
import { SaxesParser } from 'saxes';
import { codes } from '../../service/codes.ts';
import { isFieldName } from '../../service/xml.ts';
import { refused } from '../rules/refusal.ts';

/** An element that is being read. */
interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly fields: Record<string, unknown>;
  hasFields: boolean;
  text: string;
}

/** A record has fields, and these may have some: nothing that we take is nested deeper. */
const DEEPEST = 10;

/**
 * Reads a record that came as XML, in the form in which `toXml` of the service writes one: an element is a field, its
 * attributes make it a wrapped code, and the same element again makes a list. A document type, and with it every entity
 * but the five of XML itself, is refused: nothing here can grow. What is not well-formed is refused by name and place.
 *
 * Source: Configuration, letters (the form itself is assumed).
 */
export function readXml(root: string, text: string): Fields {
  const parser = new SaxesParser();
  const open: OpenElement[] = [];
  const result: { record?: unknown } = {};
  parser.on('error', ({ message }) => {
    throw malformed(message);
  });
  parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
    if (/^(?:utf-8|us-ascii)$/i.test(encoding) || isAscii(text)) return;
    throw malformed('UTF-8 is the only encoding that is read');
  });
  parser.on('doctype', () => {
    throw malformed('a document type is not accepted');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === 0 && name !== root) throw malformed(`<${root}> is expected`);
    if (open.length === DEEPEST) throw malformed('the elements are nested too deep');
    if (!isFieldName(name)) throw malformed(`<${name.slice(0, 60)}> is no field's name`);
    open.push({
      name,
      attributes: saidBy(attributes),
      fields: Object.create(null) as Record<string, unknown>,
      hasFields: false,
      text: '',
    });
  });
  const add = (output: string) => {
    const top = open.at(-1);
    if (top) top.text += output;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (!closed) return;
    const above = open.at(-1);
    if (above) put(above, closed.name, valueOf(closed));
    else result.record = valueOf(closed);
  });
  parser.write(text.replace(/^\uFEFF/, '')).close();
  const { record } = result;
  return typeof record === 'object' && record !== null ? { ...record } : {};
}

/** What an element's attributes say of a code. Those of XML itself say how to read it, and are no part of a record. */
function saidBy(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const ownAttributes = Object.entries(attributes).filter(([name]) => !/^xml(?:ns)?(?::|$)/.test(name));
  const other = ownAttributes.find(([name]) => !isFieldName(name));
  if (other) throw malformed(`${other[0].slice(0, 60)} is no field's name`);
  return Object.fromEntries(ownAttributes);
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

function valueOf({ name, attributes, fields, hasFields, text }: OpenElement): unknown {
  if (hasFields) {
    if (text.trim() !== '') throw malformed(`<${name.slice(0, 60)}> has text between its elements`);
    return { ...fields };
  }
  return Object.keys(attributes).length === 0 ? text : { value: text, ...attributes };
}

function put(above: OpenElement, name: string, value: unknown): void {
  above.hasFields = true;
  const there = above.fields[name];
  if (there === undefined) above.fields[name] = value;
  else if (Array.isArray(there)) there.push(value);
  else above.fields[name] = [there, value];
}

function malformed(why: string) {
  return refused(codes.badRequest, `The body cannot be read as XML: ${why.slice(0, 160)}.`);
}
