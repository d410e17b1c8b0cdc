import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usualPace, Wedge, type Release, type Stroke } from '../../../src/renderer/scan/wedge.ts';

/** A stroke, and the name of its key. */
interface Typed extends Stroke {
  readonly key: string;
}

interface Outcome {
  /** What the field the focus is in ends up with, scans taken out again. */
  readonly field: string;
  readonly scans: readonly string[];
  /** Keys that reached what has the focus, by name. */
  readonly through: readonly string[];
  /** What was dropped, because a scanner did not end it. */
  readonly unfinished: readonly string[];
}

/** Plays keys into a field as the listener does, with a timer that runs out between keys that are far apart. */
function play(strokes: readonly Typed[], wedge = new Wedge()): Outcome {
  let field = '';
  let before = '';
  let held: Typed[] = [];
  const scans: string[] = [];
  const through: string[] = [];
  const unfinished: string[] = [];
  const reach = ({ key, is }: Typed): void => {
    if (is === 'text') field += key;
    else through.push(key);
  };
  const release = (what: Release): void => {
    if (what === 'nothing') return;
    if (what === 'let go') held.forEach(reach);
    else unfinished.push(what.unfinished);
    held = [];
  };
  for (const stroke of strokes) {
    if (wedge.deadline !== null && stroke.at > wedge.deadline) release(wedge.expire());
    const verdict = wedge.stroke(stroke);
    if (verdict.do === 'scan') {
      scans.push(verdict.text);
      field = before;
      held = [];
      continue;
    }
    release(verdict.release);
    if (stroke.is === 'text' && wedge.starting) before = field;
    if (verdict.do === 'hold') held.push(stroke);
    if (verdict.do === 'pass' && stroke.is !== 'modifier') reach(stroke);
  }
  release(wedge.expire());
  return { field, scans, through, unfinished };
}

/** What came of keys that were all scans. */
const onlyScans = (...scans: readonly string[]): Outcome => ({
  field: '',
  scans,
  through: [],
  unfinished: [],
});

const kinds: Readonly<Record<string, Stroke['is']>> = { Enter: 'end', Tab: 'end', Shift: 'modifier' };

const press = (key: string, at: number, into: Stroke['into'] = 'field', us = key): Typed => ({
  ...{ key, at, into, is: kinds[key] ?? (key.length === 1 ? 'text' : 'other') },
  ...{ readings: [key, us, us, key], acts: key === 'Enter', moves: false },
});

const keys = (text: string, from: number, gap: number, into: Stroke['into'] = 'field'): Typed[] =>
  Array.from(text).map((key, index) => press(key, from + index * gap, into));

/** One burst and its end. */
function burst(
  text: string,
  from: number,
  gap: number,
  into: Stroke['into'] = 'field',
  end = 'Enter',
): Typed[] {
  return [...keys(text, from, gap, into), press(end, from + Array.from(text).length * gap, into)];
}

const code = fc.stringMatching(/^[0-9A-Za-z/-]{4,40}$/);
const pace = fc.integer({ min: 1, max: usualPace.usual });
const place = fc.constantFrom<Stroke['into']>('field', 'box', 'other');

