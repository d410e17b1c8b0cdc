import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/electron.ts';

const folder = path.join(root, 'resources/icons');
const read = (name: string): Buffer => fs.readFileSync(path.join(folder, name));
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** The edge of a PNG, from its first chunk. */
const edgeOf = (png: Buffer): number => {
  expect(png.subarray(0, 4)).toEqual(signature);
  return png.readUInt32BE(16);
};

test('Linux has the icon in every size that its file says', () => {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.png'));
  expect(names.length).toBeGreaterThan(6);
  for (const name of names) expect(edgeOf(read(name))).toBe(Number.parseInt(name, 10));
});

test('Windows’ icon has what a list, a taskbar and a large tile show', () => {
  const ico = read('carrel.ico');
  const edges = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index;
    const offset = ico.readUInt32LE(at + 12);
    const edge = edgeOf(ico.subarray(offset, offset + ico.readUInt32LE(at + 8)));
    expect(ico.readUInt8(at)).toBe(edge % 256);
    return edge;
  });
  expect(edges).toEqual([16, 24, 32, 48, 64, 128, 256]);
});

test('macOS’ icon has both kinds of displays, and its lengths add up', () => {
  const icns = read('carrel.icns');
  expect(icns.readUInt32BE(4)).toBe(icns.length);
  const found: Record<string, number> = {};
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
    found[icns.toString('latin1', at, at + 4)] = edgeOf(icns.subarray(at + 8));
  expect(found).toEqual({
    ...{ icp4: 16, ic11: 32, icp5: 32, ic12: 64, ic07: 128 },
    ...{ ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 },
  });
});
