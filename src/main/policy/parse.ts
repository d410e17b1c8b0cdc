import { m } from '../../messages/compiled/messages.js';
import { isObject, Judge, type Judged, nowhere } from './judge.ts';
import { readers } from './readers.ts';
import { decoded, mostBytes, tooDeepAt, wholly } from './text.ts';

/** The schema that a policy file says it follows. */
export const policySchema = 'carrel-policy/1';

/** Deeper than any policy: reading deeper ones would need too much of the stack. */
export const mostDepth = 20;

/** Reads the bytes of a policy file. */
export function parsePolicy(bytes: Uint8Array): Judged {
  if (bytes.length > mostBytes) return { ok: false, problems: [wholly('tooLarge', String(mostBytes))] };
  const text = decoded(bytes);
  // Zeros are UTF-16 without its mark.
  return text === null || text.includes('\0')
    ? { ok: false, problems: [wholly('encoding')] }
    : parsePolicyText(text);
}

/**
 * Reads the text of a policy file: strict JSON, without comments, so that other tools can read it too. A good one needs
 * nothing but the language's own parser; where a fault is, the parser that knows places says, once it is loaded.
 */
export function parsePolicyText(text: string): Judged {
  if (text.trim() === '') return { ok: false, problems: [wholly('empty')] };
  const value = strictly(text);
  if (value !== null && isPlain(text, value.read)) {
    const judged = judgedFile(new Judge(nowhere), value.read);
    if (judged.ok) return judged;
  }
  return readers.located?.parseLocated(text) ?? unlocated(text);
}

/** The same faults, without their places. */
function unlocated(text: string): Judged {
  const value = strictly(text);
  if (value === null) return { ok: false, problems: [wholly('syntax')] };
  const judged = judgedFile(new Judge(nowhere), value.read);
  // A name that is there twice is not in the value.
  return judged.ok ? { ok: false, problems: [wholly('syntax')] } : judged;
}

/** The names in a value, each as often as it is there. */
function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, one) => sum + countNames(one), own);
}

/** Whether a text that is JSON is not nested too deep, and has no name twice in one object. */
function isPlain(text: string, value: unknown): boolean {
  if (tooDeepAt(text, mostDepth) !== null) return false;
  let names = 0;
  for (const [, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) if (colon !== undefined) names += 1;
  return names === countNames(value);
}

/** The text by the language's own parser, which is stricter and keeps a name like `__proto__` a name; null if it refuses. */
export function strictly(text: string): { readonly read: unknown } | null {
  try {
    return { read: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

/** Judges what a file says, by its schema. */
export function judgedFile(judge: Judge, value: unknown): Judged {
  if (!isObject(value)) judge.note('type', [], m.policy_expected_object());
  const { schema, mandatory, recommended, ...rest } = isObject(value) ? value : {};
  if (isObject(value) && schema !== policySchema) judge.note('schema', ['schema'], policySchema);
  for (const name of Object.keys(rest)) judge.noteName([name]);
  const content = {
    mandatory: judge.settings('mandatory', mandatory),
    recommended: judge.settings('recommended', recommended),
  };
  const inOrder = judge.problems.toSorted(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
  return inOrder.length > 0 ? { ok: false, problems: inOrder } : { ok: true, content };
}