describe('a scanner', () => {
  it('is heard at every pace it has, wherever the focus is, with Enter and with Tab', () => {
    fc.assert(
      fc.property(code, pace, place, fc.constantFrom('Enter', 'Tab'), (text, gap, into, end) => {
        const outcome = play(burst(text, 1000, gap, into, end));
        expect(outcome).toEqual(onlyScans(text));
      }),
    );
  });

  it('ends its codes with CR and LF, and the second presses nothing; the Enter of a person does', () => {
    for (const into of ['field', 'box', 'other'] as const) {
      const wedge = new Wedge();
      const twice = [...burst('31234000001014', 1000, 8, into), press('Enter', 1120, into)];
      expect(play(twice, wedge)).toEqual(onlyScans('31234000001014'));
      expect(play([press('Enter', 1700, into)], wedge).through).toEqual(['Enter']);
    }
  });

  it('leaves a field as it was before', () => {
    fc.assert(
      fc.property(code, pace, fc.stringMatching(/^[a-z ]{1,12}$/), (text, gap, typed) => {
        const slow = keys(typed, 0, 150);
        const outcome = play([...slow, ...burst(text, 150 * typed.length + 400, gap)]);
        expect(outcome.scans).toEqual([text]);
        expect(outcome.field).toBe(typed);
      }),
    );
  });

  it('lets no key of its into the empty scan box, not even the first', () => {
    fc.assert(
      fc.property(code, pace, (text, gap) => {
        const wedge = new Wedge();
        const verdicts = burst(text, 1000, gap, 'box').map((stroke) => wedge.stroke(stroke).do);
        expect(verdicts).toEqual([...Array.from(text, () => 'hold'), 'scan']);
      }),
    );
  });

  it('is heard apart from a key that was pressed, or an amount that was typed, just before', () => {
    fc.assert(
      fc.property(code, pace, fc.stringMatching(/^[0-9.a-z]{1,6}$/), place, (text, gap, typed, into) => {
        const slow = keys(typed, 0, 120, into);
        const outcome = play([...slow, ...burst(text, 120 * (typed.length - 1) + 200, gap, into)]);
        expect(outcome).toEqual({ ...onlyScans(text), field: typed });
      }),
    );
  });

  it('is heard twice when it reads twice in a row', () => {
    const wedge = new Wedge();
    const first = play(burst('31234000123456', 0, 8), wedge);
    const second = play(burst('31234000123464', 150, 8), wedge);
    expect([...first.scans, ...second.scans]).toEqual(['31234000123456', '31234000123464']);
  });

  it('never presses what has the focus, not even by a space in its code', () => {
    const outcome = play(burst('POL 12 34', 0, 10, 'other'));
    expect(outcome.scans).toEqual(['POL 12 34']);
    expect(outcome.through).toEqual([]);
  });

  it('is heard through Shift', () => {
    const shifted = burst('POL-1234', 0, 10).flatMap((stroke) => [press('Shift', stroke.at), stroke]);
    expect(play(shifted).scans).toEqual(['POL-1234']);
  });

  it('that is too slow to be one still presses no button', () => {
    const outcome = play(burst('31234', 0, 90, 'other'));
    expect(outcome.scans).toEqual([]);
    expect(outcome.through).not.toContain('Enter');
  });

  it('is heard when the machine stutters and the clock runs before the keys do', () => {
    const wedge = new Wedge();
    const [first, second, ...rest] = burst('31234000123456', 0, 8);
    if (!first || !second) throw new Error('too short');
    wedge.stroke(first);
    wedge.stroke(second);
    expect(wedge.expire()).toBe('let go');
    const verdicts = rest.map((stroke) => wedge.stroke(stroke));
    expect(verdicts.at(-1)).toEqual({ do: 'scan', text: '31234000123456', also: [] });
  });
});

describe('what else a scan could be', () => {
  const scan = (strokes: readonly Typed[]) => {
    const wedge = new Wedge();
    return strokes.map((stroke) => wedge.stroke(stroke)).find((verdict) => verdict.do === 'scan');
  };

  it('is itself with what a stutter cut off, and never more than that', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9A-Z]{12,20}$/),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 151, max: 500 }),
        place,
        (text, cut, pause, into) => {
          const head = keys(text.slice(0, cut), 1000, 45, into);
          const from = (head.at(-1)?.at ?? 0) + pause;
          const found = scan([...head, ...burst(text.slice(cut), from, 6, into)]);
          expect(found).toEqual({ do: 'scan', text: text.slice(cut), also: [text] });
        },
      ),
    );
  });

  it('is what its keys type on a US keyboard', () => {
    const french = Array.from('é&éàà').map((key, index) => ({ key, us: '21200'[index] ?? '' }));
    const strokes = french.map(({ key, us }, index) => press(key, 1000 + index * 6, 'field', us));
    expect(scan([...strokes, press('Enter', 1040)])).toEqual({ do: 'scan', text: 'é&éàà', also: ['21200'] });
  });

  it('is what Shift alone makes of it, with what a stutter cut off, and never more than main takes', () => {
    const strokes = keys('abcd1234', 1000, 6).map((one, index) => ({
      ...one,
      at: one.at + (index > 0 ? 200 : 0),
      readings: [one.key, 'u', 'v', 'w'],
    }));
    const found = scan([...strokes, press('Enter', 1260)]);
    const also = ['v', 'w'].map((one) => one.repeat(7));
    expect(found).toMatchObject({ text: 'bcd1234', also: [...also, 'vvvvvvvv', 'wwwwwwww', 'uuuuuuu'] });
  });
});

