import type { Elsewhere } from '../../contract/desk.ts';
import type { Journal, Standing } from '../ports.ts';

/** Tells of rows whether they belong to another library than the one that is connected, and to which. */
export function elsewhereIn(parts: {
  readonly standing: Pick<Standing, 'library'>;
  readonly journal: Pick<Journal, 'libraries'>;
}): (library: string) => Elsewhere | null {
  const here = parts.standing.library()?.id;
  const known = new Map(parts.journal.libraries().map(({ id, mode, name }) => [id, { mode, name }]));
  return (library) => (library === here ? null : (known.get(library) ?? { mode: 'institution', name: '' }));
}
