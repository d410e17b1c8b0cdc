import * as z from 'zod';
import type { FormerLetter } from '../../../contract/configuration-letters.ts';
import { Letter } from '../../../service/shapes/letter.ts';
import type { Deps } from '../../deps.ts';
import { invalid } from '../../failure.ts';
import type { KeptRecord } from '../../journal/port.ts';

/** How many former states of one letter are kept. */
const mostFormer = 10;
/** Looked through for them: the newest, of all letters. */
const mostKept = 300;

/** A former letter in the journal, marked as one. */
const Former = z.object({ type: z.literal('letter'), code: z.string(), letter: Letter });

type FormerDeps = Pick<Deps, 'journal' | 'clock'>;

const formerOf = ({ data }: KeptRecord): z.output<typeof Former> | null =>
  Former.safeParse(data).data ?? null;

/** The former states of a letter, the newest first. */
export const formerLetters = (
  { journal }: Pick<Deps, 'journal'>,
  library: string,
  code: string,
): readonly FormerLetter[] =>
  journal
    .kept(library, 'replaced', mostKept)
    .filter((kept) => formerOf(kept)?.code === code)
    .map(({ id, at }) => ({ id, at }));

/** Keeps a letter as it is before it is replaced: so it can be put back, also by a later run. */
export function keepFormer(
  { journal, clock }: FormerDeps,
  { id, library, code, letter }: { id: string; library: string; code: string; letter: Letter },
): void {
  journal.keep({
    ...{ id, kind: 'replaced', library, at: clock.now().toISOString() },
    data: { type: 'letter', code, letter } satisfies z.input<typeof Former>,
  });
  for (const { id: old } of formerLetters({ journal }, library, code).slice(mostFormer))
    journal.dropKept(old);
}

/** A former letter of this library. Throws `gone` where it is not kept any more. */
export function formerLetter({ journal }: Pick<Deps, 'journal'>, library: string, id: string): Letter {
  const kept = journal.keptOne(id);
  const former = kept?.library === library ? formerOf(kept) : null;
  if (!former) throw invalid('id', 'gone');
  return former.letter;
}