describe('two scanners', () => {
  it('that read one after the other are two scans, however close', () => {
    fc.assert(
      fc.property(code, code, fc.integer({ min: 1, max: 30 }), place, (one, other, pause, into) => {
        const first = burst(one, 1000, 5, into);
        const second = burst(other, (first.at(-1)?.at ?? 0) + pause, 5, into);
        const outcome = play([...first, ...second]);
        expect(outcome).toEqual(onlyScans(one, other));
      }),
    );
  });

  it('that read at the same time press nothing, leave nothing, and say what they ran into', () => {
    fc.assert(
      fc.property(
        code,
        code,
        fc.integer({ min: 3, max: 15 }),
        fc.integer({ min: 3, max: 15 }),
        fc.nat({ max: 400 }),
        place,
        (one, other, gap, otherGap, later, into) => {
          const first = burst(one, 1000, gap, into);
          const end = first.at(-1)?.at ?? 0;
          const second = burst(other, Math.min(1000 + later, end), otherGap, into);
          const strokes = [...first, ...second].sort((a, b) => a.at - b.at);
          const wedge = new Wedge();
          const bursts = strokes.flatMap((stroke) => {
            const verdict = wedge.stroke(stroke);
            return verdict.do === 'scan' ? [verdict] : [];
          });
          expect(bursts.map(({ text }) => text).join('')).toHaveLength(one.length + other.length);
          if (bursts.length > 1) expect(bursts[1]?.behind).toContain(bursts[0]?.text);
          expect(play(strokes)).toMatchObject({ field: '', through: [] });
        },
      ),
    );
  });

  it('leave a person’s next key alone, however short what they typed is', () => {
    const scanned = burst('31234000123456', 1000, 8);
    const typed = press('2', (scanned.at(-1)?.at ?? 0) + 60);
    const outcome = play([...scanned, typed, press('Enter', typed.at + 200)]);
    expect(outcome).toEqual({ ...onlyScans('31234000123456'), field: '2', through: ['Enter'] });
  });

  it('that read at once, or a second suffix, press nothing', () => {
    for (const into of ['field', 'box', 'other'] as const) {
      const outcome = play([...burst('31234000123456', 1000, 8, into), press('Enter', 1120, into)]);
      expect(outcome).toEqual(onlyScans('31234000123456'));
      const tabbed = play([...burst('31234000123456', 1000, 8, into), press('Tab', 1120, into)]);
      expect(tabbed.through).toEqual([]);
    }
  });
});

describe('a scanner on a busy machine', () => {
  const stuttering = fc.record({
    where: fc.uniqueArray(fc.integer({ min: 3, max: 38 }), { maxLength: 2 }),
    pause: fc.integer({ min: 51, max: 240 }),
  });

  it('loses no character to a stutter, wherever the focus is', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9A-Z]{12,40}$/),
        stuttering,
        place,
        (text, { where, pause }, into) => {
          let at = 1000;
          const strokes = Array.from(text, (key, index) =>
            press(key, (at += where.includes(index) ? pause : 6), into),
          );
          const outcome = play([...strokes, press('Enter', at + 6, into)]);
          expect(outcome).toEqual(onlyScans(text));
        },
      ),
    );
  });
});

