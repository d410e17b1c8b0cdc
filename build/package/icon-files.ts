/** A picture in a container: its edge in pixels, and its PNG. */
export interface Picture {
  readonly edge: number;
  readonly png: Buffer;
}

/** Windows' container, with PNGs in it (since Vista). */
export function icoOf(pictures: readonly Picture[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { edge, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    // A byte each; 0 stands for 256.
    head.writeUInt8(edge % 256, at);
    head.writeUInt8(edge % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** macOS' names of the sizes; where there are two, the second is for a display with twice as many pixels. */
const icnsTypes: readonly (readonly [type: string, edge: number])[] = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

/** macOS' container. */
export function icnsOf(pictures: readonly Picture[]): Buffer {
  const parts = icnsTypes.flatMap(([type, edge]) => {
    const png = pictures.find((one) => one.edge === edge)?.png;
    if (png === undefined) return [];
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(png.length + 8, 4);
    return [head, png];
  });
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0), 4);
  return Buffer.concat([head, ...parts]);
}
