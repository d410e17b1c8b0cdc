import type { Deps } from '../deps.ts';
import type { HandlersOf } from '../router.ts';
import { keepLateAnswers } from './late-answers.ts';
import { createLending, findLending, lendingChoices, type OnTheirWay, readAgain } from './lending.ts';
import { decideLost, listMade } from './made.ts';

/** Lending requests for partners. */
export function lendingHandlers(deps: Deps): HandlersOf<'lending'> {
  keepLateAnswers(deps);
  const onTheirWay: OnTheirWay = new Map();
  return {
    'lending.choices': (_input, { signal }) => lendingChoices(deps, signal),
    'lending.create': (input, { signal }) => createLending({ ...deps, onTheirWay }, input, signal),
    'lending.list': async () => listMade(deps, (await deps.connection.service()).library.id),
    'lending.decideLost': async ({ id, happened }) => {
      decideLost(deps, (await deps.connection.service()).library.id, id, happened);
      return null;
    },
    'lending.readAgain': (input, { report, signal }) => readAgain(deps, input, report, signal),
    'lending.find': (input, { signal }) => findLending(deps, input, signal),
    'lending.citation': async ({ text }) => {
      // The parsers of citations are read in when the first one is pasted: they are large.
      const { readCitations } = await import('./citations.ts');
      return readCitations(text);
    },
  };
}
