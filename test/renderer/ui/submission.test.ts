import { describe, expect, test } from 'vitest';
import type { Reply } from '../../../src/contract/define.ts';
import type { Failure } from '../../../src/contract/failure.ts';
import { Submission } from '../../../src/renderer/ui/list/submission.svelte.ts';
import { pass, settled } from '../support/main.ts';
import { refused, unknown } from '../support/views.ts';

interface Question {
  readonly intent: string;
  readonly signal: AbortSignal;
  readonly answer: (reply: Reply<string>) => Promise<void>;
}

/** An act, and what it asked, to be answered by the test. */
function anAct(problem?: (value: string) => Failure | null) {
  const act = new Submission<string>(problem);
  const requests: Question[] = [];
  const run = (): Promise<string | null> =>
    act.run((intent, signal) => {
      const { promise, resolve } = Promise.withResolvers<Reply<string>>();
      const answer = async (reply: Reply<string>): Promise<void> => {
        resolve(reply);
        await settled();
      };
      requests.push({ intent, signal, answer });
      return promise;
    });
  const at = (index: number): Question => {
    const question = requests[index];
    if (!question) throw new Error(`was not asked ${index + 1} times`);
    return question;
  };
  return { act, request: requests, run, at };
}

const done: Reply<string> = { ok: true, value: 'done' };
const failed = (failure: Failure): Reply<string> => ({ ok: false, failure });

describe('what a dialog asks', () => {
  test('is asked once, however often it is clicked', async () => {
    const { act, request, run, at } = anAct();
    const first = run();
    expect(act.busy).toBe(true);
    expect(act.locked).toBe(true);
    expect(await run()).toBeNull();
    expect(request).toHaveLength(1);
    await at(0).answer(done);
    expect(await first).toBe('done');
    expect(act.busy).toBe(false);
    expect(act.locked).toBe(false);
  });

  test('is off once it was refused, until something in the form is changed', async () => {
    const { act, run, at } = anAct();
    expect(act.refused).toBe(false);
    void run();
    await at(0).answer(failed(refused));
    expect(act.refused).toBe(true);
    act.changed();
    expect(act.refused).toBe(false);
    void run();
    await at(1).answer(failed({ ...refused }));
    expect(act.refused).toBe(true);
  });

  test.each([
    ['what could not be reached', { kind: 'unreachable', why: 'network', detail: '' }],
    ['what a field is wrong with', { kind: 'invalid', field: 'amount', reason: 'notAnAmount', detail: '' }],
    ['too much at once', { kind: 'throttled' }],
    ['a fault of the service', { ...refused, status: 503 }],
  ] as const)('may be asked again as it is: %s', async (_, failure) => {
    const { act, run, at } = anAct();
    void run();
    await at(0).answer(failed(failure));
    expect(act.refused).toBe(false);
  });

  test('is tried again under another name where certainly nothing happened', async () => {
    const { act, request, run, at } = anAct();
    void run();
    await at(0).answer(failed(refused));
    expect(act.failure).toBe(refused);
    expect(act.unclear).toBe(false);
    void run();
    expect(act.failure).toBeNull();
    expect(request).toHaveLength(2);
    expect(at(1).intent).not.toBe(at(0).intent);
  });

  test.each<[string, Failure]>([
    ['nobody knows whether it happened', unknown],
    ['it is a fault of ours', { kind: 'defect', id: 'x' }],
    ['main has seen it before', { kind: 'invalid', field: 'intent', reason: 'alreadySent', detail: '' }],
  ])('is not tried again where %s', async (_, failure) => {
    const { act, request, run, at } = anAct();
    void run();
    await at(0).answer(failed(failure));
    expect(act.unclear).toBe(true);
    expect(act.locked).toBe(true);
    expect(await run()).toBeNull();
    expect(request).toHaveLength(1);
    expect(act.failure).toBe(failure);
  });

  test('is late after a second, until the answer is there', async () => {
    const { act, run, at } = anAct();
    void run();
    await pass(999);
    expect(act.late).toBe(false);
    await pass(1);
    expect(act.late).toBe(true);
    await at(0).answer(done);
    expect(act.late).toBe(false);
    await pass(2000);
    expect(act.late).toBe(false);
  });

  test('is waited for no longer once it is stopped', () => {
    const { act, run, at } = anAct();
    void run();
    expect(at(0).signal.aborted).toBe(false);
    act.stop();
    expect(at(0).signal.aborted).toBe(true);
  });
});

describe('a dialog that is taken away', () => {
  test('does nothing more, and what came of it is told elsewhere', async () => {
    const { act, run, at } = anAct();
    const reports: (Failure | null)[] = [];
    const result = run();
    act.leave((failure) => reports.push(failure));
    await at(0).answer(done);
    expect(await result).toBeNull();
    expect(reports).toEqual([null]);
  });

  test('tells elsewhere what failed, also within what was done', async () => {
    const reports: (Failure | null)[] = [];
    const one = anAct();
    void one.run();
    one.act.leave((failure) => reports.push(failure));
    await one.at(0).answer(failed(unknown));
    expect(one.act.failure).toBeNull();
    const other = anAct(() => refused);
    void other.run();
    other.act.leave((failure) => reports.push(failure));
    await other.at(0).answer(done);
    expect(reports).toEqual([unknown, refused]);
  });

  test('has nothing to tell where nothing was running', async () => {
    const { act, run, at } = anAct();
    const reports: (Failure | null)[] = [];
    act.leave((failure) => reports.push(failure));
    const result = run();
    await at(0).answer(done);
    expect(await result).toBe('done');
    expect(reports).toEqual([]);
  });
});

describe('fields that were not accepted', () => {
  const invalid: Failure = {
    ...{ kind: 'invalid', field: 'amount', reason: 'notPositive', detail: '' },
    others: [{ field: 'reason', reason: 'required', detail: '' }],
  };

  test('are named below each field, and nowhere else', async () => {
    const { act, run, at } = anAct();
    void run();
    await at(0).answer(failed(invalid));
    expect(act.problems.map(({ field }) => field)).toEqual(['amount', 'reason']);
    expect(act.error('amount')).toBe(act.problems[0]?.text);
    expect(act.error('amount')).not.toBe(act.error('reason'));
    expect(act.error('comment')).toBe('');
    expect(act.general('amount', 'reason')).toBeNull();
  });

  test('are no longer named once they were changed, until they are sent again', async () => {
    const { act, run, at } = anAct();
    void run();
    await at(0).answer(failed(invalid));
    act.mend(['amount']);
    expect(act.error('amount')).toBe('');
    expect(act.problems.map(({ field }) => field)).toEqual(['reason']);
    act.mend(['amount', 'reason']);
    expect(act.problems).toEqual([]);
    // It is no failure of something else either.
    expect(act.general('amount', 'reason')).toBeNull();
    void run();
    await at(1).answer(failed(invalid));
    expect(act.problems).toHaveLength(2);
  });

  test('that the dialog does not show are said over it, as every other failure', async () => {
    const { act, run, at } = anAct();
    void run();
    await at(0).answer(failed(invalid));
    expect(act.general('amount')).toBe(invalid);
    void run();
    await at(1).answer(failed(refused));
    expect(act.general('amount', 'reason')).toBe(refused);
    expect(act.problems).toEqual([]);
  });
});