describe('a typist', () => {
  it('loses no letter, in no rhythm', () => {
    const rhythm = fc.array(fc.tuple(fc.stringMatching(/^[a-z0-9 ]$/), fc.integer({ min: 1, max: 400 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(rhythm, fc.constantFrom('field', 'box'), (typed, into) => {
        let at = 0;
        const strokes = typed.map(([key, gap]) => press(key, (at += gap), into));
        expect(play(strokes).field).toBe(typed.map(([key]) => key).join(''));
      }),
    );
  });

  it('is taken for no scanner at a typing speed', () => {
    fc.assert(
      fc.property(
        code,
        fc.integer({ min: 55, max: 300 }),
        fc.constantFrom('field', 'box'),
        (text, gap, into) => {
          const outcome = play(burst(text, 0, gap, into));
          expect(outcome.scans).toEqual([]);
          expect(outcome.field).toBe(text);
          expect(outcome.through).toEqual(['Enter']);
        },
      ),
    );
  });

  it('is taken for no scanner by a short burst', () => {
    expect(play(burst('abc', 0, 5))).toEqual({ ...onlyScans(), field: 'abc', through: ['Enter'] });
  });

  it('presses a button with Enter once the typing has paused', () => {
    expect(play([press('x', 0, 'other'), press('Enter', 600, 'other')]).through).toEqual(['Enter']);
    expect(play([press('Enter', 0, 'other')]).through).toEqual(['Enter']);
  });

  it('rolls a word over the keys, and its Enter is no scanner’s', () => {
    const rolled = fc.array(fc.integer({ min: 31, max: 60 }), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(rolled, fc.integer({ min: 51, max: 250 }), (gaps, pause) => {
        let at = 1000;
        const strokes = [0, ...gaps].map((gap) => press('a', (at += gap)));
        const outcome = play([...strokes, press('Enter', at + pause)]);
        expect(outcome).toMatchObject({ scans: [], through: ['Enter'], unfinished: [] });
        expect(outcome.field).toHaveLength(strokes.length);
      }),
    );
  });

  it('gives commands with Ctrl and Alt in the middle of anything', () => {
    const alt = { ...press('h', 25), is: 'other' } as const;
    expect(play([...keys('abcd', 0, 5), alt])).toEqual({ ...onlyScans(), field: 'abcd', through: ['h'] });
    const ctrl = { ...press('\b', 250), is: 'control', acts: true } as const;
    expect(play([...keys('abcd', 0, 60), ctrl, press('x', 320)])).toEqual({
      ...onlyScans(),
      field: 'abcdx',
      through: ['\b'],
    });
  });
});

describe('on a list or the page', () => {
  it('a key of a person acts once no other came for as long as a scanner may stutter', () => {
    const wedge = new Wedge();
    expect(wedge.stroke(press('3', 1000, 'other'))).toEqual({ do: 'hold', release: 'nothing' });
    expect(wedge.deadline).toBe(1150);
    expect(wedge.expire()).toBe('let go');
  });

  it('keys of a person act in their order, at once when one can be no part of a code', () => {
    const outcome = play([press('1', 0, 'other'), press('2', 90, 'other'), press('F2', 130, 'other')]);
    expect(outcome).toEqual({ ...onlyScans(), field: '12', through: ['F2'] });
    expect(play(keys('next', 0, 100, 'other')).field).toBe('next');
  });

  it('a code that does not end, or is too short, does nothing and is told', () => {
    fc.assert(
      fc.property(code, fc.integer({ min: 1, max: usualPace.usual }), (text, gap) => {
        const outcome = { ...onlyScans(), unfinished: [text] };
        expect(play(keys(text, 1000, gap, 'other'))).toEqual(outcome);
        expect(play([...keys(text, 1000, gap, 'other'), press('F2', 4000, 'other')])).toEqual({
          ...outcome,
          through: ['F2'],
        });
        const short = text.slice(0, 3);
        expect(play(burst(short, 1000, gap, 'other'))).toEqual({ ...onlyScans(), unfinished: [short] });
      }),
    );
  });

  it('a code is whole after a stutter behind its first key', () => {
    fc.assert(
      fc.property(code, pace, fc.integer({ min: 1, max: usualPace.pause }), (text, gap, stutter) => {
        const [first, ...rest] = burst(text, 1000, gap, 'other');
        const later = rest.map((stroke) => ({ ...stroke, at: stroke.at + stutter - gap }));
        expect(play(first ? [first, ...later] : [])).toEqual(onlyScans(text));
      }),
    );
  });
});
