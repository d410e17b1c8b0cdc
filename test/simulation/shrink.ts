import type { Fault } from './oracle.ts';
import type { Script, Step } from './script.ts';
import { World, type Outcome, type Stage } from './world.ts';

/** How often a history is played again to find a shorter one. */
const mostTries = 120;

/** What kind of fault it is, whoever it happens to. */
export const kindOf = ({ wrong, what }: Fault): string => `${wrong} ${what.split(' ')[0] ?? ''}`;

/**
 * The fewest steps that still show a fault of this kind, as far as leaving out halves, quarters and single steps finds
 * them: what is dealt out to a step depends on that step alone.
 */
export async function shortest(
  script: Script,
  stage: Stage,
  kind: string,
): Promise<Outcome & { steps: readonly Step[] }> {
  const shows = async (steps: readonly Step[]): Promise<boolean> => {
    const { faults } = await World.play({ ...script, steps }, stage, false);
    return faults.some((fault) => kindOf(fault) === kind);
  };
  let steps = script.steps;
  let tries = 0;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < steps.length && tries < mostTries; tries += 1) {
      const fewer = [...steps.slice(0, at), ...steps.slice(at + size)];
      if (await shows(fewer)) steps = fewer;
      else at += size;
    }
  }
  return { ...(await World.play({ ...script, steps }, stage, true)), steps };
}
