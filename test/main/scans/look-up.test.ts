import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { commands, commandCode, roomOf } from '../../../src/shared/command-barcodes.ts';
import { openTestStation, type Window } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-look-up-'));
afterAll(() => rmSync(folder, { recursive: true }));

const lookUp = (window: Window, text: string) => window.ask('scans.lookUp', { text });

describe('looking a code up', () => {
  test('says what it is, and changes and keeps nothing', async () => {
    const testStation = await openTestStation(folder);
    const window = testStation.window();
    expect(await lookUp(window, code('itemFree1'))).toMatchObject({
      ...{ kind: 'item', title: 'The Overstory', pol: '' },
      where: 'Open Stacks',
    });
    expect(await lookUp(window, code('itemOnLoan'))).toMatchObject({ kind: 'item', where: 'Loan' });
    expect(await lookUp(window, code('itemOrdered'))).toMatchObject({ kind: 'item', pol: 'POL-1001' });
    expect(await lookUp(window, 'POL-1002')).toMatchObject({ kind: 'order', pol: 'POL-1002' });
    expect(window.scans()).toEqual([]);
    expect(testStation.intended.size).toBe(0);
  });

  test('of a card asks for nothing and names nobody', async () => {
    const testStation = await openTestStation(folder);
    const window = testStation.window();
    await testStation.faults({ operation: '*', fault: 'status', status: 500 });
    expect(await lookUp(window, code('patronGood'))).toEqual({ kind: 'patron' });
  });

  test('of a code that fits no rule tries it as a book, an ISBN and a card', async () => {
    const window = (await openTestStation(folder)).window();
    const { userId } = await window.ask('desk.open', { userId: code('patronGood') });
    expect(await lookUp(window, userId)).toEqual({ kind: 'patron' });
    const { isbn } = await window.ask('receiving.open', { pol: 'POL-1001' });
    expect(await lookUp(window, isbn)).toMatchObject({ kind: 'order', pol: 'POL-1001' });
  });

  test.each([
    ['is nothing here', 'X-0000', { field: 'text', reason: 'gone' }],
    ['is a book that is not here', '31234000999993', { field: 'text', reason: 'gone' }],
    ['is misread', '31234000001015', { reason: 'malformed', detail: 'checkDigit' }],
    ['has a rest after a control character', '31234\u001d000001014', { reason: 'controlCharacters' }],
    ['is empty', ' ', { reason: 'required' }],
  ])('that %s says so', async (_, text, why) => {
    const window = (await openTestStation(folder)).window();
    expect(await window.failure('scans.lookUp', { text })).toMatchObject({ kind: 'invalid', ...why });
  });
});

describe('a command barcode', () => {
  test.each(['desk', 'receiving'] as const)('of the other room does nothing here: %s', async (room) => {
    const window = (await openTestStation(folder)).window();
    window.watchRoom();
    for (const command of commands) {
      const place = roomOf(command);
      if (place === null || place === room) continue;
      const scan = await window.scan(commandCode(command), { room });
      expect([command, scan.state, scan.failure]).toEqual([
        command,
        'refused',
        { kind: 'invalid', field: 'command', reason: 'otherRoom', detail: place },
      ]);
    }
    expect(window.scans().filter(({ state }) => state !== 'refused')).toEqual([]);
  });
});
