import type { JournalView } from '../../src/contract/journal.ts';
import { isOpen } from '../../src/shared/scan-state.ts';
import type { Journal } from '../../src/main/journal/port.ts';
import type { InvoicePlans } from '../../src/main/invoices/plans.ts';
import type { Rows } from './damage.ts';
import type { Desk } from './desk.ts';
import type { Model, Wish } from './model.ts';
import type { Effect } from './network.ts';
import { boxFaults } from './oracle-boxes.ts';
import { dueFaults, keepFaults, takingsFaults } from './oracle-details.ts';
import { invoiceFaults } from './oracle-invoices.ts';
import { heldFaults } from './oracle-lanes.ts';
import { isAsRepeated, isHarmless, isThereAnyway, isUndone, putAgain } from './oracle-repeats.ts';
import { trolleyFaults } from './oracle-trolleys.ts';
import type { Intended } from './station.ts';

/** What must never be. */
export const wrongs = ['lost', 'doubled', 'elsewhere', 'toldWrongly', 'untold', 'defect'] as const;
export type Wrong = (typeof wrongs)[number];

export interface Fault {
  readonly wrong: Wrong;
  readonly what: string;
  /** The step it came of; 0 where none is known. */
  readonly step: number;
}

/** A workstation when all is over: what was put down there, and what its journal says of it. */
export interface SeenStation {
  readonly name: string;
  /** Every command that was ever put down, by its id. */
  readonly intended: ReadonlyMap<string, Intended>;
  readonly program: {
    readonly journal: Pick<Journal, 'entry' | 'atTill' | 'openSteps'>;
    readonly plans: Pick<InvoicePlans, 'list'>;
    /** What the program says of its journal. */
    readonly journalView: JournalView;
  } | null;
  readonly defects: readonly unknown[];
  /** What was done wrong to its journal or its keys. */
  readonly wrongs: readonly string[];
  /** Rows, or values of them, were lost with a damaged journal, and that was told. */
  readonly hasLost: boolean;
  isLost(table: keyof Rows, id: string): boolean;
  /** Which library the journal means by an id; null where the station has not learnt it. */
  nameOf(id: string | null): string | null;
}

/** Everything that there is to compare. */
export interface Seen {
  readonly model: Model;
  readonly effects: readonly Effect[];
  /** When requests left, by the workstation's name. */
  readonly sent: ReadonlyMap<string, readonly number[]>;
  readonly stations: readonly SeenStation[];
  readonly desks: readonly (readonly Desk[])[];
  readonly late: boolean;
  /** The notes of each order line, at a library. */
  notesAt(library: string): ReadonlyMap<string, readonly string[]>;
  /** The stations have to do with the same order lines: what one has just written another may overwrite. */
  readonly isShared: boolean;
  /** It may end before it is found out what came of everything: what waits for that is listed. */
  readonly mayWait: boolean;
}

/**
 * Compares, when all has come to rest, what the libraries did, what the journals say of it and what people were told.
 */
export function faultsOf(seen: Seen): { late: number; faults: Fault[] } {
  const faults: Fault[] = [];
  const byCommand = new Map<string, Effect[]>();
  for (const effect of seen.effects) {
    if (effect.command === null) {
      faults.push({ wrong: 'untold', what: `nobody put down ${effect.method} ${effect.target}`, step: 0 });
    } else byCommand.set(effect.command, [...(byCommand.get(effect.command) ?? []), effect]);
  }
  const again = putAgain(seen.effects, seen.stations);
  const done: Done = {
    byCommand,
    changedBy: (id) => (byCommand.get(id) ?? []).filter((effect) => !again.has(effect)),
  };
  for (const station of seen.stations) journalFaults(seen, station, done, faults);
  const late = toldFaults(seen, done, faults);
  wishFaults(seen, done, faults);
  scanFaults(seen, faults);
  const desks = seen.desks.flat();
  // Where rows were lost and that was told, what they were about may be anybody's guess.
  if (!seen.stations.some(({ hasLost }) => hasLost))
    faults.push(...dueFaults(seen, desks), ...keepFaults(seen.model, seen.effects, desks));
  for (const station of seen.stations) {
    faults.push(
      ...takingsFaults(
        station,
        desks.filter((desk) => desk.station.name === station.name),
      ),
    );
  }
  faults.push(...invoiceFaults(seen, byCommand), ...trolleyFaults(seen), ...boxFaults(seen, byCommand));
  faults.push(
    ...seen.model.tables.faults((name) => seen.stations.find((one) => one.name === name)?.hasLost === true),
  );
  for (const what of seen.model.wrongs) faults.push({ wrong: 'toldWrongly', what, step: 0 });
  for (const station of seen.stations) faults.push(...stationFaults(station), ...heldFaults(station, seen));
  for (const { name, defects } of seen.stations) {
    for (const defect of defects)
      faults.push({
        wrong: 'defect',
        what: `${name}: ${defect instanceof Error ? (defect.stack ?? '') : ''}`,
        step: 0,
      });
  }
  return { late, faults };
}

