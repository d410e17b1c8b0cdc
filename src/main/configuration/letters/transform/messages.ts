/**
 * What main and the process of the preview say to each other. Types only: the process is a bundle of its own, with as
 * little in it as can be. Main parses what comes out of it.
 */

/** Apply a template to a record. Both were read by main, and have no document type. */
export interface TransformOrder {
  readonly template: string;
  readonly sample: string;
  /** The most characters that the letter may come to. */
  readonly longest: number;
}

/** What the library said of it, and what the template asked for outside of itself. */
interface About {
  readonly said: string;
  readonly notRead: readonly string[];
}

/** `ready`: it begins now. Its time is measured from there: a busy machine is slow to start a process. */
export type TransformMessage =
  | { readonly type: 'ready' }
  | ({ readonly type: 'made'; readonly html: string } & About)
  | { readonly type: 'tooLarge' }
  | ({ readonly type: 'failed' } & About);
