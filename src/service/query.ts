/**
 * A text as a value of the service's search syntax, and never as syntax: in quotes where it could be taken for some.
 * Source: Users, the query parameter `q`; the quotes are an assumption.
 */
export const searchValue = (text: string): string =>
  /[~"\\]|\b(?:AND|OR|NOT)\b/i.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : text;
