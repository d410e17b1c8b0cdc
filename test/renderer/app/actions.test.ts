import { describe, expect, test } from 'vitest';
import { atOnce, Registry, type Action } from '../../../src/renderer/app/actions.svelte.ts';
import { away } from '../support/views.ts';

const act = (id: string, group: Action['group'], more: Partial<Action> = {}): Action => ({
  ...{ id, group, where: 'everywhere', label: () => id },
  run: () => Promise.resolve(null),
  ...more,
});

describe('everything that can be asked of the window', () => {
  test('is in the order of its groups, for as long as it was added', () => {
    const acts = new Registry(() => Promise.resolve([]));
    const end = acts.add([act('rooms', 'rooms'), act('loans', 'loans')]);
    acts.add([act('desk', 'desk'), act('more loans', 'loans')]);
    expect(acts.all.map(({ id }) => id)).toEqual(['desk', 'loans', 'more loans', 'rooms']);
    end();
    expect(acts.all.map(({ id }) => id)).toEqual(['desk', 'more loans']);
  });

  test('is loaded once', async () => {
    let loads = 0;
    const acts = new Registry(() => {
      loads += 1;
      return Promise.resolve([act('rest', 'desk')]);
    });
    await Promise.all([acts.load(), acts.load()]);
    await acts.load();
    expect(loads).toBe(1);
    expect(acts.all.map(({ id }) => id)).toEqual(['rest']);
  });
});

describe('a command barcode', () => {
  const done: string[] = [];
  const does = (id: string, more: Partial<Action>): Action =>
    act(id, 'desk', { command: 'END', run: atOnce(() => void done.push(id)), ...more });

  test('does what is said to be of the room it was scanned in, before what is of every room', async () => {
    const acts = new Registry(() =>
      Promise.resolve([does('everywhere', {}), does('receiving', { commandRoom: 'receiving' })]),
    );
    done.length = 0;
    expect(await acts.command('END', 'receiving')).toBeNull();
    expect(await acts.command('END', 'desk')).toBeNull();
    expect(done).toEqual(['receiving', 'everywhere']);
  });

  test('that cannot be done is not done, and says why', async () => {
    const acts = new Registry(() => Promise.resolve([does('end', { condition: () => 'Nobody is here.' })]));
    done.length = 0;
    expect(await acts.command('END', 'desk')).toBe('Nobody is here.');
    expect(await acts.command('SEEN', 'desk')).toBe('');
    expect(done).toEqual([]);
  });

  test('that failed says why', async () => {
    const acts = new Registry(() => Promise.resolve([does('end', { run: () => Promise.resolve(away) })]));
    expect(await acts.command('END', 'desk')).toMatch(/\S/);
  });
});
