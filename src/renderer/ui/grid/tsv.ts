/** A block of cells as text, as spreadsheets put it on the clipboard: tabs between cells, a line for each row. */
export function toTsv(block: readonly (readonly string[])[]): string {
  const text = block.map((cells) => cells.map(quoted).join('\t')).join('\n');
  // The last line end of a text is none of its rows: an empty last cell needs one of its own.
  return text.endsWith('\n') ? `${text}\n` : text;
}

const quoted = (cell: string): string =>
  /[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** A quoted cell, up to the tab or the line end that must follow it. */
const whole = /"((?:[^"]|"")*)"(?=\t|\r?\n|\r|$)/y;
const plain = /[^\t\r\n]*/y;

/**
 * The cells of a text from a spreadsheet. A cell that begins with a quotation mark and is not quoted to its end is taken
 * as it is: in a text that a person wrote it is one.
 */
export function fromTsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  let at = 0;
  for (;;) {
    const [found, inside] = matchAt(whole, text, at) ?? matchAt(plain, text, at) ?? [''];
    rows.at(-1)?.push(inside === undefined ? found : inside.replaceAll('""', '"'));
    at += found.length;
    if (at >= text.length) return rows;
    if (text[at] === '\t') at += 1;
    else {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      if (at >= text.length) return rows;
      rows.push([]);
    }
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
