import type { Chance } from '../chance.ts';
import { pause, type Desk } from '../desk.ts';

/** What a person does at a desk. Nothing of it throws; where the program dies under it, it never ends. */
export type Act = (desk: Desk, chance: Chance) => Promise<void>;

/**
 * Has something done until it is done or they give up: who is told that nothing happened does it again, and who is told
 * that nobody knows has it looked up. `ask` answers the id under which it was asked for.
 */
export async function until(desk: Desk, chance: Chance, ask: () => Promise<string>): Promise<void> {
  for (let tries = 1; tries <= 3; tries += 1) {
    const id = await ask();
    for (let look = 0; look < 2 && desk.says(id) === 'unknown'; look += 1) {
      await pause(chance.between(2000, 100_000));
      await desk.lookAgain(id);
    }
    if (desk.says(id) !== 'notDone' || chance.happens(0.3)) return;
    await pause(chance.between(500, 60_000));
  }
}
