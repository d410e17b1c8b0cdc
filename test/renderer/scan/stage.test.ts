import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ScanText } from '../../../src/renderer/scan/scan-text.ts';
import { Arming, Stage } from '../../../src/renderer/scan/stage.svelte.ts';

const aText = (what: string, sound: ScanText['sound'] = 'done'): ScanText => ({
  ...{ meaning: sound === 'refused' ? 'refused' : 'done', outcome: '', what, code: false },
  ...{ consequence: '', sound },
});
const ids = (stage: Stage): readonly string[] => stage.unseen.map(({ id }) => id);

beforeEach(() => {
  vi.useFakeTimers();
});

describe('the stage', () => {
  test('keeps the newest result, however long no other comes', () => {
    const stage = new Stage(() => false);
    stage.show({ id: '1', text: aText('Emma') });
    vi.advanceTimersByTime(3_600_000);
    expect(stage.newest?.id).toBe('1');
    stage.show({ id: '2', text: aText('Dune') });
    expect(stage.newest?.id).toBe('2');
    stage.update('2', aText('Dune Messiah'));
    expect(stage.newest?.text.what).toBe('Dune Messiah');
    stage.clear();
    expect(stage.newest).toBeNull();
  });

  test('counts the refusals that were replaced before anybody can have seen them', () => {
    const stage = new Stage(() => false);
    stage.show({ id: '1', text: aText('Emma', 'refused') });
    vi.advanceTimersByTime(200);
    stage.show({ id: '2', text: aText('Dune', 'refused') });
    vi.advanceTimersByTime(5000);
    stage.show({ id: '3', text: aText('Ulysses') });
    expect(ids(stage)).toEqual(['1']);
    stage.update('1', aText('Emma, a novel', 'refused'));
    expect(stage.unseen[0]?.text.what).toBe('Emma, a novel');
    stage.showUnseen();
    expect([stage.newest?.id, ids(stage)]).toEqual(['1', []]);
    stage.show({ id: '4', text: aText('Walden') });
    expect(ids(stage)).toEqual([]);
  });

  test('counts a refusal that came while a question covered it, however long ago', () => {
    let isCovered = true;
    const stage = new Stage(() => isCovered);
    stage.show({ id: '1', text: aText('Emma', 'refused') });
    vi.advanceTimersByTime(60_000);
    stage.show({ id: '2', text: aText('Dune') });
    expect(ids(stage)).toEqual(['1']);
    isCovered = false;
    stage.show({ id: '3', text: aText('Walden') });
    expect(ids(stage)).toEqual(['1']);
  });

  test('gives the end of a session all that nobody can have seen, the newest too', () => {
    const stage = new Stage(() => false);
    stage.show({ id: '1', text: aText('Emma', 'refused') });
    vi.advanceTimersByTime(200);
    stage.show({ id: '2', text: aText('Dune', 'refused') });
    vi.advanceTimersByTime(200);
    expect(stage.takeUnseen().map(({ id }) => id)).toEqual(['1', '2']);
    stage.show({ id: '3', text: aText('Ended') });
    expect(ids(stage)).toEqual([]);
    stage.show({ id: '4', text: aText('Walden', 'refused') });
    vi.advanceTimersByTime(5000);
    expect(stage.takeUnseen()).toEqual([]);
  });

  test('can be answered by a key once what is on it has been there long enough, each time anew', () => {
    const stage = new Stage(() => false);
    const stop = stage.arm();
    vi.advanceTimersByTime(200);
    stop();
    const stopSecond = stage.arm();
    vi.advanceTimersByTime(150);
    expect(stage.isArmed).toBe(false);
    vi.advanceTimersByTime(150);
    expect(stage.isArmed).toBe(true);
    stopSecond();
    expect(stage.isArmed).toBe(false);
    stage.arm();
    expect(stage.isArmed).toBe(false);
    vi.advanceTimersByTime(300);
    stage.arm();
    expect(stage.isArmed).toBe(false);
  });

  test('does nothing for what has gone before it could be answered', () => {
    const armed = vi.fn();
    const stop = new Arming().arm(armed);
    vi.advanceTimersByTime(200);
    stop();
    vi.advanceTimersByTime(1000);
    expect(armed).not.toHaveBeenCalled();
  });

  test('does not count a result that was only said again', () => {
    const stage = new Stage(() => false);
    stage.show({ id: '1', text: aText('Emma', 'refused') });
    stage.show({ id: '1', text: aText('Emma', 'refused') });
    expect(ids(stage)).toEqual([]);
  });
});
