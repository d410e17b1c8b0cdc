/** A part of a line: words, words that matter, or what is typed as it stands. */
export interface Piece {
  readonly as: 'words' | 'strong' | 'code';
  readonly text: string;
}
export type Line = readonly Piece[];

/** A part of a page, in the order of the page. Whatever else Markdown knows is refused when the program is built. */
export type Block =
  /** `depth` is 1 for the page's own title. */
  | { readonly kind: 'heading'; readonly depth: number; readonly text: string }
  | { readonly kind: 'text'; readonly line: Line }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly Line[] }
  /** `name` is what tests call it by: the second word after the fence. */
  | { readonly kind: 'code'; readonly language: string; readonly name: string; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly Line[]; readonly rows: readonly (readonly Line[])[] };

/** A document in Markdown: as it was written, and in its parts. */
export interface Page {
  readonly text: string;
  readonly blocks: readonly Block[];
}
