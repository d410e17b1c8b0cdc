import type { Failure } from '../../contract/failure.ts';
import type { Command } from '../../service/endpoints.ts';
import { failureOf } from '../failure.ts';
import type { Clock, Log, Service, Standing } from '../ports.ts';
import type { SettledBy } from '../journal/port.ts';
import { doesCount, isConfirmed, isForPerson, pauseMs, type Timed } from './certainty.ts';
import type { Found } from './command.ts';
import { unclear } from './found.ts';
import type { CommandTable, Kept } from './table.ts';

/** What came of a command that was unclear: found by a read, or said by a person. */
export interface Cleared {
  readonly id: string;
  readonly happened: boolean;
  /** The record read, where a read found out. */
  readonly record: unknown;
}

/** An unclear command that is looked for. A look changes what was seen of it. */
export interface LookedFor extends Timed {
  readonly pending: Kept & { readonly library: string };
  /** A read may find the effect of another command that does the same: then only a person can say whose it is. */
  readonly mayBeAnothers?: boolean | undefined;
  lastFailure: Failure | null;
  seen: Timed['seen'];
  absentAt: number | null;
}

interface Parts {
  readonly standing: Standing;
  readonly clock: Clock;
  readonly log: Log;
  readonly table: CommandTable;
  readonly closing: AbortSignal;
  /** Whether it is still unclear. */
  readonly isHeld: (held: LookedFor) => boolean;
  /** It is known what came of it. */
  readonly onCleared: (cleared: Cleared, by: SettledBy) => void;
  /** Something else was seen of one. */
  readonly onChanged: () => void;
}

/** Looks for unclear commands at the service. It only reads: nothing is ever sent again. */
export class Looking {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Looks in the background until it is known, or no further look can tell, or the program ends. */
  async until(held: LookedFor): Promise<void> {
    const { standing, clock, closing, isHeld } = this.#parts;
    let failures = 0;
    try {
      while (isHeld(held) && !closing.aborted) {
        const service = await standing.service().catch(() => null);
        if (service?.library.id === held.pending.library) await this.once(held, service);
        if (!isHeld(held) || isForPerson(held, clock.monotonic())) break;
        failures = held.seen === 'notAsked' ? failures + 1 : 0;
        await clock.sleep(pauseMs(held, failures, clock.monotonic()), closing);
      }
    } catch {
      // The program ends: what is unclear stays in the journal.
    }
  }

  /** Looks once, and answers what is known of it then. */
  async once(held: LookedFor, service: Service): Promise<Found<Command>> {
    const { id } = held.pending;
    const { closing, clock, log, table, isHeld, onCleared, onChanged } = this.#parts;
    const began = clock.monotonic();
    try {
      const look = await table.lookUp(service.client, held.pending, closing);
      // Another look has settled it meanwhile. What this one found is true all the same.
      if (!isHeld(held)) return look.found === 'happened' ? look : unclear;
      if (look.found === 'happened' && held.mayBeAnothers !== true) {
        onCleared({ id, happened: true, record: look.record }, 'read');
        return look;
      }
      if (look.found === 'didNotHappen' && isOver(held, began)) {
        onCleared({ id, happened: false, record: null }, 'silence');
        return look;
      }
      held.seen = look.found === 'didNotHappen' ? 'notFound' : 'cannotTell';
      if (look.found !== 'didNotHappen') held.absentAt = null;
    } catch (error) {
      if (closing.aborted || !isHeld(held)) return unclear;
      held.seen = 'notAsked';
      held.lastFailure = failureOf(error, log);
    }
    onChanged();
    return unclear;
  }
}

/** Notes that a read did not find it; whether that is the second such read that counts. */
function isOver(held: LookedFor, began: number): boolean {
  if (!doesCount(held, began)) return false;
  held.absentAt ??= began;
  return isConfirmed(held, began);
}
