/**
 * Where in the code an error was thrown: the lines of its stack after its message. A message may quote a record or an
 * address, and lines of it may look like places.
 */
export function placesOf({ message, stack = '' }: Error): string[] {
  const at = stack.indexOf(message);
  // Of a message that was changed since, nobody can tell where the one in the stack ends.
  if (at === -1) return [];
  return stack
    .slice(at + message.length)
    .split('\n')
    .filter((line) => /^\s+at .+(?::\d+\)?|<anonymous>\)?|native\)?)$/.test(line))
    .map((line) => line.trim());
}
