import type { Locator } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { expectAccessible } from './accessible.ts';
import { openCarrel } from './app.ts';
import { Configuration } from './configuration-room.ts';
import { expect, test, type Service } from './fixtures.ts';
import { press, reach, write, writeOver } from './keyboard.ts';
import { setFaults, withFaults } from './with-faults.ts';

/** The section of the workflows as it is on screen. */
class Workflows extends Configuration {
  readonly id: Locator = this.page.getByRole('textbox', { name: m.workflows_id() });
  readonly parameters: Locator = this.page.getByRole('textbox', { name: m.workflows_parameters() });
  readonly run: Locator = this.page.getByRole('button', { name: m.workflows_run_ask(), exact: true });
  readonly runNow: Locator = this.question.getByRole('button', { name: m.workflows_run(), exact: true });
  readonly result: Locator = this.page.getByRole('status', { name: m.workflows_ran_title() });
  readonly runs: Locator = this.page
    .getByRole('grid', { name: m.workflows_runs() })
    .locator('tbody tr[data-key]');

  unclear(workflow: string): Locator {
    return this.page.getByRole('region', { name: m.workflows_unclear_of({ workflow }) });
  }

  /** Fills in the form, and asks to run it. */
  async ask(workflow: string, parameters = ''): Promise<void> {
    await reach(this.id);
    await writeOver(this.page, workflow);
    if (parameters) {
      await reach(this.parameters);
      await writeOver(this.page, parameters);
    }
    await reach(this.run, parameters ? 'Tab' : 'Tab');
    await press(this.page, 'Enter');
    await expect(this.question).toBeVisible();
  }

  async confirm(): Promise<void> {
    await reach(this.runNow);
    await press(this.page, 'Enter');
    await expect(this.question).toBeHidden();
  }
}

/** How often a patron was reminded: each run of the workflow counts, once a day. */
const instanceNow = async ({ client }: Service): Promise<number> =>
  Number((await client.call('conf.workflows.run', { path: { workflow_id: 'EXPIRE_HOLDS' } })).id);

