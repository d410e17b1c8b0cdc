import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { usualPace } from '../../../src/renderer/scan/wedge.ts';
import { bursts, fuzzMs } from '../../long.ts';
import { KeyboardPage, places, type PageKey } from '../support/keyboard-page.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const codes = [
  ...['Backquote', ...Array.from('1234567890', (digit) => `Digit${digit}`), 'Minus', 'Equal'],
  ...[...Array.from('QWERTYUIOP', (letter) => `Key${letter}`), 'BracketLeft', 'BracketRight', 'Backslash'],
  ...[...Array.from('ASDFGHJKL', (letter) => `Key${letter}`), 'Semicolon', 'Quote'],
  ...[...Array.from('ZXCVBNM', (letter) => `Key${letter}`), 'Comma', 'Period', 'Slash'],
];

/** What the keys of a keyboard type, plain and with Shift, in the order of `codes`; `†` for a dead key. */
const layouts: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  us: ["`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./", '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?'],
  french: [
    '²&é"\'(-è_çà)=azertyuiop†$*qsdfghjklmùwxcvbn,;:!',
    '~1234567890°+AZERTYUIOP†£µQSDFGHJKLM%WXCVBN?./§',
  ],
  german: [
    '†1234567890ß†qwertzuiopü+#asdfghjklöäyxcvbnm,.-',
    '°!"§$%&/()=?†QWERTZUIOPÜ*\'ASDFGHJKLÖÄYXCVBNM;:_',
  ],
  hebrew: [
    ";1234567890-=/'קראטוןםפ][\\שדגכעיחלךף,זסבהנמצתץ.",
    '~!@#$%^&*)(_+QWERTYUIOP}{|ASDFGHJKL:"ZXCVBNM><?',
  ],
  arabic: ['ذ1234567890-=ضصثقفغعهخحجد\\شسيبلاتنمكطئءؤرلىةوزظ', 'ّ!@#$%^&*)(_+ًٌَُلإ‘÷×؛<>|ٍِ][لأـ،/:"~ْ{}لآ’,.؟'],
  turkish: [
    '"1234567890*-qwertyuıopğü,asdfghjklşizxcvbnmöç.',
    "é!'†+%&/()=?_QWERTYUIOPĞÜ;ASDFGHJKLŞİZXCVBNMÖÇ:",
  ],
};

const typedBy = (layout: string, code: string, shift: boolean): string =>
  Array.from(layouts[layout]?.[shift ? 1 : 0] ?? '')[codes.indexOf(code)] ?? '';

/** The keys of each keyboard by what they type. */
const keysOf = new Map(
  Object.keys(layouts).map((layout) => [
    layout,
    new Map(
      codes.flatMap((code) =>
        [false, true].map((shift) => [typedBy(layout, code, shift), { code, shift }] as const),
      ),
    ),
  ]),
);

/** The keys of one character or control, each so long after the one before as the scanner takes. */
type Group = readonly PageKey[];

const chord = (letter: string): Group => [
  { key: 'Control', code: 'ControlLeft', ctrl: true },
  { key: letter, code: letter === ']' ? 'BracketRight' : `Key${letter.toUpperCase()}`, ctrl: true },
];
const enter: Group = [{ key: 'Enter', code: 'Enter' }];
const suffixes: Readonly<Record<string, readonly Group[]>> = {
  Enter: [enter],
  Tab: [[{ key: 'Tab', code: 'Tab' }]],
  NumpadEnter: [[{ key: 'Enter', code: 'NumpadEnter' }]],
  'CR LF': [enter, enter],
  'Ctrl+M': [chord('m')],
  'Ctrl+J': [chord('j')],
  'Ctrl+M Ctrl+J': [chord('m'), chord('j')],
  'CR ETX': [enter, chord('c')],
  'ETX CR': [chord('c'), enter],
  none: [],
};

// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f]/g;

const padOff = [
  'Insert',
  'End',
  'ArrowDown',
  'PageDown',
  'ArrowLeft',
  'Clear',
  'ArrowRight',
  'Home',
  'ArrowUp',
  'PageUp',
];

const ways = [
  ...(['row', 'pad', 'pad without Num Lock', 'Alt', 'full width'] as const),
  ...(['Process', 'Process on the pad', 'Unidentified'] as const),
];

