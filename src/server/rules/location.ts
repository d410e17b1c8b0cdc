import { codes, ours } from '../../service/codes.ts';
import { codeOf } from '../../service/read.ts';
import { type Library, Location, type WrittenLocation } from '../../service/shapes/config.ts';
import { fitsIntoPath } from './identifier.ts';
import { refused } from './refusal.ts';
import { mustHaveShape } from './shape.ts';

/**
 * A location is there or not: it has no states.
 *
 *     (none) ── POST ──> there: its code is new to the library (codes are unique per library), its type is known
 *     there ── PUT ────> there: replaced as a whole; its code stays
 *     there ── DELETE ─> (none): no item and no holding is in it, and it is not where its library puts what is new
 *
 * A desk that served a deleted location does not name it any more.
 *
 * Source: Configuration; Errors, 6; the rule of the default location is ours.
 */
export function locationToKeep(sent: WrittenLocation, library: string): Location {
  mustHaveShape(Location, sent);
  if (!fitsIntoPath(sent.code)) {
    throw refused(codes.parameterMissing, 'Parameter value invalid: code. No path can name such a location.');
  }
  return {
    ...sent,
    link: `/conf/libraries/${encodeURIComponent(library)}/locations/${encodeURIComponent(sent.code)}`,
  };
}

/** Refuses a body whose code is not the one that the path names: a location keeps its code. */
export function mustKeepCode(sent: WrittenLocation, code: string): void {
  if (sent.code === code) return;
  throw refused(codes.parameterMissing, `Parameter value invalid: code. A location keeps its code, ${code}.`);
}

/** Refuses to delete what something else rests on. */
export function mustBeUnused(code: string, facts: { hasItems: boolean; library: Library }): void {
  if (facts.hasItems) {
    throw refused(
      ours.locationInUse,
      `Location ${code} cannot be deleted: items or holdings are linked to it.`,
    );
  }
  if (codeOf(facts.library['default_location'] as Location['type']) === code) {
    throw refused(
      ours.locationInUse,
      `Location ${code} cannot be deleted: it is the default location of its library.`,
    );
  }
}
