import * as z from 'zod';
import type { FormerLetter } from '../../../contract/configuration-letters.ts';
import { Letter } from '../../../service/shapes/letter.ts';
import type { Deps } from '../../deps.ts';
import { invalid } from '../../failure.ts';
import type { KeptRecord } from '../../journal/port.ts';

/** How many former states of one letter are kept. */
const mostFormer = 10;
/** How many of all letters of a library together: more than ten of each of its letters. The oldest are dropped. */
const mostKept = 3000;
/** So many are read from the journal at a time: a template is long. */
const page = 50;

/** A former letter in the journal, marked as one. */
const Former = z.object({ type: z.literal('letter'), code: z.string(), letter: Letter });

type FormerDeps = Pick<Deps, 'journal' | 'clock'>;

const formerOf = ({ data }: KeptRecord): z.output<typeof Former> | null =>
  Former.safeParse(data).data ?? null;

/** The former letters of a library that come after so many newer ones, the newest first. */
function* keptAfter(journal: Deps['journal'], library: string, skip: number): Generator<KeptRecord> {
  for (let from = skip; ; from += page) {
    const found = journal.kept(library, 'replaced', page, from);
    yield* found;
    if (found.length < page) return;
  }
}

/** The former states of a letter, the newest first, without so many. */
function* keptOf(journal: Deps['journal'], library: string, code: string, skip = 0): Generator<KeptRecord> {
  let found = 0;
  for (const kept of keptAfter(journal, library, 0)) {
    if (formerOf(kept)?.code !== code) continue;
    if (found >= skip) yield kept;
    found += 1;
  }
}

/** The former states of a letter, the newest first: of all that are kept, as many as are kept of one letter. */
export function formerLetters(
  { journal }: Pick<Deps, 'journal'>,
  library: string,
  code: string,
): readonly FormerLetter[] {
  const former: FormerLetter[] = [];
  for (const { id, at } of keptOf(journal, library, code)) {
    former.push({ id, at });
    if (former.length === mostFormer) break;
  }
  return former;
}

/** Keeps a letter as it is before it is replaced: so it can be put back, also by a later run. */
export function keepFormer(
  { journal, clock }: FormerDeps,
  { id, library, code, letter }: { id: string; library: string; code: string; letter: Letter },
): void {
  journal.keep({
    ...{ id, kind: 'replaced', library, at: clock.now().toISOString() },
    data: { type: 'letter', code, letter } satisfies z.input<typeof Former>,
  });
  const tooMany = [...keptOf(journal, library, code, mostFormer), ...keptAfter(journal, library, mostKept)];
  for (const old of tooMany) journal.dropKept(old.id);
}

/** A former letter of this library. Throws `gone` where it is not kept any more. */
export function formerLetter({ journal }: Pick<Deps, 'journal'>, library: string, id: string): Letter {
  const kept = journal.keptOne(id);
  const former = kept?.library === library ? formerOf(kept) : null;
  if (!former) throw invalid('id', 'gone');
  return former.letter;
}