test('is run by its id with parameters, after a question that says what follows from it', async ({
  carrel,
}) => {
  const { page } = carrel;
  const room = new Workflows(page);
  await room.go('workflows');
  await expect(page.getByText(m.workflows_none())).toBeVisible();
  await expectAccessible(page, 'workflows before any was run');
  await room.ask('OVERDUE_NOTICES', '{"library": "MAIN"}');
  await expect(room.question).toContainText(m.workflows_confirm({ workflow: 'OVERDUE_NOTICES' }));
  await expect(room.question).toContainText('{"library": "MAIN"}');
  await expect(room.question).toContainText(m.workflows_effects());
  // The safe answer is the one at hand.
  await expect(room.question.getByRole('button', { name: m.app_do_nothing() })).toBeFocused();
  await expectAccessible(page, 'the question before a workflow');
  await press(page, 'Escape');
  await expect(room.question).toBeHidden();
  await expect(page.getByText(m.workflows_none())).toBeVisible();

  await reach(room.run);
  await press(page, 'Enter');
  await room.confirm();
  await expect(room.result).toContainText('OVERDUE_NOTICES');
  await expect(room.result).toContainText('Completed');
  const id = await room.result.locator('strong.code').innerText();
  await reach(room.result.getByRole('button', { name: m.workflows_copy_id() }));
  await press(page, 'Enter');
  await expect(room.result.getByRole('button', { name: m.app_copied() })).toBeVisible();
  expect(await carrel.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(id);
  await expect(room.strip).toContainText(`${m.workflows_ran()} OVERDUE_NOTICES`);
  await expect(room.runs).toHaveCount(1);
  await expect(room.runs).toContainText(m.workflows_ran());
  await expectAccessible(page, 'a workflow that ran');
});

test('parameters are checked as they are typed, with the place of the fault', async ({ carrel, service }) => {
  const { page } = carrel;
  const room = new Workflows(page);
  const before = await instanceNow(service);
  await room.go('workflows');
  await reach(room.parameters);
  const error = page.getByTestId('field-error');
  for (const [text, words] of [
    ['{"a": 1 "b"}', m.workflows_json_fault({ line: '1', column: '9', what: m.workflows_json_comma() })],
    ['[1]', m.workflows_json_fault({ line: '1', column: '1', what: m.workflows_json_object() })],
    [
      '{"a": 12345678901234567890}',
      m.workflows_json_fault({ line: '1', column: '7', what: m.workflows_json_inexact() }),
    ],
  ] as const) {
    await writeOver(page, text);
    await expect(error).toHaveText(words);
    await expect(room.run).toBeDisabled();
  }
  await expectAccessible(page, 'parameters with a fault');
  await writeOver(page, '{"a": 1, "a": 2}');
  await expect(error).toBeHidden();
  await expect(page.getByText(m.workflows_json_twice({ names: 'a' }))).toBeVisible();
  // Without an id it says what is missing, and asks nothing.
  await reach(room.run);
  await press(page, 'Enter');
  await expect(error).toHaveText(m.workflows_id_missing());
  await expect(room.id).toBeFocused();
  await expect(room.question).toBeHidden();
  expect(await instanceNow(service)).toBe(before + 1);
});

test('one with a slash is asked for whole, and refused as what it names; one that is switched off too', async ({
  carrel,
}) => {
  const { page } = carrel;
  const room = new Workflows(page);
  await room.go('workflows');
  await room.ask('YEAR/END');
  await room.confirm();
  const alert = page.getByRole('form', { name: m.workflows_run_one() }).getByRole('alert');
  await expect(alert).toContainText(m.failures_conf_workflows_run_450001());
  await expect(alert).toContainText('YEAR/END');
  await expect(page.getByText(m.workflows_id_whole())).toBeVisible();
  await room.ask('YEAR_END');
  await room.confirm();
  await expect(alert).toContainText(m.failures_conf_workflows_run_450002());
  await room.ask('..');
  await room.confirm();
  await expect(page.getByTestId('field-error')).toBeVisible();
  await expect(room.runs).toHaveCount(2);
  await expect(room.runs.first()).toContainText(m.workflows_refused());
  await expectAccessible(page, 'a workflow that was refused');
});

test('of which no answer came is a question for a person, and does not run twice', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new Workflows(page);
  await room.go('workflows');
  const before = await instanceNow(service);
  await service.faults({ fault: 'drop-after', operation: 'conf.workflows.run', count: 1 });
  await room.ask('EXPIRE_HOLDS', '{"note": "first"}');
  await room.confirm();
  const question = room.unclear('EXPIRE_HOLDS');
  await expect(question).toContainText('"note": "first"');
  await expect(question.locator('time')).toBeVisible();
  await expect(question).toContainText(m.desk_ask_workflow_runs());
  await expect(room.run).toBeEnabled();
  await expect(room.runs.first()).toContainText(m.workflows_unclear());
  await expectAccessible(page, 'a workflow that is not confirmed');

  // A second run of the same is refused while that is open; it is not sent.
  await room.ask('EXPIRE_HOLDS');
  await room.confirm();
  const form = page.getByRole('form', { name: m.workflows_run_one() });
  await expect(form.getByRole('alert')).toContainText(m.failures_unsettled_what());
  await expect(question).toBeVisible();

  await reach(question.getByRole('button', { name: m.workflows_did_not_run() }));
  await press(page, 'Enter');
  await expect(room.question).toContainText('"note": "first"');
  await expectAccessible(page, 'deciding whether a workflow ran');
  await reach(room.question.getByRole('button', { name: m.workflows_did_not_run() }));
  await press(page, 'Enter');
  await expect(question).toBeHidden();
  await expect(room.runs.first()).toContainText(m.workflows_said_not());
  await room.ask('EXPIRE_HOLDS');
  await room.confirm();
  // The one without an answer did run; the one that was refused did not.
  await expect(room.result).toContainText(String(before + 2));
});

