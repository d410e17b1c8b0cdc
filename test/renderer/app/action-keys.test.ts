import { describe, expect, it } from 'vitest';
import { looksLikeCode } from '../../../src/renderer/scan/code.ts';
import { commandCode, commands } from '../../../src/shared/command-barcodes.ts';
import { commandNames, modeSetBy } from '../../../src/renderer/scan/commands.ts';
import type { Action } from '../../../src/renderer/app/actions.svelte.ts';
import { findActions } from '../../../src/renderer/app/palette.ts';

describe('command barcodes in the window', () => {
  it('have a name each, and are no words to search for', () => {
    expect(Object.keys(commandNames).sort()).toEqual([...commands].sort());
    for (const command of commands) expect(looksLikeCode(commandCode(command))).toBe(true);
  });

  it('say at once how the next item is meant', () => {
    expect(modeSetBy('CRLRETURN')).toBe('return');
    expect(modeSetBy(']C1crllend ')).toBe('auto');
    expect(modeSetBy('*CRLLEND*')).toBe('auto');
    // What comes after it is of the next session.
    expect(modeSetBy('CRLEND')).toBe('auto');
    for (const other of ['CRLUNDO', '31234000001014', 'RETURN', 'CRLRETURNS'])
      expect(modeSetBy(other)).toBeNull();
  });

  it('are no word that somebody searches for', () => {
    for (const word of ['Crlovic', 'CRL', 'END', 'Return']) expect(looksLikeCode(word)).toBe(false);
  });
});

describe('the palette', () => {
  const act = (id: string, name: string, key = ''): Action => ({
    id,
    group: 'desk',
    where: 'everywhere',
    label: () => name,
    key,
    run: () => Promise.resolve(null),
  });
  const acts = [
    act('all', 'Renew all', 'Shift+R'),
    act('end', 'End the visit', 'F10'),
    act('fee', 'Pay a fee'),
    act('find', 'Find a patron, or renew'),
    act('cafe', 'Café'),
    act('sounds', 'Settings: Sounds'),
  ];
  const found = (text: string): string[] => findActions(acts, text).map(({ id }) => id);

  it('finds by the beginnings of words, in any order, without marks and case', () => {
    expect(found('')).toEqual(['all', 'end', 'fee', 'find', 'cafe', 'sounds']);
    expect(found('settings: so')).toEqual(['sounds']);
    expect(found('ren')).toEqual(['all', 'find']);
    expect(found('ALL ren')).toEqual(['all']);
    expect(found('cafe')).toEqual(['cafe']);
    expect(found('f10')).toEqual(['end']);
    expect(found('desk pay')).toEqual(['fee']);
    expect(found('enew')).toEqual([]);
  });

  it('has first what begins so', () => {
    expect(found('f')).toEqual(['find', 'end', 'fee']);
  });
});