/** What the libraries did, by the command's id, and for one of them as far as it changed something. */
interface Done {
  readonly byCommand: ReadonlyMap<string, Effect[]>;
  readonly changedBy: (id: string) => readonly Effect[];
}

/** How its journal and its keys were treated, and whether all of it can be read now. */
function stationFaults({ name, wrongs, program, hasLost }: SeenStation): Fault[] {
  const faults = wrongs.map((what): Fault => ({ wrong: 'lost', what, step: 0 }));
  const view = program?.journalView;
  if (!hasLost && (view?.state !== 'open' || view.keys !== 'all' || view.unreadable > 0))
    faults.push({ wrong: 'lost', what: `the journal of ${name} stands as ${JSON.stringify(view)}`, step: 0 });
  return faults;
}

/** What was put down against what was done. */
function journalFaults(
  { model, late, stations, effects: all }: Seen,
  station: SeenStation,
  { byCommand, changedBy }: Done,
  faults: Fault[],
): void {
  for (const command of station.intended.values()) {
    const { id, operation, library: askedAt, noted, step } = command;
    const library = model.scannedAt.get(id) ?? askedAt;
    const answered = byCommand.get(id) ?? [];
    const effects = answered.filter(({ isVoid }) => !isVoid);
    const entry = station.program?.journal.entry(id) ?? null;
    const of = `${operation} ${id.slice(0, 8)} of ${station.name}`;
    const fault = (wrong: Wrong, what: string): void =>
      void faults.push({ wrong, what: `${of} ${what}`, step });
    if (effects.length > 1) fault('doubled', `was done ${effects.length} times`);
    for (const effect of effects) {
      if (library !== null && effect.library !== library)
        fault('elsewhere', `was asked for at ${library} and done at ${effect.library}`);
      const of = station.nameOf(noted);
      if (of !== null && effect.library !== of)
        fault('elsewhere', `is put down as ${of}'s and was done at ${effect.library}`);
    }
    if (!entry) {
      if (effects.length > 0 && !station.isLost('entries', id))
        fault('lost', 'was done, and the journal does not know of it');
      continue;
    }
    const { state } = entry;
    const isThere = isThereAnyway(station, id, byCommand, stations);
    if (state === 'accepted' && answered.length === 0 && !isThere)
      fault('lost', 'stands as done, and was not');
    const isNot = state === 'refused' || state === 'notSent';
    // What was lost with a damaged journal, and told of, may have been put down anew since.
    const isTold =
      isHarmless(operation) || isAsRepeated(station, command, byCommand) || station.isLost('entries', id);
    const changes = changedBy(id).filter(({ isVoid }) => !isVoid);
    if (isNot && changes.some((effect) => !isUndone(command, effect, all)) && !isTold)
      fault('toldWrongly', `stands as ${state}, and was done`);
    if (state === 'intended' || state === 'sent') fault('lost', `is ${state} for ever`);
    if (entry.settledBy === 'late' && !late && !isThere)
      fault('toldWrongly', 'was settled as not done, and was found later');
    if (entry.unreadable && !isToldUnreadable(station)) fault('lost', 'cannot be read any more');
  }
}

