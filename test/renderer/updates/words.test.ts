import { describe, expect, it } from 'vitest';
import type { UpdatesView } from '../../../src/contract/updates.ts';
import { m } from '../../../src/messages/compiled/messages.js';
import { overdueOf, stateOf } from '../../../src/renderer/updates/words.ts';

const view: UpdatesView = {
  ...{ by: 'itself', version: '0.1.0', mode: 'automatic', state: 'ready', progress: 0, trouble: null },
  newer: { version: '0.2.0', since: '2026-11-01T12:00:00Z', isOverdue: true },
  ...{ waitsFor: 'idle', checkedAt: null, log: [] },
};
const date = 'Nov 1, 2026';
const version = '0.2.0';
const overdue = (given: Partial<UpdatesView>) => overdueOf({ ...view, ...given }, date);

describe('an update that waits for too long says what can be done', () => {
  it.each([
    ['not looked for in this run', { state: 'idle' }, m.updates_overdue_look({ version, date })],
    ['to be downloaded', { state: 'available' }, m.updates_overdue_download({ date })],
    ['on its way', { state: 'downloading' }, m.updates_overdue_wait({ date })],
    ['for a person', { waitsFor: 'person' }, m.updates_overdue_ask({ date })],
    ['for its hours', { waitsFor: 'window' }, m.updates_overdue_ask({ date })],
    ['for a desk in use', { waitsFor: 'desk' }, m.updates_overdue({ date })],
    ['for ten minutes', { waitsFor: 'idle' }, m.updates_overdue({ date })],
    ['for what is not confirmed', { waitsFor: 'clarity' }, m.updates_overdue_wait({ date })],
    ['for IT', { by: 'machine', state: 'available' }, m.updates_overdue_it({ version, date })],
  ] as const)('%s', (_, given, words) => {
    expect(overdue(given)).toBe(words);
  });
});

it('after a look that came to nothing, it is not said that nobody looked', () => {
  expect(stateOf({ ...view, state: 'idle' }).word).toBe(m.updates_idle());
  expect(stateOf({ ...view, state: 'idle', trouble: 'altered' }).word).toBe(m.updates_unknown());
});
