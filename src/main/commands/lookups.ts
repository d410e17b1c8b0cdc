import type { Failure } from '../../contract/failure.ts';
import type { Command } from '../../service/endpoints.ts';
import { failureOf } from '../failure.ts';
import type { Clock, Log, Service, Connection } from '../ports.ts';
import type { SettledBy } from '../journal/port.ts';
import { doesCount, isConfirmed, isForPerson, pauseMs, type LookupTiming } from './certainty.ts';
import type { Resolution } from './command.ts';
import { unclear } from './resolutions.ts';
import type { CommandTable, JournaledCommand } from './table.ts';

/** The outcome of a command that was unclear: found by a read, or decided by the user. */
export interface ResolvedCommand {
  readonly id: string;
  readonly happened: boolean;
  /** The record, if a read found it; null if the user decided. */
  readonly record: unknown;
}

/** An unclear command that is looked up. A lookup updates `seen`, `absentAt` and `lastFailure`. */
export interface LookupTarget extends LookupTiming {
  readonly pending: JournaledCommand & { readonly library: string };
  /** A read may find the effect of another command that does the same: only a person can decide whose it is. */
  readonly isAmbiguous?: boolean | undefined;
  lastFailure: Failure | null;
  seen: LookupTiming['seen'];
  absentAt: number | null;
}

interface LookupDeps {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly log: Log;
  readonly table: CommandTable;
  readonly closing: AbortSignal;
  /** Whether the command is still unclear. */
  readonly isUnclear: (target: LookupTarget) => boolean;
  /** Called when the outcome is known. */
  readonly onResolved: (resolved: ResolvedCommand, by: SettledBy) => void;
  /** Called when a lookup had another result than before. */
  readonly onChanged: () => void;
}

/** Looks up unclear commands at the service. It only reads: nothing is ever sent again. */
export class Lookups {
  readonly #deps: LookupDeps;

  constructor(deps: LookupDeps) {
    this.#deps = deps;
  }

  /**
   * Looks a command up in the background until its outcome is known, or no further read can decide, or the program
   * ends.
   */
  async lookUpUntilKnown(target: LookupTarget): Promise<void> {
    const { connection, clock, closing, isUnclear } = this.#deps;
    let failures = 0;
    try {
      while (isUnclear(target) && !closing.aborted) {
        const service = await connection.service().catch(() => null);
        if (service?.library.id === target.pending.library) await this.lookUpOnce(target, service);
        if (!isUnclear(target) || isForPerson(target, clock.monotonic())) break;
        failures = target.seen === 'notAsked' ? failures + 1 : 0;
        await clock.sleep(pauseMs(target, failures, clock.monotonic()), closing);
      }
    } catch {
      // The program ends: the command stays unclear in the journal.
    }
  }

  /** Looks a command up once, and returns what is known about it then. */
  async lookUpOnce(target: LookupTarget, service: Service): Promise<Resolution<Command>> {
    const { id } = target.pending;
    const { closing, clock, log, table, isUnclear, onResolved, onChanged } = this.#deps;
    const startedAt = clock.monotonic();
    try {
      const resolution = await table.lookUp(service.client, target.pending, closing);
      // Another lookup has settled it meanwhile. If this one found the effect, that is still true.
      if (!isUnclear(target)) return resolution.found === 'happened' ? resolution : unclear;
      if (resolution.found === 'happened' && target.isAmbiguous !== true) {
        onResolved({ id, happened: true, record: resolution.record }, 'read');
        return resolution;
      }
      if (resolution.found === 'didNotHappen' && isConfirmedAbsent(target, startedAt)) {
        onResolved({ id, happened: false, record: null }, 'silence');
        return resolution;
      }
      target.seen = resolution.found === 'didNotHappen' ? 'notFound' : 'cannotTell';
      if (resolution.found !== 'didNotHappen') target.absentAt = null;
    } catch (error) {
      if (closing.aborted || !isUnclear(target)) return unclear;
      target.seen = 'notAsked';
      target.lastFailure = failureOf(error, log);
    }
    onChanged();
    return unclear;
  }
}

/** Notes a read that did not find the effect. Returns whether it is the second one that counts. */
function isConfirmedAbsent(target: LookupTarget, startedAt: number): boolean {
  if (!doesCount(target, startedAt)) return false;
  target.absentAt ??= startedAt;
  return isConfirmed(target, startedAt);
}
