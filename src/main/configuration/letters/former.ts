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

/** The former letters of a library, the newest first. */
function* keptAt(journal: Deps['journal'], library: string): Generator<KeptRecord> {
  for (let before: number | null = null; ;) {
    const { records, next } = journal.keptPage(library, 'replaced', { before, most: page });
    yield* records;
    if (next === null) return;
    before = next;
  }
}

/** The former states of a letter, the newest first: of all that are kept, as many as are kept of one letter. */
export function formerLetters(
  { journal }: Pick<Deps, 'journal'>,
  library: string,
  code: string,
): readonly FormerLetter[] {
  const former: FormerLetter[] = [];
  for (const kept of keptAt(journal, library)) {
    if (formerOf(kept)?.code === code) former.push({ id: kept.id, at: kept.at });
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
  const tooMany: string[] = [];
  let [all, ofThis] = [0, 0];
  for (const kept of keptAt(journal, library)) {
    const isOfThis = formerOf(kept)?.code === code;
    all += 1;
    if (isOfThis) ofThis += 1;
    if (all > mostKept || (isOfThis && ofThis > mostFormer)) tooMany.push(kept.id);
  }
  for (const old of tooMany) journal.dropKept(old);
}

/** A former letter of this library. Throws `gone` where it is not kept any more. */
export function formerLetter({ journal }: Pick<Deps, 'journal'>, library: string, id: string): Letter {
  const kept = journal.keptOne(id);
  const former = kept?.library === library ? formerOf(kept) : null;
  if (!former) throw invalid('id', 'gone');
  return former.letter;
}
