const fileAlign = 0x200;
const sectionAlign = 0x1000;
/** Where the one section is in memory, and in the file behind the headers. */
const sectionStart = 0x1000;

const aligned = (size: number, to: number): number => Math.ceil(size / to) * to;

/** `xor eax, eax; inc eax; ret` – a library answers that it was loaded, a program ends. */
const code = Buffer.from([0x31, 0xc0, 0xff, 0xc0, 0xc3, 0x90, 0x90, 0x90]);

/** The table of exported names: all of them lead to the one function. */
function exportTable(name: string, exported: readonly string[], at: number): Buffer {
  const sorted = exported.toSorted();
  const [addresses, texts, ordinals] = [40, 40 + 4 * sorted.length, 40 + 8 * sorted.length];
  const head = Buffer.alloc(ordinals + 2 * sorted.length);
  const parts = [
    Buffer.from(`${name}\0`, 'latin1'),
    ...sorted.map((one) => Buffer.from(`${one}\0`, 'latin1')),
  ];
  const starts = parts.map(
    (_, index) => at + head.length + parts.slice(0, index).reduce((sum, part) => sum + part.length, 0),
  );
  head.writeUInt32LE(starts[0] ?? 0, 12);
  head.writeUInt32LE(1, 16); // the first ordinal
  head.writeUInt32LE(sorted.length, 20);
  head.writeUInt32LE(sorted.length, 24);
  head.writeUInt32LE(at + addresses, 28);
  head.writeUInt32LE(at + texts, 32);
  head.writeUInt32LE(at + ordinals, 36);
  for (const index of sorted.keys()) {
    head.writeUInt32LE(sectionStart, addresses + 4 * index);
    head.writeUInt32LE(starts[index + 1] ?? 0, texts + 4 * index);
    head.writeUInt16LE(index, ordinals + 2 * index);
  }
  return Buffer.concat([head, ...parts]);
}

/** A block of a version resource: its length, its value's, whether that is text, its key, its value, the blocks in it. */
function block(key: string, value: Buffer | string, blocks: readonly Buffer[] = []): Buffer {
  const padded = (bytes: Buffer): Buffer =>
    Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length, 4) - bytes.length)]);
  const isText = typeof value === 'string';
  const bytes = isText ? Buffer.from(value === '' ? '' : `${value}\0`, 'utf16le') : value;
  const head = Buffer.alloc(6);
  const parts = [padded(Buffer.concat([head, Buffer.from(`${key}\0`, 'utf16le')])), padded(bytes)];
  const whole = Buffer.concat([...parts, ...blocks]);
  whole.writeUInt16LE(whole.length, 0);
  whole.writeUInt16LE(isText ? bytes.length / 2 : bytes.length, 2);
  whole.writeUInt16LE(isText ? 1 : 0, 4);
  return whole;
}

/** A version resource with next to nothing in it: what names a program afterwards writes into it. */
function versionResource(at: number): Buffer {
  const fixed = Buffer.alloc(52);
  fixed.writeUInt32LE(0xfeef04bd, 0);
  fixed.writeUInt32LE(0x00010000, 4);
  fixed.writeUInt32LE(1, 36); // a program
  const language = Buffer.from([0x09, 0x04, 0xb0, 0x04]); // English, UTF-16
  const info = block('VS_VERSION_INFO', fixed, [
    block('StringFileInfo', '', [block('040904B0', '', [block('ProductName', 'stand-in')])]),
    block('VarFileInfo', '', [block('Translation', language)]),
  ]);
  // Kind, name, language: three folders of one entry each, and what they lead to.
  const tree = Buffer.alloc(3 * 24 + 16);
  for (const [level, id] of [16, 1, 1033].entries()) {
    tree.writeUInt16LE(1, 24 * level + 14);
    tree.writeUInt32LE(id, 24 * level + 16);
    tree.writeUInt32LE(level === 2 ? 72 : (0x80000000 | (24 * (level + 1))) >>> 0, 24 * level + 20);
  }
  tree.writeUInt32LE(at + tree.length, 72);
  tree.writeUInt32LE(info.length, 76);
  return Buffer.concat([tree, info]);
}

