import { describe, expect, test } from 'vitest';
import { call } from '../../../src/renderer/api.ts';
import { Listing, type ReadSoFar } from '../../../src/renderer/ui/list/listing.svelte.ts';
import type { Reply } from '../../../src/contract/define.ts';
import { main, pass, settled } from '../support/main.ts';
import { away } from '../support/views.ts';

const aList = () => new Listing<readonly { code: string }[]>((signal) => call('fees.types', {}, { signal }));
const of = (code: string) => [{ code, label: code }];

describe('a list', () => {
  test('shows what was read', async () => {
    const list = aList();
    void list.load();
    expect(list.loading).toBe(true);
    expect(list.value).toBeNull();
    await main.open('fees.types').answer(of('one'));
    expect(list.value).toEqual(of('one'));
    expect(list.loading).toBe(false);
    expect(list.failure).toBeNull();
  });

  test('keeps what it had where reading fails, and says so until it was read', async () => {
    const list = aList();
    void list.load();
    await main.open('fees.types').answer(of('one'));
    void list.load();
    expect(list.value).toEqual(of('one'));
    await main.open('fees.types').fail(away);
    expect(list.value).toEqual(of('one'));
    expect(list.failure).toEqual(away);
    expect(list.loading).toBe(false);
    void list.load();
    await main.open('fees.types').answer(of('two'));
    expect(list.value).toEqual(of('two'));
    expect(list.failure).toBeNull();
  });

  test('never shows the answer to an older question, in whatever order they come', async () => {
    const list = aList();
    void list.load();
    const older = main.open('fees.types');
    void list.load();
    expect(older.aborted).toBe(true);
    const newer = main.open('fees.types');
    await older.answer(of('old'));
    expect(list.value).toBeNull();
    expect(list.loading).toBe(true);
    await newer.answer(of('new'));
    expect(list.value).toEqual(of('new'));
    void list.load();
    const third = main.open('fees.types');
    void list.load();
    await main.open('fees.types').answer(of('newest'));
    await third.fail(away);
    expect(list.value).toEqual(of('newest'));
    expect(list.failure).toBeNull();
  });

  test('is slow after 300 ms, until the answer is there', async () => {
    const list = aList();
    void list.load();
    await pass(299);
    expect(list.slow).toBe(false);
    await pass(1);
    expect(list.slow).toBe(true);
    await main.open('fees.types').answer(of('one'));
    expect(list.slow).toBe(false);
  });

  test('that is stopped keeps what was there, and shows nothing of what comes later', async () => {
    const list = aList();
    void list.load();
    await main.open('fees.types').answer(of('one'));
    void list.load();
    const remaining = main.open('fees.types');
    list.stop();
    expect(remaining.aborted).toBe(true);
    expect(list.loading).toBe(false);
    await remaining.answer(of('two'));
    expect(list.value).toEqual(of('one'));
  });

  test('reads anew with nothing on screen, and only where it must', async () => {
    const list = aList();
    void list.need();
    void list.need();
    expect(main.times('fees.types')).toBe(1);
    await main.open('fees.types').answer(of('one'));
    void list.need();
    expect(main.times('fees.types')).toBe(1);
    void list.anew();
    expect(list.value).toBeNull();
    await main.open('fees.types').fail(away);
    void list.need();
    expect(main.times('fees.types')).toBe(3);
  });

  test('that main stopped by itself did not fail', async () => {
    const list = aList();
    void list.load();
    await main.open('fees.types').fail({ kind: 'cancelled' });
    expect(list.failure).toBeNull();
    expect(list.loading).toBe(false);
  });

  test('tells how far it has come, of the newest question alone', async () => {
    const tellers: ((soFar: ReadSoFar) => void)[] = [];
    const answers: ((reply: Reply<string>) => void)[] = [];
    const list = new Listing<string>((_, onProgress) => {
      tellers.push(onProgress);
      const { promise, resolve } = Promise.withResolvers<Reply<string>>();
      answers.push(resolve);
      return promise;
    });
    void list.load();
    tellers[0]?.({ read: 100, total: 250 });
    expect(list.soFar).toEqual({ read: 100, total: 250 });
    void list.load();
    tellers[1]?.({ read: 50, total: 250 });
    tellers[0]?.({ read: 200, total: 250 });
    expect(list.soFar).toEqual({ read: 50, total: 250 });
    answers[1]?.({ ok: true, value: 'all' });
    await settled();
    expect(list.soFar).toBeNull();
    expect(list.value).toBe('all');
  });
});
