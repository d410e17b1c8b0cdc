import { expect, test } from 'vitest';
import { OpenJob } from '../../../src/renderer/invoices/open-job.svelte.ts';
import { main } from '../support/main.ts';
import { jobOf, lineOf } from './jobs.ts';

test('what is sent while it is read again is said not to have begun: nothing that was typed is lost', async () => {
  const line = lineOf({ state: 'toDo' });
  const job = new OpenJob(jobOf({ draftLines: [line] }), () => undefined);
  void job.load();
  expect(await job.correct(0, line.draft)).toMatchObject({ kind: 'invalid', reason: 'notNow' });
  expect(main.times('invoices.correctLine')).toBe(0);
  await main.open('invoices.job').answer(jobOf({ draftLines: [line] }));
  void job.correct(0, line.draft);
  expect(main.times('invoices.correctLine')).toBe(1);
});
