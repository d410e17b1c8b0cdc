/** An identifier has to fit into a path. Ours. */
const LONGEST = 255;

/**
 * Whether a record of this identifier can be asked for: a path carries neither NUL nor half a character, and takes one
 * or two dots for a step.
 */
export function fitsIntoPath(identifier: string): boolean {
  return (
    identifier.length <= LONGEST &&
    !identifier.includes('\0') &&
    identifier.isWellFormed() &&
    !/^\.{1,2}$/.test(identifier)
  );
}
