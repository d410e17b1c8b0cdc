import type { FilePlace } from '../../../contract/invoice-import.ts';

/** A segment of an interchange: its elements after the tag, each with its components. */
export interface Segment {
  readonly tag: string;
  readonly elements: readonly (readonly string[])[];
  readonly place: FilePlace;
}

/** A component of a segment's element, both from 0; `''` where there is none. */
export const at = ({ elements }: Segment, element: number, component = 0): string =>
  elements[element]?.[component]?.trim() ?? '';

/** A message: from its UNH to its UNT. */
export interface Message {
  readonly header: Segment;
  readonly segments: readonly Segment[];
}

/** The segment with the first of these qualifiers that there is. */
export function preferred(
  segments: readonly Segment[],
  tag: string,
  qualifiers: readonly string[],
): Segment | undefined {
  return qualifiers
    .map((qualifier) => segments.find((segment) => segment.tag === tag && at(segment, 0) === qualifier))
    .find((segment) => segment !== undefined);
}

/** The day of a DTM, in the order of year, month, day. A month alone (610) is told with its first day. */
export function dayOf(segment: Segment): string {
  const text = at(segment, 0, 1);
  switch (at(segment, 0, 2)) {
    case '101':
      return `20${text}`;
    case '203':
    case '204':
      return text.slice(0, 8);
    case '610':
      return `${text}01`;
    default:
      return text;
  }
}
