import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import type { XmlFault } from '../../../contract/configuration-letters.ts';
import { mostLetterDepth, mostLetterText } from '../../../shared/limits.ts';

/** Characters that are read at once: some milliseconds, after which other calls have their turn. */
const atOnce = 16_384;

const xslNamespace = 'http://www.w3.org/1999/XSL/Transform';

/**
 * Where a text is no well-formed XML; null where it is. It is only read: a document type is refused where it begins, so
 * that no entity is declared or expanded, and nothing that it names is fetched. Reading ends at the first fault: to find
 * a namespace the parser goes through all elements that are open, so deep ones must not go on. Rejects with the signal's reason.
 *
 * @param as a template also has to be XSL
 */
export async function xmlFaultOf(
  text: string,
  as: 'template' | 'sample',
  signal?: AbortSignal,
): Promise<XmlFault | null> {
  if (text.length > mostLetterText) return { why: 'tooLong', line: 1, column: 1, detail: '' };
  const parser = new SaxesParser({ xmlns: true });
  const found: { fault?: XmlFault } = {};
  let hasRoot = false;
  let depth = 0;
  const stop = (why: XmlFault['why'], detail = ''): never => {
    found.fault = { ...placeOf(text, Math.max(0, parser.position - 1)), why, detail };
    throw new Error(why);
  };
  parser.on('error', ({ message }) => stop('notWellFormed', message.replace(/^\d+:\d+: /, '')));
  parser.on('doctype', () => stop('documentType'));
  parser.on('opentag', ({ uri, local, attributes }) => {
    depth += 1;
    if (depth > mostLetterDepth) stop('tooDeep');
    if (hasRoot || as === 'sample') return;
    hasRoot = true;
    const isSheet = uri === xslNamespace && (local === 'stylesheet' || local === 'transform');
    // A letter may also be one element of the result, with the version of XSL on it.
    const isResult = Object.values(attributes).some(
      (one) => one.uri === xslNamespace && one.local === 'version',
    );
    if (!isSheet && !isResult) stop('notXsl');
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  // The document type has to be read to its end before it is told: where it begins is told before.
  const begins = text.slice(0, 100_000).search(/<!DOCTYPE/);
  if (begins >= 0 && isProlog(text.slice(0, begins))) {
    return { ...placeOf(text, begins), why: 'documentType', detail: '' };
  }
  try {
    for (let from = 0; from < text.length; from += atOnce) {
      signal?.throwIfAborted();
      parser.write(text.slice(from, from + atOnce));
      await setImmediate();
    }
    parser.close();
  } catch (error) {
    if (!found.fault) throw error;
  }
  return found.fault ?? null;
}

/** What may stand before a document type: the declaration, comments, instructions, blanks. */
const beforeType = /\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->/y;

/** Whether only that stands there. It is read once from its begin, however many comments are begun and not ended. */
function isProlog(text: string): boolean {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    beforeType.lastIndex = at;
    if (!beforeType.test(text)) return false;
    at = beforeType.lastIndex;
  }
  return true;
}

/** The line and column of an offset. A line ends with a line feed; the carriage return before it is the end of its text. */
function placeOf(text: string, offset: number): Pick<XmlFault, 'line' | 'column'> {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}
