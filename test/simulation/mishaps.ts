import type { Chance } from './chance.ts';
import type { Desk } from './desk.ts';
import type { Model } from './model.ts';
import type { Workstation } from './station.ts';

/** What befalls a workstation beside the usual mishaps. */
export const otherMishaps = ['close', 'leave'] as const;
export type OtherMishap = (typeof otherMishaps)[number];

/** Whom it befalls. */
export interface Befallen {
  readonly station: Workstation;
  readonly desk: Desk;
  readonly model: Model;
  readonly chance: Chance;
  /** Somebody starts the program again, after so many milliseconds. */
  startAgain(ms: number): void;
}

export function befall(mishap: OtherMishap, { station, desk, model, chance, startAgain }: Befallen): void {
  switch (mishap) {
    case 'close':
      // Whoever connects the station waits to see where it stands.
      if (station.library !== null) desk.close(chance.between(10, 60_000));
      break;
    case 'leave':
      if (!station.program) break;
      model.died(station.name);
      station.end();
      startAgain(chance.between(1000, 120_000));
  }
}