test('a former run is put into the form, and runs only when it is asked for', async ({ carrel, service }) => {
  const { page } = carrel;
  const room = new Workflows(page);
  await room.go('workflows');
  await room.ask('OVERDUE_NOTICES', '{"library": "SCI"}');
  await room.confirm();
  await expect(room.result).toBeVisible();
  const before = await instanceNow(service);
  await reach(room.id, 'Shift+Tab');
  await writeOver(page, 'X');
  // What was run here is offered by its id.
  await reach(
    page.getByRole('group', { name: m.workflows_known() }).getByRole('button', { name: 'OVERDUE_NOTICES' }),
  );
  await press(page, 'Enter');
  await expect(room.id).toHaveValue('OVERDUE_NOTICES');
  await writeOver(page, 'X');
  await reach(room.parameters);
  await writeOver(page, '{}');
  await reach(room.runs.first());
  await press(page, 'Enter');
  await expectAccessible(page, 'the details of a run');
  await reach(page.getByRole('button', { name: m.workflows_take_up() }));
  await press(page, 'Enter');
  await expect(room.id).toHaveValue('OVERDUE_NOTICES');
  await expect(room.id).toBeFocused();
  await expect(room.parameters).toHaveValue('{\n  "library": "SCI"\n}');
  await expect(room.question).toBeHidden();
  expect(await instanceNow(service)).toBe(before + 1);
});

test('slow says so, can be left waiting, and is then not confirmed', async ({ carrel, service }) => {
  const { page } = carrel;
  const room = new Workflows(page);
  await service.faults({ fault: 'delay', ms: 60_000, operation: 'conf.workflows.run', count: 1 });
  await room.go('workflows');
  await room.ask('EXPIRE_HOLDS');
  await room.confirm();
  await expect(page.getByText(m.workflows_waiting())).toBeVisible();
  await expect(room.id).toBeDisabled();
  await reach(page.getByRole('button', { name: m.lists_stop_waiting() }));
  await press(page, 'Enter');
  const question = room.unclear('EXPIRE_HOLDS');
  await expect(question).toBeVisible();
  await reach(question.getByRole('button', { name: m.workflows_did_run() }));
  await press(page, 'Enter');
  await reach(room.question.getByRole('button', { name: m.workflows_did_run() }));
  await press(page, 'Enter');
  await expect(room.runs.first()).toContainText(m.workflows_said_ran());
});

test('an unclear run is still the question after the program was started again', async () => {
  const { mkdtemp, rm } = await import('node:fs/promises');
  const userData = await mkdtemp('/tmp/carrel-workflows-');
  {
    await using carrel = await openCarrel({ env: withFaults, userData });
    const room = new Workflows(carrel.page);
    await setFaults(carrel, { fault: 'drop-after', operation: 'conf.workflows.run', count: 1 });
    await room.go('workflows');
    await room.ask('EXPIRE_HOLDS', '{"kept": true}');
    await room.confirm();
    await expect(room.unclear('EXPIRE_HOLDS')).toBeVisible();
  }
  {
    await using carrel = await openCarrel({ env: withFaults, userData });
    const room = new Workflows(carrel.page);
    // The desk has no parameters to decide by: it leads to where they are.
    const name = m.desk_unclear({ shown: '1' });
    await reach(carrel.page.getByRole('button', { name }));
    await press(carrel.page, 'Enter');
    const list = carrel.page.getByRole('region', { name });
    await expect(list).toContainText('EXPIRE_HOLDS');
    await expect(list.getByRole('button', { name: m.desk_happened() })).toHaveCount(0);
    const section = m.configuration_section_workflows();
    await reach(list.getByRole('button', { name: m.configuration_key_section({ section }) }));
    await press(carrel.page, 'Enter');
    await expect(room.unclear('EXPIRE_HOLDS')).toContainText('"kept": true');
    await reach(room.id);
    await write(carrel.page, 'EXPIRE_HOLDS');
    await reach(room.run);
    await press(carrel.page, 'Enter');
    await room.confirm();
    await expect(
      carrel.page.getByRole('form', { name: m.workflows_run_one() }).getByRole('alert'),
    ).toContainText(m.failures_unsettled_what());
  }
  await rm(userData, { recursive: true, force: true });
});
