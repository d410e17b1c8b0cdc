import Parser from 'edifact/parser.js';
import type { Charset, FilePlace } from '../../../contract/invoice-import.ts';
import { isUtf8 } from '../../records/charset.ts';
import type { Segment } from './segments.ts';

/** An interchange, as far as it could be read. */
export interface Interchange {
  readonly segments: readonly Segment[];
  /** Where it could not be read further; null where its end was reached. */
  readonly broken: {
    readonly reason: 'truncated' | 'notASegment';
    readonly place: FilePlace;
    readonly text: string;
  } | null;
}

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

/**
 * The parser takes these three, as separators, for signs of the regular expressions that it makes: for it they are
 * replaced by characters that are in no text.
 */
const awkward = ['^', ']', '\\'] as const;
const standIn = { '^': '\ue000', ']': '\ue001', '\\': '\ue002' } as const;

/** Says that there is no release character, where it stands for one in UNA. It is in no text. */
const noRelease = '\u001a';

/**
 * Reads the segments of an interchange, in whatever separators it says (UNA). Line ends between and within segments
 * mean nothing.
 */
export function readInterchange(whole: string): Interchange {
  let text = whole.trimStart().replace(/^(UNA...) /s, `$1${noRelease}`);
  const replaced = awkward.filter((one) => text.startsWith('UNA') && text.slice(3, 9).includes(one));
  for (const one of replaced) text = text.replaceAll(one, standIn[one]);
  const reader = new SegmentReader((value) =>
    replaced.reduce((plain, one) => plain.replaceAll(standIn[one], one), value),
  );
  return {
    broken: reader.read(text),
    segments: reader.segments,
  };
}

class SegmentReader {
  readonly segments: Segment[] = [];
  readonly #parser = new Parser();
  #tag = '';
  #elements: string[][] = [];

  /** @param plain gives a value back as it is in the file */
  constructor(plain: (value: string) => string) {
    const parser = this.#parser;
    // Any character: which table the file is in has been settled before.
    parser.encoding('UNOY');
    parser.onopensegment = (tag) => {
      this.#tag = tag;
      this.#elements = [];
      if (tag.length !== 3) throw new Error('the tag of a segment has three letters');
    };
    parser.onelement = () => void this.#elements.push([]);
    parser.oncomponent = (data) => void this.#elements.at(-1)?.push(plain(data));
    parser.onclosesegment = () => {
      this.segments.push({ tag: this.#tag, elements: this.#elements, place: this.#next() });
      this.#tag = '';
    };
  }

  /** Answers why the interchange could not be read to its end; null if it was. */
  read(text: string): Interchange['broken'] {
    try {
      this.#parser.write(text);
    } catch {
      return { reason: 'notASegment', place: this.#next(), text: this.#tag };
    }
    try {
      this.#parser.end();
      return null;
    } catch {
      return { reason: 'truncated', place: this.#next(), text: this.#tag };
    }
  }

  #next(): FilePlace {
    return { line: this.segments.length + 1, segment: this.#tag };
  }
}
