import type { PolicyFault } from '../../contract/policy.ts';

/** A problem of a policy before it is known where the policy is: line and column from 1, null where there are none. */
export interface Finding {
  readonly line: number | null;
  readonly column: number | null;
  readonly key: string;
  readonly why: PolicyFault;
  readonly detail: string;
}

/** A finding about the whole of it. */
export const wholly = (why: PolicyFault, detail = ''): Finding => ({
  ...{ line: null, column: null, key: '', why, detail },
});

/** A policy is text of at most so many bytes: a fleet of thousands of places fits. */
export const mostBytes = 1_000_000;

/** So many faults of a file are named: each has its place looked for, and nobody reads more. */
export const mostFaults = 100;

/** The encodings that begin with a mark; a file without one is UTF-8. */
const marks = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** Reads bytes as text: UTF-8, or UTF-16 with its mark, as Windows writes it. Null for anything else. */
export function decoded(bytes: Uint8Array): string | null {
  const marked = marks.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  try {
    return new TextDecoder(marked?.encoding ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Where a text, JSON or not, is nested deeper than so many levels; null if nowhere. Reading it would need too much of the stack. */
export function tooDeepAt(text: string, most: number): number | null {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isString) {
      if (sign === '\\') at += 1;
      // No text of JSON goes on in the next line.
      else if (sign === '"' || sign === '\n') isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === '[' || sign === '{') {
      depth += 1;
      if (depth > most) return at;
    } else if (sign === ']' || sign === '}') depth -= 1;
  }
  return null;
}

/** Line and column of a place in a text, both from 1. A column counts UTF-16 units, as editors do. */
export function positionIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const breaks = [...before.matchAll(/\r\n|\n|\r(?!\n)/g)];
  const last = breaks.at(-1);
  return { line: breaks.length + 1, column: offset - (last ? last.index + last[0].length : 0) + 1 };
}
