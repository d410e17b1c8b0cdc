/** What a refusal means at the desk, and what to do about it. */
export interface RefusalText {
  readonly what: () => string;
  readonly todo: () => string;
}

/**
 * By operation and code: the same code means different things in different places. Named one by one, so that only
 * what is used is bundled; the values of the codes are in `src/service/codes.ts`.
 */
export type Refusals = Readonly<Record<string, Readonly<Record<string, RefusalText>>>>;

/** What a refused operation leaves undone. */
export type UndoneTexts = Readonly<Record<string, () => string>>;
