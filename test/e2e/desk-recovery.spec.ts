import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel } from './app.ts';
import { Desk } from './desk.ts';
import { loseRows } from './journals.ts';
import { press, reach } from './keyboard.ts';
import { withFaults, setFaults } from './with-faults.ts';

test(
  'killed with scans open: the list is there again, and what was not done says so',
  { tag: '@smoke:day' },
  async () => {
    test.setTimeout(810_000);
    const userData = await mkdtemp(path.join(tmpdir(), 'carrel-kill-'));
    try {
      const first = await openCarrel({ userData, env: withFaults });
      const before = new Desk(first.page);
      await before.open(code('patronNothing'), 'Grace Okafor');
      await before.scanned(code('itemFree1'), 'Lent', 'The Overstory');
      await setFaults(first, { fault: 'delay', ms: 60_000, operation: 'users.loans.create' });
      for (const item of ['itemFree2', 'itemFree3', 'itemFree4'] as const) await before.scan(code(item));
      await expect(before.row('Sent', code('itemFree2'))).toBeVisible();
      await expect(before.row('Waiting', code('itemFree4'))).toBeVisible();
      const ended = new Promise((resolve) => first.app.process().once('exit', resolve));
      first.app.process().kill('SIGKILL');
      await ended;

      await using again = await openCarrel({ userData });
      const after = new Desk(again.page);
      await expect(after.rows).toHaveCount(5);
      await expect(after.page.getByText('5 scans from before Carrel stopped')).toBeVisible();
      const mark = 'from before';
      await expect(after.row('The Overstory', 'Lent', mark)).toBeVisible();
      await expect(after.row(code('itemFree3'), 'Dropped', mark)).toBeVisible();
      await expect(after.row(code('itemFree4'), 'Dropped', mark)).toBeVisible();
      // It was at the service, and may be under way there still: nobody knows.
      const sent = after.row(code('itemFree2'), mark);
      await expect(sent).toContainText('No answer: it may have gone through');
      await expectAccessible(after.page, 'scans from before the program was killed');

      const about = /1 not confirmed/;
      await reach(after.page.getByRole('button', { name: about }));
      await press(after.page, 'Enter');
      const list = after.page.getByRole('region', { name: about });
      await expect(list).toContainText(code('itemFree2'));
      await reach(list.getByRole('button', { name: 'It did not happen' }));
      await press(after.page, 'Enter');
      const question = after.page.getByRole('alertdialog');
      await reach(question.getByRole('button', { name: 'It did not happen' }));
      await press(after.page, 'Enter');
      await expect(list).toHaveCount(0);
      await expect(sent).toContainText('Not done');
      await after.page.keyboard.press('F10');
      await expect(after.rows).toHaveCount(0);
      await after.open(code('patronNothing'), 'Grace Okafor');
      await after.scanned(code('itemFree2'), 'Lent', 'Invisible Cities');
    } finally {
      await rm(userData, { recursive: true, force: true });
    }
  },
);

test('rows of the journal were lost: a book that may have been lent is not known, and what was refused after all says so', async () => {
  test.setTimeout(810_000);
  const userData = await mkdtemp(path.join(tmpdir(), 'carrel-lost-rows-'));
  try {
    await using first = await openCarrel({ userData, env: withFaults });
    const before = new Desk(first.page);
    await before.open(code('patronNothing'), 'Grace Okafor');
    await before.scanned(code('itemFree1'), 'Lent', 'The Overstory');
    await before.scanned(code('itemReference'), 'Refused');
    await first.close();
    loseRows(path.join(userData, 'journal.sqlite'));

    await using again = await openCarrel({ userData });
    const after = new Desk(again.page);
    const lent = after.row(code('itemFree1'), 'Not confirmed', 'from before');
    await expect(lent).toContainText('No answer: it may have gone through');
    await reach(lent.getByRole('button', { name: 'Details' }));
    await press(after.page, 'Enter');
    await expect(lent.getByRole('alert')).toContainText(
      'Check the item or the patron’s loans before repeating.',
    );
    const about = /1 turned out otherwise/;
    await reach(after.page.getByRole('button', { name: about }));
    await press(after.page, 'Enter');
    const list = after.page.getByRole('region', { name: about });
    await expect(list).toContainText('Refused after all');
    await expectAccessible(after.page, 'what was refused after all');
    await reach(list.getByRole('button', { name: 'Seen' }));
    await press(after.page, 'Enter');
    await expect(list).toHaveCount(0);
  } finally {
    await rm(userData, { recursive: true, force: true });
  }
});
