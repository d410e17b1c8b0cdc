import { SvelteMap } from 'svelte/reactivity';
import { expect, test } from 'vitest';
import { OpenTab } from '../../../src/renderer/desk/open-tab.svelte.ts';

test('a rare tab keeps its place while others are open; the next patron begins with the first tab', () => {
  const desk = new SvelteMap([['patron', 'a']]);
  const tab = new OpenTab(() => desk.get('patron') ?? '');
  expect([tab.id, tab.rare]).toEqual(['loans', null]);
  tab.open('fees');
  expect([tab.id, tab.rare]).toEqual(['fees', null]);
  tab.open('deposits');
  tab.open('notes');
  expect([tab.id, tab.rare]).toEqual(['notes', 'deposits']);
  tab.open('details');
  expect([tab.id, tab.rare]).toEqual(['details', 'details']);
  desk.set('patron', 'b');
  expect([tab.id, tab.rare, tab.wasChosen]).toEqual(['loans', null, true]);
  desk.set('patron', 'a');
  tab.forget();
  expect([tab.id, tab.rare, tab.wasChosen]).toEqual(['loans', null, false]);
});
