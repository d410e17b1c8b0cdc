import { expect, test } from 'vitest';
import { journalUntil } from '../../../src/main/commands/closing-journal.ts';
import type { Journal } from '../../../src/main/journal/port.ts';

type Name = keyof Journal;

/** A journal that notes what it was asked, and answers each question with something of its own. */
function noting() {
  const requests: unknown[] = [];
  const journal = new Proxy({} as Journal, {
    get:
      (_, name) =>
      (...inputs: unknown[]) => {
        requests.push([name, ...inputs]);
        return `answer of ${String(name)}`;
      },
  });
  return { request: requests, journal };
}

/** What each answers once the program has ended; `refuses` where it would have to do something that is not kept. */
const afterwards: Readonly<Record<Name, unknown>> = {
  ...{ intend: 'refuses', sent: 'refuses', settle: undefined, entry: null, doneIn: [], unsettled: [] },
  ...{
    notFound: [],
    rechecked: undefined,
    overtaken: undefined,
    late: [],
    acknowledgeLate: 'refuses',
    libraries: [],
  },
  ...{ keepLibrary: 'refuses', marks: 'answer of marks', atTill: [], closeTills: 'refuses', openTills: [] },
  ...{ saveScan: undefined, openScans: [], endSession: undefined, saveStep: 'refuses', openSteps: [] },
  ...{ updateStep: undefined, endSteps: undefined, madeAt: [], close: 'answer of close' },
  ...{
    keep: 'refuses',
    kept: [],
    tillsOf: new Map(),
    keptPage: { records: [], next: null },
    keptOne: null,
    scanOutcomes: { scans: [], last: null },
    firstScan: null,
    dropKept: undefined,
  },
};
const names = Object.keys(afterwards) as Name[];
const inputs = ['one', 'two', 'three'];
const ask = (journal: Journal, name: Name): unknown =>
  (journal[name] as (...all: readonly unknown[]) => unknown)(...inputs);

test.each(names)('%s is the journal’s while the program runs', (name) => {
  const { request, journal } = noting();
  const answer = ask(journalUntil(new AbortController().signal, journal), name);
  const [[called, ...all]] = request as [[unknown, ...unknown[]]];
  expect([request.length, called]).toEqual([1, name]);
  expect(all).toEqual(inputs.slice(0, all.length));
  expect(all).toHaveLength(journalUntil(new AbortController().signal, journal)[name].length);
  if (answer !== undefined) expect(answer).toBe(`answer of ${name}`);
  else expect(['refuses', undefined]).toContain(afterwards[name]);
});

test.each(names)('%s finds it closed once the program has ended, and changes nothing', (name) => {
  const { request, journal } = noting();
  const ending = new AbortController();
  const closed = journalUntil(ending.signal, journal);
  ending.abort(new Error('it has ended'));
  if (afterwards[name] === 'refuses') expect(() => ask(closed, name)).toThrow('it has ended');
  else expect(ask(closed, name)).toEqual(afterwards[name]);
  expect(request).toHaveLength(name === 'marks' || name === 'close' ? 1 : 0);
});
