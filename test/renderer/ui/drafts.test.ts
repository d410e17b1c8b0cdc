import { describe, expect, test } from 'vitest';
import { Draft } from '../../../src/renderer/ui/list/draft.svelte.ts';
import { draftsAbout, draftsOf, forgetDrafts } from '../../../src/renderer/ui/list/drafts.svelte.ts';
import type { Reply } from '../../../src/contract/define.ts';
import type { Failure } from '../../../src/contract/failure.ts';
import { refused, unknown } from '../support/views.ts';

const empty = (): { text: string; type: string } => ({ text: '', type: '' });
const aDraft = () => new Draft(empty, ({ text }) => text);
const answerOf = (failure: Failure): Promise<Reply<null>> => Promise.resolve({ ok: false, failure });

describe('a draft', () => {
  test('is begun once something was typed; what was only supposed, or blank, is no beginning', () => {
    const draft = aDraft();
    draft.form.type = 'LIBRARY';
    draft.form.text = '  ';
    expect(draft.isDirty).toBe(false);
    draft.form.text = 'Lost her card';
    expect(draft.isDirty).toBe(true);
    draft.startOver();
    expect(draft.isDirty).toBe(false);
    expect(draft.form).toEqual(empty());
  });

  test('has all of its texts as what was typed, where nobody says otherwise', () => {
    const draft = new Draft(() => ({ note: '', reason: '', visible: true }));
    expect(draft.isDirty).toBe(false);
    draft.form.reason = 'DAMAGED';
    expect(draft.isDirty).toBe(true);
  });

  test('is over once it was sent', async () => {
    const draft = aDraft();
    draft.form.text = 'x';
    const sent = draft.sent(Promise.resolve({ ok: true, value: null }));
    expect(draft.unclear).toBe(true);
    await sent;
    expect(draft.unclear).toBe(false);
    expect(draft.form.text).toBe('');
  });

  test('stays as it was typed where it was refused', async () => {
    const draft = aDraft();
    draft.form.text = 'x';
    await draft.sent(answerOf(refused));
    expect(draft.unclear).toBe(false);
    expect(draft.form.text).toBe('x');
  });

  test('stays, and is known as unclear, where nobody knows whether it arrived', async () => {
    const draft = aDraft();
    draft.form.text = 'x';
    await draft.sent(answerOf(unknown));
    expect(draft.unclear).toBe(true);
    expect(draft.form.text).toBe('x');
    draft.startOver();
    expect(draft.unclear).toBe(false);
  });

  test('that was started over meanwhile is not emptied by the answer to the one before', async () => {
    const draft = aDraft();
    draft.form.text = 'the first';
    const answer = Promise.withResolvers<Reply<null>>();
    const sent = draft.sent(answer.promise);
    draft.startOver();
    draft.form.text = 'the second';
    answer.resolve({ ok: true, value: null });
    await sent;
    expect(draft.form.text).toBe('the second');
    const late = Promise.withResolvers<Reply<null>>();
    const again = draft.sent(late.promise);
    draft.startOver();
    late.resolve({ ok: false, failure: unknown });
    await again;
    expect(draft.unclear).toBe(false);
  });
});

describe('the drafts of one form', () => {
  test('are kept for each patron, whoever comes next', () => {
    const draftOf = draftsOf(aDraft);
    draftOf('a').form.text = 'for A';
    expect(draftOf('b').form.text).toBe('');
    draftOf('b').form.text = 'for B';
    expect(draftOf('a').form.text).toBe('for A');
    expect(draftOf('b').form.text).toBe('for B');
  });

  test('in which nothing was begun are not kept', () => {
    const draftOf = draftsOf(aDraft);
    draftOf('a').form.type = 'supposed';
    draftOf('b');
    expect(draftOf('a').form.type).toBe('');
  });

  test('about one thing are offered for no other, and for nobody else', () => {
    const about = draftsAbout(() => ({ reason: '' }));
    about('a', 'fee-1').form.reason = 'Damaged';
    expect(about('a', 'fee-2').form.reason).toBe('');
    expect(about('b', 'fee-1').form.reason).toBe('');
    expect(about('a', 'fee-1').form.reason).toBe('Damaged');
  });

  test('are all gone once nobody is to see them any more', () => {
    const draftOf = draftsOf(aDraft);
    const about = draftsAbout(() => ({ reason: '' }));
    const draft = draftOf('a');
    draft.form.text = 'for A';
    about('a', 'fee-1').form.reason = 'Damaged';
    forgetDrafts();
    expect(draft.form.text).toBe('');
    expect(draftOf('a').form.text).toBe('');
    expect(about('a', 'fee-1').form.reason).toBe('');
  });
});
