import type { Charset, FilePlace } from '../../../contract/invoice-import.ts';
import { isUtf8 } from './charset.ts';
import type { Segment } from './segments.ts';

/** An interchange, as far as it could be read. */
export interface Interchange {
  readonly segments: readonly Segment[];
  readonly decimal: 'point' | 'comma';
  /** Where it could not be read further; null where its end was reached. */
  readonly broken: { readonly reason: 'truncated' | 'notASegment'; readonly place: FilePlace; readonly text: string } | null;
}

/** The characters that have a meaning, unless the interchange begins with others (UNA). Source: ISO 9735. */
const usual = ":+.? '";

/** Whether a text begins as an interchange does. */
export const isEdifact = (text: string): boolean => /^\s*(UNA.{6}\s*)?UNB./s.test(text.slice(0, 200));

/** The tables of characters, by the syntax identifier of UNB. UNOA and UNOB are plain letters. Source: ISO 9735. */
const charsetsOfSyntax: Readonly<Record<string, Charset>> = {
  UNOD: 'iso-8859-2',
  UNOE: 'iso-8859-5',
  UNOF: 'iso-8859-7',
  // Hebrew: the letters of Windows-1255 have the same places.
  UNOJ: 'windows-1255',
  UNOW: 'utf-8',
  UNOY: 'utf-8',
};

/** How an interchange is written: as its UNB says, unless it is UTF-8, which many send under any name. */
export function charsetOfInterchange(bytes: Uint8Array): Charset {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 200));
  const syntax = /UNB.(UN[A-Z]{2})/s.exec(start)?.[1] ?? '';
  if (isUtf8(bytes)) return 'utf-8';
  return charsetsOfSyntax[syntax] ?? 'windows-1252';
}

/** Reads the segments of an interchange: its separators, its characters that are released, and where it ends. */
export function readInterchange(whole: string): Interchange {
  const text = whole.trimStart();
  const hasUna = text.startsWith('UNA');
  const [component, element, decimal, release, , terminator] = Array.from(
    hasUna ? text.slice(3, 9) : usual,
  );
  const reader = new SegmentReader();
  let broken: Interchange['broken'] = null;
  for (let at = hasUna ? 9 : 0; at < text.length && broken === null; at += 1) {
    const character = text.charAt(at);
    if (character === release && release !== ' ') {
      at += 1;
      reader.add(text.charAt(at));
    } else if (character === terminator) broken = reader.endSegment();
    else if (character === element) reader.endElement();
    else if (character === component) reader.endComponent();
    // Many senders break lines between segments, and some within them.
    else if (character !== '\r' && character !== '\n') reader.add(character);
  }
  return {
    segments: reader.segments,
    decimal: decimal === ',' ? 'comma' : 'point',
    broken: broken ?? reader.unfinished(),
  };
}

class SegmentReader {
  readonly segments: Segment[] = [];
  #elements: string[][] = [];
  #components: string[] = [];
  #value = '';

  add(character: string): void {
    this.#value += character;
  }

  endComponent(): void {
    this.#components.push(this.#value);
    this.#value = '';
  }

  endElement(): void {
    this.endComponent();
    this.#elements.push(this.#components);
    this.#components = [];
  }

  /** Answers why the interchange cannot be read further, if what ends here is no segment. */
  endSegment(): Interchange['broken'] {
    this.endElement();
    const [[tag = ''] = [], ...elements] = this.#elements;
    const name = tag.trim();
    const place = { line: this.segments.length + 1, segment: name.slice(0, 3) };
    if (!/^[A-Z][A-Z\d]{2}$/.test(name)) return { reason: 'notASegment', place, text: name };
    this.segments.push({ tag: name, elements, place });
    this.#elements = [];
    return null;
  }

  /** What was begun and has no end. */
  unfinished(): Interchange['broken'] {
    const rest = [...this.#elements.flat(), ...this.#components, this.#value];
    if (rest.join('').trim() === '') return null;
    const [tag = ''] = rest;
    const segment = tag.trim().slice(0, 3);
    return { reason: 'truncated', place: { line: this.segments.length + 1, segment }, text: segment };
  }
}
