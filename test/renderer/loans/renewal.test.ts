import { describe, expect, test } from 'vitest';
import type { RenewOutcome } from '../../../src/contract/loans.ts';
import { Renewal } from '../../../src/renderer/loans/renewal.svelte.ts';
import { main, settled } from '../support/main.ts';
import { away, refused } from '../support/views.ts';

const renewed = (loanId: string): RenewOutcome => ({
  ...{ loanId, title: loanId, barcode: loanId, ok: true, due: '2026-12-15Z' },
});
const notRenewed = (loanId: string): RenewOutcome => ({
  ...{ loanId, title: loanId, barcode: loanId, ok: false, failure: refused },
});

describe('renewing several loans', () => {
  test('tells how far it has come, and at the end what came of it', async () => {
    const renewal = new Renewal('a');
    const over = renewal.start(['1', '2', '3'], 3);
    expect(renewal.progress).toEqual({ done: 0, total: 3, state: 'running' });
    const request = main.open('loans.renew');
    expect(request.input).toEqual({ userId: 'a', loans: ['1', '2', '3'] });
    await request.report({ done: 1, total: 3, outcome: renewed('1') });
    expect(renewal.progress).toEqual({ done: 1, total: 3, state: 'running' });
    expect(renewal.outcomes.get('1')?.ok).toBe(true);
    await request.answer({ outcomes: [renewed('1'), notRenewed('2'), renewed('3')], remaining: [] });
    expect(await over).toEqual({ renewed: 2, refused: 1, notTried: 0 });
    expect(renewal.progress).toBeNull();
    expect(renewal.summary).toEqual({ renewed: 2, refused: 1, notTried: 0 });
  });

  test('begins once, and not with nothing', async () => {
    const renewal = new Renewal('a');
    expect(await renewal.start('all', 0)).toBeNull();
    void renewal.start('all', 3);
    expect(await renewal.start('all', 3)).toBeNull();
    expect(main.times('loans.renew')).toBe(1);
  });

  test('is paused after the one under way, and goes on with what is left', async () => {
    const renewal = new Renewal('a');
    const over = renewal.start(['1', '2', '3'], 3);
    const first = main.open('loans.renew');
    renewal.pause();
    expect(renewal.progress).toEqual({ done: 0, total: 3, state: 'stopping' });
    expect(first.aborted).toBe(true);
    await first.answer({ outcomes: [renewed('1')], remaining: ['2', '3'] });
    expect(renewal.progress).toEqual({ done: 1, total: 3, state: 'paused' });
    expect(renewal.summary).toBeNull();
    void renewal.goOn();
    const second = main.open('loans.renew');
    expect(second.input.loans).toEqual(['2', '3']);
    await second.report({ done: 1, total: 2, outcome: renewed('2') });
    expect(renewal.progress).toEqual({ done: 2, total: 3, state: 'running' });
    await second.answer({ outcomes: [renewed('2'), renewed('3')], remaining: [] });
    expect(await over).toEqual({ renewed: 3, refused: 0, notTried: 0 });
  });

  test('pauses by itself where the service is not reached, and can be ended there', async () => {
    const renewal = new Renewal('a');
    const over = renewal.start(['1', '2'], 2);
    await main.open('loans.renew').answer({ outcomes: [renewed('1')], remaining: ['2'] });
    expect(renewal.progress?.state).toBe('paused');
    renewal.end();
    expect(await over).toEqual({ renewed: 1, refused: 0, notTried: 1 });
    expect(renewal.progress).toBeNull();
    void renewal.goOn();
    expect(main.times('loans.renew')).toBe(1);
  });

  test('that is to end while it runs ends after the one under way', async () => {
    const renewal = new Renewal('a');
    const over = renewal.start(['1', '2'], 2);
    const request = main.open('loans.renew');
    renewal.end();
    await request.answer({ outcomes: [renewed('1')], remaining: ['2'] });
    expect(await over).toEqual({ renewed: 1, refused: 0, notTried: 1 });
  });

  test('that could not begin says why, and has no summary', async () => {
    const renewal = new Renewal('a');
    const over = renewal.start('all', 2);
    await main.open('loans.renew').fail(away);
    expect(await over).toBeNull();
    expect(renewal.failure).toEqual(away);
    expect(renewal.progress).toBeNull();
  });

  test('that could not go on stays paused, with the reason, until it is tried again', async () => {
    const renewal = new Renewal('a');
    void renewal.start(['1', '2'], 2);
    await main.open('loans.renew').answer({ outcomes: [renewed('1')], remaining: ['2'] });
    void renewal.goOn();
    await main.open('loans.renew').fail(away);
    expect(renewal.failure).toEqual(away);
    expect(renewal.progress).toEqual({ done: 1, total: 2, state: 'paused' });
    void renewal.goOn();
    expect(renewal.failure).toBeNull();
    expect(main.open('loans.renew').input.loans).toEqual(['2']);
  });

  test('goes on once, however often it is asked to', async () => {
    const renewal = new Renewal('a');
    void renewal.start(['1', '2'], 2);
    await main.open('loans.renew').answer({ outcomes: [renewed('1')], remaining: ['2'] });
    void renewal.goOn();
    void renewal.goOn();
    await settled();
    expect(main.times('loans.renew')).toBe(2);
  });

  test('that begins has nothing of what came of the one before', async () => {
    const renewal = new Renewal('a');
    void renewal.start(['1'], 1);
    await main.open('loans.renew').answer({ outcomes: [notRenewed('1')], remaining: [] });
    void renewal.start(['2'], 1);
    expect(renewal.summary).toBeNull();
    expect(renewal.outcomes.size).toBe(0);
    await main.open('loans.renew').answer({ outcomes: [renewed('2')], remaining: [] });
    expect(renewal.summary).toEqual({ renewed: 1, refused: 0, notTried: 0 });
  });
});
