/** What is called. `empty` is the server's route that does nothing: HTTP, the key and the answer. */
export const kinds = [
  'empty',
  'user',
  'loan',
  'item by barcode',
  'item',
  'search',
  'search by initial',
] as const;
export type Kind = (typeof kinds)[number];

export interface Sizes {
  readonly patrons: number;
  readonly items: number;
}
