import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Cells, EditedRow, LostRow, TableView } from '../../../src/contract/configuration-tables.ts';
import { Failed } from '../../../src/main/failure.ts';
import { rowsOf, textOf } from '../../../src/service/read.ts';
import { rest } from '../support/lost.ts';
import { openTestStation, TestStation, until, type Window } from '../support/test-station.ts';
import { codeTable, opened, put, saveOf, untouched, withRow } from './tables.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-two-'));
afterAll(() => rmSync(folder, { recursive: true }));

const name = 'RequestCancellationReasons';
const rows = ['A', 'B', 'C', 'D'].map((code) => ({ code, description: 'before' }));

let nth = 0;
/** Two programs at one practice library, each with its own journal. */
async function two(): Promise<readonly [TestStation, TestStation]> {
  const one = await openTestStation(folder);
  nth += 1;
  const other = new TestStation(
    one.server,
    `${folder}/second-${String(nth)}.sqlite`,
    one.clock,
    one.currency,
  );
  onTestFinished(() => {
    other.domain.close();
    other.journal.close();
  });
  await put(one, name, rows);
  return [one, other];
}

/** Holds a program after each of its calls about a table: it goes on one call at a time. */
class Steps {
  readonly #station: TestStation;
  #held: (() => void) | null = null;
  #isDone = false;
  #save: Promise<readonly LostRow[] | null | 'conflict'> | null = null;

  constructor(station: TestStation) {
    this.#station = station;
  }

  begin(save: () => Promise<{ readonly readBack: readonly LostRow[] | null }>): void {
    const hold = (answer: unknown): Promise<unknown> =>
      new Promise((resolve) => {
        this.#held = () => resolve(answer);
      });
    this.#station.odd = { 'conf.codeTables.get': hold, 'conf.codeTables.update': hold };
    this.#save = save()
      .then(({ readBack }) => readBack)
      .catch((error: unknown) => {
        if (error instanceof Failed && error.failure.kind === 'conflict') return 'conflict' as const;
        throw error;
      })
      .finally(() => {
        this.#isDone = true;
      });
  }