interface Section {
  readonly name: string;
  readonly content: Buffer;
  readonly at: number;
  readonly rights: number;
}

interface SmallFile {
  /** A library, by its name and what it exports; without it a program. */
  readonly library?: { readonly name: string; readonly exported: readonly string[] };
  readonly bits: 32 | 64;
  /** Bytes to carry along. */
  readonly data?: Buffer;
}

/**
 * The smallest file that Windows' tools take for a program or a library. It stands where a real one would, so that what
 * edits, reads or packs such files can be tried on another system.
 */
export function smallPe({ library, bits, data = Buffer.alloc(0) }: SmallFile): Buffer {
  const exportsAt = sectionStart + code.length;
  const table = library ? exportTable(library.name, library.exported, exportsAt) : Buffer.alloc(0);
  const content = Buffer.concat([code, table, data]);
  const resourcesAt = sectionStart + aligned(content.length, sectionAlign);
  const sections: readonly Section[] = [
    { name: '.text', content, at: sectionStart, rights: 0x60000020 },
    { name: '.rsrc', content: versionResource(resourcesAt), at: resourcesAt, rights: 0x40000040 },
  ];
  const optional = bits === 64 ? 240 : 224;
  const head = Buffer.alloc(fileAlign);
  head.write('MZ', 0, 'latin1');
  head.writeUInt32LE(0x40, 0x3c);
  head.write('PE\0\0', 0x40, 'latin1');
  head.writeUInt16LE(bits === 64 ? 0x8664 : 0x14c, 0x44);
  head.writeUInt16LE(sections.length, 0x46);
  head.writeUInt16LE(optional, 0x54);
  head.writeUInt16LE((bits === 64 ? 0x0022 : 0x0102) | (library ? 0x2000 : 0), 0x56);
  const at = 0x58;
  head.writeUInt16LE(bits === 64 ? 0x20b : 0x10b, at);
  head.writeUInt32LE(aligned(content.length, fileAlign), at + 4);
  head.writeUInt32LE(sectionStart, at + 16); // the entry
  head.writeUInt32LE(sectionStart, at + 20);
  if (bits === 64) head.writeBigUInt64LE(0x140000000n, at + 24);
  else head.writeUInt32LE(0x400000, at + 28);
  head.writeUInt32LE(sectionAlign, at + 32);
  head.writeUInt32LE(fileAlign, at + 36);
  head.writeUInt16LE(6, at + 40); // Windows 6.0
  head.writeUInt16LE(6, at + 48);
  head.writeUInt32LE(resourcesAt + sectionAlign, at + 56);
  head.writeUInt32LE(fileAlign, at + 60);
  head.writeUInt16LE(2, at + 68); // a program with windows
  const directories = at + (bits === 64 ? 108 : 92);
  head.writeUInt32LE(16, directories);
  if (library) {
    head.writeUInt32LE(exportsAt, directories + 4);
    head.writeUInt32LE(table.length, directories + 8);
  }
  head.writeUInt32LE(resourcesAt, directories + 20);
  head.writeUInt32LE(sections[1]?.content.length ?? 0, directories + 24);
  const parts = [head];
  for (const [index, section] of sections.entries()) {
    const entry = at + optional + 40 * index;
    const raw = aligned(section.content.length, fileAlign);
    head.write(section.name, entry, 'latin1');
    head.writeUInt32LE(section.content.length, entry + 8);
    head.writeUInt32LE(section.at, entry + 12);
    head.writeUInt32LE(raw, entry + 16);
    head.writeUInt32LE(
      parts.reduce((sum, part) => sum + part.length, 0),
      entry + 20,
    );
    head.writeUInt32LE(section.rights, entry + 36);
    parts.push(Buffer.concat([section.content, Buffer.alloc(raw - section.content.length)]));
  }
  return Buffer.concat(parts);
}
