/** An element of XML, its attributes in the order given; one that is undefined is left out. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly children: readonly Element[];
  readonly text?: string;
}

export const element = (
  name: string,
  attributes: Element['attributes'] = {},
  children: readonly (Element | false)[] = [],
  text?: string,
): Element => ({
  name,
  attributes,
  children: children.filter((child) => child !== false),
  ...(text === undefined ? {} : { text }),
});

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** The element as text, two blanks a level. */
export function written({ name, attributes, children, text }: Element, indent = ''): string {
  const list = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escape(value)}"`],
  );
  const start = `${indent}<${name}${list.join('')}`;
  if (text !== undefined) return `${start}>${escape(text)}</${name}>\n`;
  if (children.length === 0) return `${start} />\n`;
  return `${start}>\n${children.map((child) => written(child, `${indent}  `)).join('')}${indent}</${name}>\n`;
}
