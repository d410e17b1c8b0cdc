import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Input } from '../../../src/contract/index.ts';
import { openTestStation, elsewhere, until } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-workflows-'));
afterAll(() => rmSync(folder, { recursive: true }));

const wanted = (
  workflow: string,
  parameters = '',
  intent: string = randomUUID(),
): Input<'configuration.workflows.run'> => ({ intent, workflow, parameters });

describe('a workflow', () => {
  test('is run with its parameters, and says the id and the status of its instance', async () => {
    const station = await openTestStation(folder);
    const window = station.window();
    const run = await window.ask(
      'configuration.workflows.run',
      wanted(' OVERDUE_NOTICES ', '{"library": "MAIN"}'),
    );
    expect(run).toMatchObject({
      workflow: 'OVERDUE_NOTICES',
      parameters: '{\n  "library": "MAIN"\n}',
      state: 'ran',
      instance: { id: '5200000001', status: { code: 'COMPLETED', label: 'Completed' } },
    });
    expect(run.instance?.fields.map(({ name }) => name)).toContain('result');
    const [listed] = await window.ask('configuration.workflows.runs', {});
    expect(listed).toEqual(run);
    station.restart();
    const [later] = await station.window().ask('configuration.workflows.runs', {});
    expect(later).toEqual({ ...run, instance: null });
  });

  test('without parameters sends none', async () => {
    const station = await openTestStation(folder);
    const window = station.window();
    const run = await window.ask('configuration.workflows.run', wanted('EXPIRE_HOLDS', ' \n '));
    expect(run).toMatchObject({ state: 'ran', parameters: '' });
    expect(station.intended.get(run.id)?.payload).toEqual({ path: { workflow_id: 'EXPIRE_HOLDS' } });
  });

  test('with a slash in its id is one part of the path, and refused as the workflow it names', async () => {
    const station = await openTestStation(folder);
    const window = station.window();
    for (const id of ['LAW/YEAR END', '../letters', 'a?b=c#d', 'רשומות/א']) {
      expect(await window.failure('configuration.workflows.run', wanted(id))).toMatchObject({
        kind: 'refused',
        code: '450001',
        message: `Workflow not found: ${id}.`,
      });
    }
  });

  test.each([
    ['', '', { field: 'workflow', reason: 'required' }],
    ['a\u0000b', '', { field: 'workflow', reason: 'controlCharacters' }],
    ['a\nb', '', { field: 'workflow', reason: 'controlCharacters' }],
    ['x'.repeat(300), '', { field: 'workflow', reason: 'tooLong' }],
    ['..', '', { field: 'workflow', reason: 'malformed' }],
    ['OVERDUE_NOTICES', '{"library": }', { field: 'parameters', reason: 'malformed', detail: '1:13' }],
    ['OVERDUE_NOTICES', '[]', { field: 'parameters', reason: 'malformed', detail: '1:1' }],
    ['OVERDUE_NOTICES', `{"a": "${'x'.repeat(200_000)}"}`, { field: 'parameters', reason: 'tooLong' }],
  ])('%j with %.30j is not sent', async (workflow, parameters, problem) => {
    const station = await openTestStation(folder);
    const window = station.window();
    const failure = await window.failure('configuration.workflows.run', wanted(workflow, parameters));
    expect(failure).toMatchObject({ kind: 'invalid', ...problem });
    expect(await window.ask('configuration.workflows.runs', {})).toEqual([]);
  });

  test('that is refused is listed as refused, with the reason', async () => {
    const station = await openTestStation(folder);
    const window = station.window();
    const failure = await window.failure('configuration.workflows.run', wanted('YEAR_END'));
    expect(failure).toMatchObject({ kind: 'refused', code: '450002' });
    const runs = await window.ask('configuration.workflows.runs', {});
    expect(runs).toMatchObject([{ workflow: 'YEAR_END', state: 'refused', failure }]);
  });

  test('of which no answer came is a person’s to decide, and does not run again until then', async () => {
    const station = await openTestStation(folder);
    const window = station.window();
    await station.faults({ operation: 'conf.workflows.run', fault: 'drop-after', count: 1 });
    const first = wanted('EXPIRE_HOLDS', '{"n": 1}');
    const failure = await window.failure('configuration.workflows.run', first);
    expect(failure).toMatchObject({ kind: 'unknown-outcome', journalId: first.intent });
    expect(await window.unclear()).toMatchObject([
      { id: first.intent, about: 'EXPIRE_HOLDS', askPerson: 'noListOfWorkflowRuns', until: null },
    ]);
    const again = await window.failure('configuration.workflows.run', wanted('EXPIRE_HOLDS'));
    expect(again).toMatchObject({ kind: 'unsettled', journalId: first.intent });
    // Another one has nothing to do with it.
    await window.ask('configuration.workflows.run', wanted('OVERDUE_NOTICES'));
    // Neither a restart nor the same click runs it again.
    station.restart();
    const later = station.window();
    expect(await later.failure('configuration.workflows.run', wanted('EXPIRE_HOLDS'))).toMatchObject({
      kind: 'unsettled',
    });
    expect(await later.failure('configuration.workflows.run', first)).toMatchObject({
      kind: 'invalid',
      reason: 'alreadySent',
    });
    const [, unclear] = await later.ask('configuration.workflows.runs', {});
    expect(unclear).toMatchObject({ state: 'unclear', parameters: '{\n  "n": 1\n}' });
    await later.ask('desk.decide', { id: first.intent, happened: false });
    const run = await later.ask('configuration.workflows.run', wanted('EXPIRE_HOLDS'));
    // The run without an answer was the first; the refused ones made no instance.
    expect(run.instance?.id).toBe('5200000003');
    const runs = await later.ask('configuration.workflows.runs', {});
    expect(runs.map(({ state }) => state)).toEqual(['ran', 'ran', 'saidNotToHaveRun']);
  });

  test('asked for by two windows at once is run once', async () => {
    const station = await openTestStation(folder);
    await station.faults({ operation: 'conf.workflows.run', fault: 'delay', ms: 300, count: 1 });
    const [one, other] = [station.window(), station.window()];
    const results = await Promise.all([
      one.ask('configuration.workflows.run', wanted('EXPIRE_HOLDS')),
      other.failure('configuration.workflows.run', wanted('EXPIRE_HOLDS')),
    ]);
    expect(results).toMatchObject([{ state: 'ran' }, { kind: 'unsettled' }]);
  });

  test('that is stopped while it is on its way is not confirmed', async () => {
    const station = await openTestStation(folder);
    const window = station.window();
    await station.faults({ operation: 'conf.workflows.run', fault: 'delay', ms: 1000, count: 1 });
    const stop = new AbortController();
    const failing = window.failure('configuration.workflows.run', wanted('EXPIRE_HOLDS'), {
      signal: stop.signal,
    });
    await until(() => station.journal.unsettled().some(({ state }) => state === 'sent'));
    stop.abort();
    expect(await failing).toMatchObject({ kind: 'unknown-outcome' });
    expect(await window.failure('configuration.workflows.run', wanted('EXPIRE_HOLDS'))).toMatchObject({
      kind: 'unsettled',
    });
    // Its answer comes after all, and nothing else says what it says.
    await until(() => station.journal.unsettled().length === 0);
    const [run] = await window.ask('configuration.workflows.runs', {});
    expect(run).toMatchObject({ state: 'ran', instance: { status: { code: 'COMPLETED' } } });
  });

  test('of another library is not among those of this one', async () => {
    const station = await openTestStation(folder);
    await station.window().ask('configuration.workflows.run', wanted('EXPIRE_HOLDS'));
    station.library = elsewhere;
    expect(await station.window().ask('configuration.workflows.runs', {})).toEqual([]);
  });
});
