import * as z from 'zod';
import { mostLetterText } from '../shared/limits.ts';
import type { Accepted, Coded } from './common.ts';
import { Id, Intent } from './common.ts';
import { asks, type Call } from './define.ts';

/** A letter as it is listed. The service's list may be brief: what it does not say is null. */
export interface LetterEntry {
  /** Names it in a path; `''` for one that cannot be opened. */
  readonly code: string;
  readonly name: string;
  readonly enabled: boolean | null;
  readonly customized: boolean | null;
  readonly channel: Coded | null;
}

const Text = z.string().max(mostLetterText);

/** What can be changed in a letter. Its description is derived, and is never among it. Source: Configuration objects. */
const LetterForm = z.object({
  enabled: z.boolean(),
  customized: z.boolean(),
  /** A code; `''` where the letter has none. */
  channel: z.string().max(200),
  /** Null where the letter has none. */
  subject: Text.nullable(),
  body: Text.nullable(),
  /** The XSL template; null where the letter has none. */
  template: Text.nullable(),
});
export type LetterForm = z.output<typeof LetterForm>;
export type LetterField = keyof LetterForm;

/** A letter as it was before it was replaced from this workstation. */
export interface FormerLetter {
  readonly id: string;
  readonly at: string;
}

/** A letter that was opened. */
export interface LetterView {
  readonly code: string;
  readonly name: string;
  /** Only to be read: the service derives it. */
  readonly description: string;
  readonly form: LetterForm;
  readonly channel: Coded | null;
  /** Names the letter as it was read, all of it: `save` wants it. */
  readonly opened: string;
  /** The newest first. */
  readonly former: readonly FormerLetter[];
}

/** What keeps a text from being a template, with its place: line and column count from 1. */
export interface XmlFault {
  readonly why: 'notWellFormed' | 'documentType' | 'notXsl' | 'tooLong' | 'tooDeep';
  readonly line: number;
  readonly column: number;
  /** The parser's own words; `''` where there are none. */
  readonly detail: string;
}

/** What came of saving: the letter as it was read back. */
export interface LetterSaved extends Accepted<LetterView> {
  /** The fields that are not as they were sent; null where it could not be read back. */
  readonly notKept: readonly LetterField[] | null;
}

/** What a template makes of sample data. */
export type LetterPreview =
  | {
      readonly kind: 'made';
      readonly html: string;
      /** What the template or the processor said on the way. */
      readonly said: string;
      /** What the template asked for outside of itself: nothing of it was read. */
      readonly notRead: readonly string[];
    }
  | { readonly kind: 'fault'; readonly of: 'template' | 'sample'; readonly fault: XmlFault }
  | { readonly kind: 'failed'; readonly said: string; readonly notRead: readonly string[] }
  /** It was ended after so many seconds. */
  | { readonly kind: 'tooSlow'; readonly seconds: number }
  /** What it makes is longer, in characters. */
  | { readonly kind: 'tooLarge'; readonly most: number }
  /** Its process ended: it needed more memory than it may have. */
  | { readonly kind: 'ended' };

/** The letters to patrons. Source: Configuration. */
export const letters = {
  'configuration.letters.list': asks(z.object({})).answers<readonly LetterEntry[]>(),
  'configuration.letters.open': asks(z.object({ code: Id })).answers<LetterView>(),
  /** Whether a text can be a template: it is read, and nothing that it refers to is. Null: it can. */
  'configuration.letters.check': asks(z.object({ template: Text })).answers<XmlFault | null>(),
  /** Made in a process of its own, without network and files, within limits of time and memory. */
  'configuration.letters.preview': asks(z.object({ template: Text, sample: Text })).answers<LetterPreview>(),
  /**
   * Saves what was changed, by a read with nothing between it and the write. Fails with `conflict` where the letter is
   * not the one of `against` any more: the difference is to be shown again.
   */
  'configuration.letters.save': asks(
    z.object({ intent: Intent, code: Id, against: z.string().max(100), changes: LetterForm.partial() }),
  ).answers<LetterSaved>(),
  /** What a former letter said. */
  'configuration.letters.former': asks(z.object({ id: z.uuid() })).answers<LetterForm>(),
} satisfies Record<string, Call>;
