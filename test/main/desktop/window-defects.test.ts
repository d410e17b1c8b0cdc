import { describe, expect, test } from 'vitest';
import { contract } from '../../../src/contract/index.ts';
import { traceOf } from '../../../src/main/log.ts';
import { WindowDefects } from '../../../src/main/desktop/window-defects.ts';

const at = 'at draw (app://carrel/assets/index-B1x.js:12:345)';

function noting(): { defects: WindowDefects; lines: string[]; later: (ms: number) => void } {
  const lines: string[] = [];
  let now = Date.UTC(2026, 10, 2, 8);
  const log = {
    line: () => undefined,
    defect: (error: unknown) => {
      lines.push(JSON.stringify(traceOf(error)));
      return `id ${lines.length}`;
    },
  };
  const defects = new WindowDefects(log, { now: () => new Date(now) });
  return { defects, lines, later: (ms) => (now += ms) };
}

describe('a fault in a window', () => {
  test('stands in the log by its kind and its places, under the id that is answered', () => {
    const { defects, lines } = noting();
    const stack = [
      at,
      'at app://carrel/assets/a.js:1:2',
      'at async x (http://localhost:5173/src/a.ts?t=12:3:4)',
    ];
    expect(defects.note({ error: 'TypeError', code: '', stack })).toBe('id 1');
    expect(JSON.parse(lines[0] ?? '')).toEqual({ error: 'FaultInWindow', code: 'TypeError', stack });
    defects.note({ error: 'Error', code: 'each_key_duplicate', stack: [] });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ code: 'each_key_duplicate', stack: [] });
  });

  test('brings no word of what it was about into the log', () => {
    const { defects, lines } = noting();
    defects.note({
      error: 'Rivka Ben-Ami',
      code: '31234000777777',
      stack: [
        'Error: Rivka Ben-Ami',
        'at Rivka Ben-Ami (app://carrel/a.js:1:2)',
        'at draw (app://carrel/patrons/Rivka Ben-Ami:1:2)',
        'at draw (https://elsewhere/31234000777777.js:1:2)',
        'at draw (app://elsewhere/31234000777777.js:1:2)',
        at,
        '31234000777777',
      ],
    });
    expect(lines.join()).not.toMatch(/Rivka|31234/);
    expect(JSON.parse(lines[0] ?? '')).toEqual({ error: 'FaultInWindow', code: 'Error', stack: [at] });
  });

  test('is noted once a minute, and no more than twenty of them', () => {
    const { defects, lines, later } = noting();
    const fault = (line: number) => ({ error: 'Error', code: '', stack: [`at app://carrel/a.js:${line}:1`] });
    expect([1, 1, 2, 1].map((line) => defects.note(fault(line)))).toEqual(['id 1', 'id 1', 'id 2', 'id 1']);
    for (let line = 3; line <= 20; line++) defects.note(fault(line));
    expect(defects.note(fault(21))).toBe('');
    expect(defects.note(fault(2))).toBe('id 2');
    expect(lines).toHaveLength(20);
    later(59_999);
    expect(defects.note(fault(21))).toBe('');
    later(1);
    expect(defects.note(fault(21))).toBe('id 21');
    // A clock that was put back stops nothing.
    later(-3_600_000);
    expect(defects.note(fault(22))).toBe('id 22');
  });

  test('is bounded before it is read', () => {
    const { input } = contract['station.defect'];
    const fits = { error: 'Error', code: '', stack: [at] };
    expect(input.safeParse(fits).success).toBe(true);
    expect(input.safeParse({ ...fits, error: 'x'.repeat(101) }).success).toBe(false);
    expect(input.safeParse({ ...fits, stack: ['x'.repeat(401)] }).success).toBe(false);
    expect(input.safeParse({ ...fits, stack: Array.from({ length: 31 }, () => at) }).success).toBe(false);
  });
});
