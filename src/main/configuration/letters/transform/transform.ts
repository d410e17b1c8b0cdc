import { notRead, saidSoFar } from './confine.ts';
import { XmlDocument, XsltStylesheet } from 'libxslt-wasm';
import { registerAll } from 'libxslt-wasm/exslt';
import type { TransformMessage, TransformOrder } from './messages.ts';

/** No network, no external entity; entities are not replaced and no document type is loaded. */
const options = { noNet: true, noXxe: true };

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text.replace(/^\uFEFF/, ''));

/** What stands in a template to write a file of its own: the library ends at it without a word. */
const ownFile =
  /<(?:[\w.-]+:)?(?:document|output|write)\s[^<>]*?\b(?:href|file|select)\s*=\s*(["'])(.*?)\1/gs;

/** Applies a template to a record with libxslt, which browsers used: XSLT 1.0 with the usual extensions (EXSLT). */
export async function transform({ template, sample, longest }: TransformOrder): Promise<TransformMessage> {
  registerAll();
  const about = () => ({ said: saidSoFar(), notRead: notRead() });
  try {
    // A text in a message has no encoding any more, whatever its declaration says.
    const given = { options, encoding: 'UTF-8' as const };
    const sheet = await XsltStylesheet.from(bytesOf(template), given);
    const record = await XmlDocument.from(bytesOf(sample), given);
    const html = sheet.applyToString(await sheet.apply(record));
    if (html.length > longest) return { type: 'tooLarge' };
    return { type: 'made', html, ...about() };
  } catch (error) {
    const { said, notRead: named } = about();
    if (said !== '') return { type: 'failed', said, notRead: named };
    const written = [...template.matchAll(ownFile)].map(([, , name = '']) => name.slice(0, 500));
    if (written.length > 0) return { type: 'failed', said, notRead: [...named, ...written].slice(0, 20) };
    return { type: 'failed', said: String(error).slice(0, 500), notRead: named };
  }
}
