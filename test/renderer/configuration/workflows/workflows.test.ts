import { expect, test, vi } from 'vitest';
import { Shell } from '../../../../src/renderer/app/shell.svelte.ts';
import { Workflows } from '../../../../src/renderer/configuration/workflows/workflows.svelte.ts';
import { main, settled } from '../../support/main.ts';
import { away, unknown } from '../../support/views.ts';

vi.stubGlobal('document', { querySelector: () => null });
vi.stubGlobal('requestIdleCallback', () => 0);

test('parameters that were not sent are still asked about before the window closes', async () => {
  const workflows = new Shell().stateOf(Workflows);
  workflows.workflow = 'YEAR_END';
  workflows.parameters = '{"year": 2026}';
  expect([workflows.isUnsaved, workflows.ask()]).toEqual([true, true]);
  void workflows.run();
  await settled();
  await main.open('configuration.workflows.run').fail(away);
  expect(workflows.isUnsaved).toBe(true);
  workflows.ask();
  void workflows.run();
  await settled();
  // A second yes to the same question is none.
  void workflows.run();
  await main.open('configuration.workflows.run').fail(unknown);
  expect([workflows.isUnsaved, main.times('configuration.workflows.run')]).toEqual([false, 2]);
});
