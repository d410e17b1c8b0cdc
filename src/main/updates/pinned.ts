// Replaced when main is built (electron.vite.config.ts).
declare const carrelUpdateFeed: string | undefined;
declare const carrelUpdateKeys: string | undefined;

/** Where the feed is, and the public keys that it is signed with; without both this copy is not updated. */
export interface Pinned {
  readonly feed: string;
  /** Two, so that one can be replaced. Base64 of their DER. */
  readonly keys: readonly string[];
}

/** What was built in. */
export const pinned: Pinned = {
  feed: typeof carrelUpdateFeed === 'string' ? carrelUpdateFeed : '',
  keys: (typeof carrelUpdateKeys === 'string' ? carrelUpdateKeys : '')
    .split(/[\s,]+/)
    .filter((key) => key !== ''),
};