const scanned = fc.record({
  code: fc.stringMatching(/^[0-9]{4,16}$|^[A-Za-z0-9/-]{4,16}$/),
  layout: fc.constantFrom(...Object.keys(layouts)),
  /** The scanner is set up for a US keyboard, or for that of the machine. */
  isUs: fc.boolean(),
  caps: fc.boolean(),
  by: fc.constantFrom(...ways),
  rate: fc.integer({ min: 1, max: usualPace.usual }),
  jitter: fc.array(fc.double({ min: 0.5, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }),
  prefix: fc.constantFrom('', '', '', ']C1', '\u0002'),
  suffix: fc.constantFrom(...Object.keys(suffixes)),
  /** Where, and for what part of the longest time that it may, the machine stutters. */
  split: fc.option(fc.record({ at: fc.nat({ max: 30 }), part: fc.double({ min: 0, max: 1, noNaN: true }) })),
  /** A separator in the middle. */
  separated: fc.boolean(),
  into: fc.constantFrom(...places),
  value: fc.constantFrom('', 'ab', '12.50'),
});
type Scanned = typeof scanned extends fc.Arbitrary<infer T> ? T : never;

/** For which keyboard the scanner is set up: for one that has what it types. */
function setUpFor({ layout, isUs, caps, by, prefix, code }: Scanned): string {
  const hasAll = Array.from(prefix.replace(controls, '') + code).every((one) => keysOf.get(layout)?.has(one));
  // An input method hides what a key types here, and Caps Lock may do more than change a letter's case.
  const changes = caps && (/-/.test(code) || /hebrew|arabic/.test(layout));
  const isUntold = /\D/.test(prefix + code) && (/^(Process|Unid)/.test(by) || changes);
  return isUs || !hasAll || isUntold ? 'us' : layout;
}

/** The keys of one character. */
function groupOf(character: string, scan: Scanned): Group {
  const { layout, caps, by, into } = scan;
  if (by === 'Alt') {
    const digits = `0${character.charCodeAt(0)}`;
    const pad = Array.from(digits, (digit) => ({ key: digit, code: `Numpad${digit}`, alt: true }));
    const alt = { key: 'Alt', code: 'AltLeft' };
    return [{ ...alt, alt: true }, ...pad, { ...alt, up: true }];
  }
  const isDigit = /\d/.test(character);
  if (isDigit && by === 'pad') return [{ key: character, code: `Numpad${character}` }];
  if (isDigit && by === 'pad without Num Lock')
    return [{ key: padOff[Number(character)] ?? '', code: `Numpad${character}` }];
  const place = keysOf.get(setUpFor(scan))?.get(character);
  if (!place) throw new Error(`no key for ${character}`);
  const { code, shift } = place;
  // Caps Lock works on letters; on a French keyboard on the row of digits too.
  const isLocked = caps && (/^Key/.test(code) || (layout === 'french' && /^Digit/.test(code)));
  let key = typedBy(layout, code, shift !== isLocked);
  if (key === '†') key = 'Dead';
  if (by === 'full width' && /^[!-~]$/.test(key)) key = String.fromCharCode(key.charCodeAt(0) + 0xfee0);
  const typed: PageKey = { key, code, shift, caps };
  // Where text is typed an input method types it too.
  const composed = into !== 'list' && into !== 'button' && { composes: key };
  if (by === 'Process on the pad' && isDigit)
    return [{ key: 'Process', code: `Numpad${character}`, ...composed }];
  const names: PageKey = by.startsWith('Process') ? { ...typed, key: 'Process', ...composed } : typed;
  const pressed = by === 'Unidentified' ? { ...typed, key: by } : names;
  return shift ? [{ key: 'Shift', code: 'ShiftLeft', shift: true }, pressed] : [pressed];
}

/** The whole as it comes: each key, and how long after the one before. */
function timed(scan: Scanned): { readonly key: PageKey; readonly after: number }[] {
  const { code, rate, jitter, prefix, suffix, split, separated, by } = scan;
  const half = code.length >> 1;
  const separator = separated && by !== 'Alt' ? [chord(']')] : [];
  const typed = (text: string): Group[] => Array.from(text, (one) => groupOf(one, scan));
  const before = prefix === '\u0002' ? [chord('b')] : typed(prefix);
  const groups = [...before, ...typed(code.slice(0, half)), ...separator, ...typed(code.slice(half))];
  const ends = suffixes[suffix] ?? [];
  let count = 0;
  return [...groups, ...ends].flatMap((group, index) =>
    group.map((key, keyIndex) => {
      const pace = Math.max(1, Math.round(rate * (jitter[(count += 1) % jitter.length] ?? 1)));
      const longest = longestAt(index, groups.length, scan);
      const isSplit = split && keyIndex === 0 && split.at === index;
      return { key, after: isSplit ? Math.max(pace, Math.floor(split.part * longest)) : pace };
    }),
  );
}

/** How long a machine may stutter before this character, by what the wedge promises. */
function longestAt(
  index: number,
  length: number,
  { prefix, rate, suffix, code, separated }: Scanned,
): number {
  const { pause, lull, gap, quick, shortest } = usualPace;
  // Right after a chord, before one that comes sooner than a code is long, and within a suffix nothing is promised.
  const isSeparator = separated && index === length - 1 - Math.ceil(code.length / 2) && index < shortest;
  if (index === 0 || index > length || (index === 1 && prefix === '\u0002') || isSeparator) return 0;
  if (index === length) return rate > quick || suffix === 'ETX CR' ? gap : 250;
  return index === 1 ? pause : lull;
}

test(
  'whatever a scanner types it acts on nothing, is cut nowhere, and is a scan or told',
  async () => {
    const page = new KeyboardPage();
    await fc.assert(
      fc.asyncProperty(scanned, async (scan) => {
        const { prefix, code, into, value, suffix, separated } = scan;
        page.go(into, into === 'box' ? '' : value);
        const before = page.value;
        for (const list of [page.acts, page.scans, page.unfinished]) list.length = 0;
        await page.wait(1000);
        for (const { key, after } of timed(scan)) {
          await page.wait(after);
          page.press(key);
        }
        const [burst] = page.scans;
        const readings = burst ? [burst.text, ...burst.also] : [];
        expect(readings.length).toBeLessThanOrEqual(6);
        await page.wait(1000);
        expect(page.acts).toEqual([]);
        expect(page.scans.length + page.unfinished.length).toBeLessThanOrEqual(1);
        if (burst) {
          expect(readings.map((text) => text.replace(controls, ''))).toContain(
            prefix.replace(controls, '') + code,
          );
          const isRefused = separated && scan.by !== 'Alt';
          expect(controls.test(burst.text)).toBe(isRefused || prefix === '\u0002' || suffix === 'ETX CR');
          controls.lastIndex = 0;
          expect(page.value).toBe(before);
        } else {
          // Nothing ends it, or too late: in a field it stays text.
          expect(suffix).toBe('none');
          if (into === 'list' || into === 'button') expect(page.unfinished).toHaveLength(1);
        }
      }),
      { numRuns: bursts },
    );
  },
  fuzzMs,
);
