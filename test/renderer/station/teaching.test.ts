import { beforeEach, describe, expect, test } from 'vitest';
import type { StationView } from '../../../src/contract/station.ts';
import type { Shell } from '../../../src/renderer/app/shell.svelte.ts';
import { Teaching } from '../../../src/renderer/station/teaching.svelte.ts';
import type { BarcodeRules } from '../../../src/shared/barcodes.ts';
import { defaultBarcodes } from '../../../src/main/station/settings.ts';
import { barcodeOf } from '../../../src/server/sample/barcode.ts';
import { main } from '../support/main.ts';
import { refused } from '../support/views.ts';

const [card, book] = [barcodeOf('patron', 1), barcodeOf('item', 1)];
const four = [card, book, barcodeOf('patron', 2), barcodeOf('item', 2)];

/** A window's station, with what it played. */
function stationWith(barcodes: BarcodeRules) {
  const played: string[] = [];
  const station = {
    view: { barcodes } as StationView,
    speaker: { play: (sound: string) => played.push(sound) },
    show: (view: StationView) => (station.view = view),
  };
  return { station, played };
}

let world: ReturnType<typeof stationWith>;
let teaching: Teaching;
beforeEach(() => {
  world = stationWith(defaultBarcodes);
  teaching = new Teaching({ station: world.station } as unknown as Shell);
  teaching.start();
});

const scan = (...texts: readonly string[]): void => {
  for (const text of texts) teaching.take(text);
};

describe('teaching a scanner', () => {
  test('finds what surrounds four codes, shows the last one, and sets it', async () => {
    scan(...four.slice(0, 3).map((code) => `*${code}d`));
    expect([teaching.result, teaching.example]).toEqual([null, null]);
    scan(`*${four[3] ?? ''}d`);
    const affixes = { prefix: '*', suffix: 'd' };
    expect(teaching.result).toEqual({ affixes });
    expect(teaching.example).toEqual({ sent: `*${four[3] ?? ''}d`, read: four[3] });
    // A scan too many changes nothing.
    scan('*978d');
    expect(teaching.scans).toHaveLength(4);
    const setting = teaching.set(affixes);
    expect(main.open('station.scanner').input).toEqual(affixes);
    await main.open('station.scanner').answer({ barcodes: { ...defaultBarcodes, affixes } } as StationView);
    await setting;
    expect([teaching.isOpen, teaching.isSet, teaching.failure]).toEqual([false, true, null]);
    expect(world.station.view.barcodes.affixes).toEqual(affixes);
    expect(world.played).toEqual(['done', 'done', 'done', 'done']);
  });

  test('that could not be set says so, and stays open', async () => {
    const setting = teaching.set({ prefix: '*', suffix: '' });
    await main.open('station.scanner').fail(refused);
    await setting;
    expect([teaching.isOpen, teaching.isSet, teaching.busy]).toEqual([true, false, false]);
    expect(teaching.failure).toEqual(refused);
  });

  test('learns nothing from the same code again, or from something else, and asks for the same once more', () => {
    scan(book);
    expect(teaching.untaught).toMatchObject({ why: 'otherKind', trial: { rules: [1] } });
    scan(card, card);
    expect(teaching.untaught).toEqual({ why: 'same' });
    scan(book, card);
    expect(teaching.untaught).toEqual({ why: 'same' });
    scan(`${card}\u001d1`);
    expect(teaching.untaught).toEqual({ why: 'unusable' });
    expect(teaching.scans).toHaveLength(2);
    scan(four[2] ?? '');
    expect(teaching.untaught).toBeNull();
  });

  test('that finds a contradiction begins again with the next scan', () => {
    scan(`#${card}`, `#${book}`, `#${four[2] ?? ''}`, `*${four[3] ?? ''}`);
    expect(teaching.result).toEqual({ affixes: null, why: 'different' });
    expect(world.played.at(-1)).toBe('attention');
    scan(`*${card}`);
    expect(teaching.scans).toEqual([{ kind: 'patron', text: `*${card}` }]);
  });

  test('is for the codes of one library: with another it begins again', () => {
    scan(card, book);
    teaching.forget();
    expect([teaching.scans, teaching.untaught, teaching.isOpen]).toEqual([[], { why: 'moved' }, true]);
    teaching.stop();
    teaching.start();
    teaching.stop();
    teaching.forget();
    expect(teaching.untaught).toBeNull();
  });
});