/** Values that a damaged journal has lost out of rows that were saved: so many are told of, and no more are there. */
function isToldUnreadable({ hasLost, intended, program }: SeenStation): boolean {
  if (!hasLost || program?.journalView.state !== 'open') return false;
  const { journal, journalView } = program;
  const there = [...intended.keys()].filter((id) => journal.entry(id)?.unreadable === true);
  return there.length <= journalView.unreadable;
}

/** What people were told against what was done. */
function toldFaults(
  { model, late, stations }: Seen,
  { byCommand, changedBy }: Done,
  faults: Fault[],
): number {
  let found = 0;
  for (const { id, wish, at, says, how, late: wasLate, crashed } of model.askings.values()) {
    const happened = byCommand.has(id);
    const of = `${wish.what} (${id.slice(0, 8)}) at ${wish.station}`;
    for (const { library } of byCommand.get(id) ?? []) {
      if (at !== null && library !== at) {
        faults.push({
          wrong: 'elsewhere',
          what: `${of}: asked for at ${at}, and done at ${library}`,
          step: 0,
        });
      }
    }
    const station = stations.find(({ name }) => name === wish.station);
    const there = station !== undefined && isThereAnyway(station, id, byCommand, stations);
    const request = station?.intended.has(id) === true || isMoney(wish);
    if (says === 'done' && !happened && !there && request && !how.includes('double')) {
      faults.push({ wrong: 'toldWrongly', what: `${of}: said done by ${how}, and was not`, step: 0 });
    }
    if (says === 'notDone' && changedBy(id).length > 0 && !wish.what.startsWith('return')) {
      faults.push({
        wrong: late ? 'untold' : 'toldWrongly',
        what: `${of}: said not done by ${how}, and was`,
        step: 0,
      });
    }
    if (wasLate) found += 1;
    if (wasLate && !late && !there)
      faults.push({ wrong: 'toldWrongly', what: `${of}: said not done, and later done`, step: 0 });
    if (says === null && !crashed && station?.hasLost !== true)
      faults.push({ wrong: 'lost', what: `${of}: nobody was told anything`, step: 0 });
  }
  return found;
}

/** What is never done already: nothing else can be meant by it than to do it. */
const isMoney = ({ what }: Wish): boolean => /^(?:pay|charge|split|waive|lend|receive)/.test(what);

/**
 * One wish, two effects: somebody was told to do again what was done. Where effects may come later than anybody can
 * wait for, one that was told afterwards is counted as late.
 */
function wishFaults({ model, late: mayBeLate }: Seen, { changedBy }: Done, faults: Fault[]): void {
  const perWish = new Map<object, string[]>();
  for (const { id, wish, late } of model.askings.values()) {
    if (changedBy(id).length > 0 && !(mayBeLate && late))
      perWish.set(wish, [...(perWish.get(wish) ?? []), id]);
  }
  for (const [wish, ids] of perWish) {
    if (ids.length > 1)
      faults.push({
        wrong: 'doubled',
        what: `${(wish as { what: string }).what}: done as ${ids.map((id) => id.slice(0, 8)).join(', ')}`,
        step: 0,
      });
  }
}

/** A scan that was taken stands somewhere, with what came of it. */
function scanFaults({ desks, stations }: Seen, faults: Fault[]): void {
  for (const desk of desks.flat()) {
    const station = stations.find(({ name }) => name === desk.station.name);
    for (const { id, state, text } of desk.scans.values()) {
      // One that went with a damaged journal is among the rows that were told as lost.
      if (isOpen({ state }) && !isElsewhere(desks, id) && station?.isLost('scans', id) !== true)
        faults.push({
          wrong: 'lost',
          what: `the scan of ${text} (${id.slice(0, 8)}) is ${state} for ever`,
          step: 0,
        });
    }
  }
}

/** Whether another window took it over and knows what came of it. */
const isElsewhere = (desks: readonly (readonly Desk[])[], id: string): boolean =>
  desks.flat().some(({ scans }) => {
    const state = scans.get(id)?.state;
    return state !== undefined && !isOpen({ state });
  });
