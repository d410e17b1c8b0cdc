import * as z from 'zod';

/** What is older than the knowledge of libraries says only whether it was the practice library. */
export function libraryOf(library: string, data: unknown): string {
  if (library !== '') return library;
  const { mode } = z.looseObject({ mode: z.string().optional() }).safeParse(data).data ?? {};
  return mode === undefined ? '' : `before-${mode}`;
}
