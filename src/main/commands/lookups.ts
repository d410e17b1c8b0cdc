import type { Failure } from '../../contract/failure.ts';
import type { Command } from '../../service/endpoints.ts';
import { failureOf } from '../failure.ts';
import type { Clock, Log, Service, Connection } from '../ports.ts';
import type { SettledBy } from '../journal/port.ts';
import { doesCount, isConfirmed, isForPerson, pauseMs, type Timed } from './certainty.ts';
import type { Resolution } from './command.ts';
import { unclear } from './found.ts';
import type { CommandTable, JournaledCommand } from './table.ts';

/** What came of a command that was unclear: found by a read, or said by a person. */
export interface Resolved {
  readonly id: string;
  readonly happened: boolean;
  /** The record read, where a read found out. */
  readonly record: unknown;
}

/** An unclear command that is looked for. A look changes what was seen of it. */
export interface LookupTarget extends Timed {
  readonly pending: JournaledCommand & { readonly library: string };
  /** A read may find the effect of another command that does the same: then only a person can say whose it is. */
  readonly mayBeAnothers?: boolean | undefined;
  lastFailure: Failure | null;
  seen: Timed['seen'];
  absentAt: number | null;
}

interface LookupDeps {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly log: Log;
  readonly table: CommandTable;
  readonly closing: AbortSignal;
  /** Whether it is still unclear. */
  readonly isHeld: (held: LookupTarget) => boolean;
  /** It is known what came of it. */
  readonly onResolved: (cleared: Resolved, by: SettledBy) => void;
  /** Something else was seen of one. */
  readonly onChanged: () => void;
}

/** Looks for unclear commands at the service. It only reads: nothing is ever sent again. */
export class Lookups {
  readonly #deps: LookupDeps;

  constructor(deps: LookupDeps) {
    this.#deps = deps;
  }

  /** Looks in the background until it is known, or no further look can tell, or the program ends. */
  async until(held: LookupTarget): Promise<void> {
    const { connection, clock, closing, isHeld } = this.#deps;
    let failures = 0;
    try {
      while (isHeld(held) && !closing.aborted) {
        const service = await connection.service().catch(() => null);
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
  async once(held: LookupTarget, service: Service): Promise<Resolution<Command>> {
    const { id } = held.pending;
    const { closing, clock, log, table, isHeld, onResolved, onChanged } = this.#deps;
    const began = clock.monotonic();
    try {
      const look = await table.lookUp(service.client, held.pending, closing);
      // Another look has settled it meanwhile. What this one found is true all the same.
      if (!isHeld(held)) return look.found === 'happened' ? look : unclear;
      if (look.found === 'happened' && held.mayBeAnothers !== true) {
        onResolved({ id, happened: true, record: look.record }, 'read');
        return look;
      }
      if (look.found === 'didNotHappen' && isOver(held, began)) {
        onResolved({ id, happened: false, record: null }, 'silence');
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
function isOver(held: LookupTarget, began: number): boolean {
  if (!doesCount(held, began)) return false;
  held.absentAt ??= began;
  return isConfirmed(held, began);
}