  /** Its next call, until the service has answered it. */
  async next(begin: () => void): Promise<void> {
    if (!this.#save) begin();
    else {
      const release = this.#held;
      this.#held = null;
      release?.();
    }
    await until(() => this.#isDone || this.#held !== null);
  }

  async end(): Promise<readonly LostRow[] | null | 'conflict'> {
    this.#station.odd = {};
    this.#held?.();
    this.#held = null;
    if (!this.#save) throw new Error('it did not begin');
    return this.#save;
  }
}

/** All orders of three steps of one program and three of the other. */
function interleavings(ones: number, twos: number): string[] {
  if (ones + twos === 0) return [''];
  return [
    ...(ones > 0 ? interleavings(ones - 1, twos).map((rest) => `1${rest}`) : []),
    ...(twos > 0 ? interleavings(ones, twos - 1).map((rest) => `2${rest}`) : []),
  ];
}

/** What a librarian has saved: the rows as they are to be, by their code; null for one that was dropped. */
type Saved = ReadonlyMap<string, Cells | null>;

interface Person {
  readonly station: TestStation;
  readonly window: Window;
  readonly steps: Steps;
  readonly edit: (view: TableView) => EditedRow[];
  readonly wanted: Saved;
  view: TableView;
}

const cells = (code: string, description: string): Cells => [code, description, '', ''];

async function person(
  station: TestStation,
  edit: Person['edit'],
  wanted: Readonly<Record<string, string | null>>,
): Promise<Person> {
  const window = station.window();
  const view = await opened(window, name);
  const saved = new Map(
    Object.entries(wanted).map(([code, text]) => [code, text === null ? null : cells(code, text)]),
  );
  return { station, window, steps: new Steps(station), edit, wanted: saved, view };
}

const inTable = async (station: TestStation): Promise<Map<string, Cells>> =>
  new Map(
    rowsOf(await codeTable(station, name)).map(({ code, description }) => [
      textOf(code),
      cells(textOf(code), textOf(description)),
    ]),
  );

/** Puts back what was told as lost, by one act. */
async function putBack(window: Window, view: TableView): Promise<void> {
  const edited: EditedRow[] = untouched(view);
  for (const { what, row, saved } of view.lost.toSorted((one, other) => other.row - one.row)) {
    if (what === 'oursGone') edited.splice(row, 0, { from: null, cells: saved });
    else if (what === 'oursBack') edited.splice(row, 1);
    else edited[row] = { from: row, cells: saved };
  }
  await (await saveOf(window, view, edited)).save();
}

/** Lets both save in this order of their calls, and says whose save was refused because of the other's. */
async function play(people: readonly [Person, Person], order: string): Promise<Person[]> {
  const saves = await Promise.all(people.map(({ window, view, edit }) => saveOf(window, view, edit(view))));
  for (const step of order) {
    const index = Number(step) - 1;
    const one = people[index];
    const save = saves[index]?.save;
    if (!one || !save) throw new Error('nobody');
    await one.steps.next(() => one.steps.begin(() => save()));
  }
  const refused: Person[] = [];
  for (const one of people) if ((await one.steps.end()) === 'conflict') refused.push(one);
  return refused;
}

/** Each row that a person saved is in the table as it was saved, or that person is told when they open it again. */
async function nothingLostUntold(people: readonly Person[]): Promise<number> {
  let told = 0;
  for (const { station, window, wanted } of people) {
    const now = await inTable(station);
    const { lost } = await opened(window, name);
    told += lost.length;
    for (const [code, saved] of wanted) {
      const is = now.get(code) ?? null;
      const isTold = lost.some((one) => (one.saved ?? one.now)?.[0] === code);
      expect([code, isTold]).toEqual([code, JSON.stringify(is) !== JSON.stringify(saved)]);
    }
  }
  return told;
}

describe('two librarians save one table at once', () => {
  const orders = interleavings(3, 3);
  const outcomes = { told: 0, refused: 0, quiet: 0 };

  test.each(orders)('different rows, %s: no row is lost untold, and all are put back', async (order) => {
    const [one, other] = await two();
    const first = await person(
      one,
      (view) => [
        ...withRow(view, 0, { description: 'first' }).filter(({ from }) => from !== 2),
        { from: null, cells: cells('M', 'first') },
      ],
      { A: 'first', C: null, M: 'first' },
    );
    const second = await person(
      other,
      (view) => [{ from: null, cells: cells('N', 'second') }, ...withRow(view, 1, { description: 'second' })],
      { B: 'second', N: 'second' },
    );
    const people = [first, second] as const;
    const conflicts = await play(people, order);
    for (const refused of conflicts) {
      // The difference is shown again, with what the other has changed, and saved.
      await (await saveOf(refused.window, refused.view, refused.edit(refused.view))).save();
    }
    const told = await nothingLostUntold(people);
    if (told > 0) outcomes.told += 1;
    else if (conflicts.length > 0) outcomes.refused += 1;
    else outcomes.quiet += 1;
    for (const { window } of people) {
      const view = await opened(window, name);
      if (view.lost.length > 0) await putBack(window, view);
    }
    expect(await nothingLostUntold(people)).toBe(0);
    const now = await inTable(one);
    expect([...now.values()].toSorted()).toEqual([
      cells('A', 'first'),
      cells('B', 'second'),
      cells('D', 'before'),
      cells('M', 'first'),
      cells('N', 'second'),
    ]);
  });

  test.each(orders)('the same row, %s: one is asked, or told', async (order) => {
    const [one, other] = await two();
    const first = await person(one, (view) => withRow(view, 0, { description: 'first' }), { A: 'first' });
    const second = await person(other, (view) => withRow(view, 0, { description: 'second' }), {
      A: 'second',
    });
    const refused = await play([first, second], order);
    for (const { window, view, edit } of refused) {
      const { difference } = await saveOf(window, view, edit(view));
      expect(difference.conflicts.map(({ key }) => key)).toEqual(['A']);
    }
    const savers = [first, second].filter((one_) => !refused.includes(one_));
    await nothingLostUntold(savers);
    expect(refused.length + savers.length).toBe(2);
  });

  test('in some of these orders one overwrites the other, and in some it is noticed before', () => {
    expect(outcomes).toEqual({ told: 12, refused: 8, quiet: 0 });
  });
});

describe('one program is killed while it saves, and another saves then', () => {
  const kills = [1, 2, 3].flatMap(
    (calls) =>
      [
        [calls, 'before', 0],
        [calls, 'after', calls === 2 ? 1 : 0],
      ] as const,
  );

  test.each(kills)('after %i of its calls, looked up %s that', async (calls, when, asked) => {
    const [one, other] = await two();
    const first = await person(one, (view) => withRow(view, 0, { description: 'first' }), { A: 'first' });
    const second = await person(other, (view) => withRow(view, 1, { description: 'second' }), {
      B: 'second',
    });
    const { save } = await saveOf(first.window, first.view, first.edit(first.view));
    for (let made = 0; made < calls; made += 1) await first.steps.next(() => first.steps.begin(() => save()));
    one.odd = {};
    const saveSecond = async (): Promise<unknown> =>
      (await saveOf(second.window, second.view, second.edit(second.view))).save();
    if (when === 'after') await saveSecond();
    one.restart();
    if (when === 'before') {
      await rest(one);
      await saveSecond();
    }
    await rest(one);
    const window = one.window();
    // It was sent if it came to its second call, and then it happened. Nobody can tell once the other has saved.
    expect((await inTable(one)).get('A')?.[1]).toBe(calls > 1 ? 'first' : 'before');
    expect(await window.unclear()).toHaveLength(asked);
    expect((await opened(window, name)).lost).toEqual([]);
    await nothingLostUntold([second]);
  });
});

test('what is told is told until it is accepted, and what comes after that is told again', async () => {
  const [one, other] = await two();
  const window = one.window();
  const first = await opened(window, name);
  const { save } = await saveOf(window, first, withRow(first, 0, { description: 'ours' }));
  await save();
  await put(other, name, rows);
  const told = await opened(window, name);
  expect(told.lost).toMatchObject([
    { what: 'oursChanged', row: 0, saved: cells('A', 'ours'), now: cells('A', 'before') },
  ]);
  // It is told also after a save of something else, and by the next run of the program.
  await (await saveOf(window, told, withRow(told, 1, { description: 'ours too' }))).save();
  one.restart();
  const next = one.window();
  const again = await opened(next, name);
  expect(again.lost).toHaveLength(1);
  await next.ask('configuration.tables.acceptLost', { opened: again.opened });
  expect((await opened(next, name)).lost).toEqual([]);
  await put(other, name, rows.slice(2));
  expect((await opened(next, name)).lost).toMatchObject([
    { what: 'oursGone', saved: cells('B', 'ours too') },
  ]);
});

test('a row that was saved long ago and seen since is anybody’s to change', async () => {
  const [one, other] = await two();
  const window = one.window();
  const view = await opened(window, name);
  await (await saveOf(window, view, withRow(view, 0, { description: 'ours' }))).save();
  await one.clock.pass(11 * 60_000);
  expect((await opened(window, name)).lost).toEqual([]);
  await put(other, name, rows);
  expect((await opened(window, name)).lost).toEqual([]);
});
