import { onTestFinished } from 'vitest';
import { type Library, startLibrary } from './harness.ts';

/** A library in which it is whatever time a test says, until the test is over. */
export async function timed(
  start: string,
): Promise<{ library: Library; at: (moment: string | number) => void }> {
  let now = Date.parse(start);
  const library = await startLibrary({ now: () => new Date(now) });
  onTestFinished(() => library.close());
  return { library, at: (moment) => (now = new Date(moment).getTime()) };
}
