import { describe, expect, test } from 'vitest';
import type { BarcodeRules } from '../../../src/shared/barcodes.ts';
import type { ConnectionTest, LibraryView, StationView } from '../../../src/contract/station.ts';
import { parseLength, RulesDraft } from '../../../src/renderer/station/barcode-rules.svelte.ts';
import { ConnectDraft } from '../../../src/renderer/station/connect-draft.svelte.ts';
import { SheetPrinting } from '../../../src/renderer/station/sheet-printing.svelte.ts';
import { main } from '../support/main.ts';
import { away, refused } from '../support/views.ts';

const found: ConnectionTest = { ms: 12, libraries: 3, possibleLibraries: [] };

describe('connecting a station', () => {
  test('tests first; only with the word for it the station stands on that service', async () => {
    const connecting = new ConnectDraft();
    connecting.address = 'https://library.example';
    const tested = connecting.connect('key', false);
    expect(connecting.busy).toBe('test');
    expect(main.open('station.connect').input).toEqual({
      ...{ address: 'https://library.example', root: 'svcws', key: 'key', keep: 'keychain' },
      ...{ commit: false, library: null, leave: false },
    });
    await main.open('station.connect').answer(found);
    expect(await tested).toBe(false);
    expect([connecting.testResult, connecting.connectResult]).toEqual([found, null]);
    const connected = connecting.connect('key', true);
    expect(connecting.testResult).toBeNull();
    await main.open('station.connect').answer(found);
    expect(await connected).toBe(true);
    expect([connecting.testResult, connecting.connectResult]).toEqual([null, found]);
  });

  test('that failed is said where it belongs, until something is changed', async () => {
    const connecting = new ConnectDraft();
    for (const [failure, spot] of [
      [away, 'address'],
      [{ kind: 'unauthorized', trackingId: null }, 'key'],
      [{ kind: 'locked', why: 'keychainLocked' }, 'keep'],
      [{ kind: 'invalid', field: 'root', reason: 'malformed', detail: '' }, 'root'],
      [{ kind: 'invalid', field: 'scans', reason: 'scansOpen', detail: '' }, 'form'],
      [refused, 'form'],
    ] as const) {
      void connecting.connect('key', true);
      await main.open('station.connect').fail(failure);
      expect([connecting.failedPart, connecting.busy]).toEqual([spot, null]);
    }
    connecting.forgetOutcome();
    expect(connecting.failedPart).toBeNull();
  });

  test('is asked which library it is, where it may be one that is known; nothing was changed then', async () => {
    const sandbox: LibraryView = { id: 'l1', mode: 'institution', name: 'Sandbox' };
    const connecting = new ConnectDraft();
    const request = connecting.connect('key', true);
    await main.open('station.connect').answer({ ...found, possibleLibraries: [sandbox] });
    expect(await request).toBe(false);
    expect(connecting.possibleLibraries).toEqual([sandbox]);
    expect([connecting.connectResult, connecting.testResult, connecting.failure]).toEqual([null, null, null]);
    const connected = connecting.connect('key', true, { library: 'l1' });
    expect(connecting.possibleLibraries).toEqual([]);
    expect(main.open('station.connect').input).toMatchObject({ library: 'l1', commit: true, leave: false });
    await main.open('station.connect').answer(found);
    expect(await connected).toBe(true);
    expect(connecting.connectResult).toEqual(found);
  });

  test('asks no longer which library it is once something else is typed', async () => {
    const connecting = new ConnectDraft();
    void connecting.connect('key', false);
    await main.open('station.connect').answer({
      ...found,
      possibleLibraries: [{ id: 'l1', mode: 'institution', name: '' }],
    });
    expect([connecting.possibleLibraries.length, connecting.testResult]).toEqual([1, null]);
    connecting.forgetOutcome();
    expect(connecting.possibleLibraries).toEqual([]);
  });

  test('that would leave something unfinished says so, and goes once somebody has said to', async () => {
    const connecting = new ConnectDraft();
    const leaving = { kind: 'leaving', unclear: 1, unfinished: 2 } as const;
    const request = connecting.connect('key', true, { library: 'another' });
    await main.open('station.connect').fail(leaving);
    expect(await request).toBe(false);
    expect([connecting.failure, connecting.failedPart]).toEqual([leaving, 'form']);
    const connected = connecting.connect('key', true, { library: 'another', leave: true });
    expect(connecting.failure).toBeNull();
    expect(main.open('station.connect').input).toMatchObject({ library: 'another', leave: true });
    await main.open('station.connect').answer(found);
    expect(await connected).toBe(true);
  });

  test('can be waited for no longer', () => {
    const connecting = new ConnectDraft();
    void connecting.connect('key', false);
    const request = main.open('station.connect');
    connecting.stop();
    expect(request.aborted).toBe(true);
  });
});

describe('barcode rules that are being changed', () => {
  const inUse: BarcodeRules = {
    rules: [{ kind: 'item', prefix: '3', length: 14, digits: true, checkDigit: true }],
    code39: true,
    aim: false,
    onlyRules: false,
  };

  test('have a length, any, or none that is one', () => {
    expect(['', ' 14 ', '100', '101', '0', '1.5', 'x'].map(parseLength)).toEqual([
      ...['any', 14, 100],
      ...[null, null, null, null],
    ]);
  });

  test('are put to use as a whole, and not while something typed is no length', async () => {
    const draft = new RulesDraft(inUse);
    expect(draft.value).toEqual(inUse);
    draft.add();
    const [, added] = draft.rules;
    if (!added) throw new Error('none was added');
    added.length = 'many';
    expect(await draft.save()).toBeNull();
    expect(await draft.try('123')).toBeNull();
    expect(main.names).toEqual([]);
    added.length = '';
    added.prefix = ' 9 ';
    void draft.save();
    expect(main.open('station.barcodes').input.rules[1]).toEqual({
      ...{ kind: 'item', prefix: '9', length: null, digits: true, checkDigit: false },
    });
    await main.open('station.barcodes').fail(refused);
    expect([draft.failure, draft.saved, draft.busy]).toEqual([refused, false, false]);
    expect(draft.rules).toHaveLength(2);
    const stored = draft.save();
    await main.open('station.barcodes').answer({ mode: 'practice' } as StationView);
    expect(await stored).toEqual({ mode: 'practice' });
    expect([draft.failure, draft.saved]).toEqual([null, true]);
    draft.remove(added.id);
    expect(draft.value).toEqual(inUse);
    draft.onlyRules = true;
    expect([draft.value?.onlyRules, draft.refusesUnruled]).toEqual([true, true]);
    draft.rules = [];
    expect(draft.refusesUnruled).toBe(false);
  });
});

describe('a sheet', () => {
  test('says what came of printing or saving it, and nothing where the person thought better of it', async () => {
    const sheet = new SheetPrinting();
    void sheet.print('pdf');
    expect(sheet.busy).toBe('pdf');
    await main.open('station.print').answer({ file: null });
    expect([sheet.busy, sheet.done]).toEqual([null, '']);
    void sheet.print('pdf');
    await main.open('station.print').answer({ file: '/home/x.pdf' });
    expect(sheet.done).toContain('/home/x.pdf');
    void sheet.print('paper');
    expect(sheet.done).toBe('');
    await main.open('station.print').fail(refused);
    expect(sheet.failure).toEqual(refused);
    void sheet.print('paper');
    await main.open('station.print').answer({ file: null });
    expect(sheet.failure).toBeNull();
    expect(sheet.done).not.toBe('');
    void sheet.print('paper');
    await main.open('station.print').answer({ file: null, stopped: true });
    expect(sheet.done).toBe('');
  });
});
