import type { Chance } from './chance.ts';
import { after } from './clock.ts';
import type { Desk } from './desk.ts';
import type { Model } from './model.ts';
import type { Lock, Workstation } from './station.ts';

/** What befalls a workstation beside the usual mishaps. */
export const otherMishaps = ['close', 'leave', 'sealed', 'damage', 'newer'] as const;
export type OtherMishap = (typeof otherMishaps)[number];

/** Whom it befalls. */
export interface Befallen {
  readonly station: Workstation;
  readonly desk: Desk;
  readonly model: Model;
  readonly chance: Chance;
  /** Somebody starts the program again, after so many milliseconds. */
  readonly startAgain: (ms: number) => void;
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
      break;
    case 'sealed':
      // It starts with a keychain that is locked, gone or slow, and that comes back a while later.
      if (!station.program) break;
      station.lock = chance.pick<Lock>(['locked', 'refusing', 'gone', 'slow']);
      model.died(station.name);
      station.stop();
      startAgain(chance.between(500, 10_000));
      after(chance.between(20_000, 600_000), () => {
        station.lock = 'open';
      });
      break;
    case 'damage':
      if (!station.program) break;
      model.died(station.name);
      station.stop();
      station.damage(chance);
      startAgain(chance.between(500, 60_000));
      break;
    case 'newer':
      if (!station.program) break;
      model.died(station.name);
      station.stop();
      station.getNewer(chance.between(20_000, 200_000));
      startAgain(chance.between(500, 10_000));
  }
}
