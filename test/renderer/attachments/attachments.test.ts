import { describe, expect, test, vi } from 'vitest';
import type { AttachmentView } from '../../../src/contract/attachments.ts';
import { Attachments } from '../../../src/renderer/attachments/attachments.svelte.ts';
import { main, settled } from '../support/main.ts';
import { away, refused } from '../support/views.ts';

/** As much of the browser's reader as hands a dropped file over: Node has none. */
class Reader {
  result = '';
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  readAsDataURL(piece: Blob): void {
    void piece.text().then((text) => {
      this.result = `data:;base64,${btoa(text)}`;
      if (text === 'unreadable') this.onerror();
      else this.onload();
    });
  }
}
vi.stubGlobal('FileReader', Reader);

const stored: AttachmentView = {
  ...{ attachmentId: 'one', name: 'one.pdf', type: { code: 'GENERAL', label: 'General' } },
  ...{ note: '', size: 1, date: '' },
};
const ready = (file: string) => ({ file, name: `${file}.pdf`, size: 3 });

async function shown(): Promise<Attachments> {
  const tab = new Attachments('a');
  void tab.list.load();
  await main.open('attachments.list').answer({ attachments: [stored] });
  return tab;
}

/** Main takes the file that was dropped. */
async function take(name: string): Promise<void> {
  expect(main.open('attachments.begin').input).toEqual({ name: `${name}.pdf`, size: 3 });
  await main.open('attachments.begin').answer(ready(name));
  // The piece is read in a task of the machine's own.
  await vi.waitFor(() => main.open('attachments.piece'));
  await main.open('attachments.piece').answer({ received: 3 });
}
const dropped = (name: string, content = 'abc') => new File([content], `${name}.pdf`);

describe('a file that is chosen', () => {
  test('stands ready; one dialog of the system is open at a time', async () => {
    const tab = await shown();
    void tab.choose();
    void tab.choose();
    expect(main.times('attachments.choose')).toBe(1);
    await main.open('attachments.choose').answer(ready('x'));
    expect(tab.ready).toEqual(ready('x'));
    await tab.choose();
    expect(main.times('attachments.choose')).toBe(1);
  });

  test('after the tab was left is given back to main, and stands nowhere', async () => {
    const tab = await shown();
    void tab.choose();
    tab.leave();
    await main.open('attachments.choose').answer(ready('x'));
    expect(tab.ready).toBeNull();
    expect(main.open('attachments.forget').input).toEqual({ file: 'x' });
  });

  test('not after all is forgotten; one that was added is not', async () => {
    const tab = await shown();
    void tab.choose();
    await main.open('attachments.choose').answer(ready('x'));
    void tab.settle(false);
    expect(tab.ready).toBeNull();
    await main.open('attachments.forget').answer(null);
    void tab.choose();
    await main.open('attachments.choose').answer(ready('y'));
    await tab.settle(true);
    expect(main.times('attachments.forget')).toBe(1);
  });

  test('is not there where the dialog failed, which is said', async () => {
    const tab = await shown();
    void tab.choose();
    await main.open('attachments.choose').fail(refused);
    expect(tab.failure).toEqual(refused);
    void tab.choose();
    expect(tab.failure).toBeNull();
  });
});

describe('files that are dropped', () => {
  test('are taken one after the other, as each was added', async () => {
    const tab = await shown();
    void tab.drop([dropped('one'), dropped('two')]);
    expect(tab.reading).toEqual({ name: 'one.pdf', done: 0, total: 3 });
    await take('one');
    expect(tab.reading).toBeNull();
    expect(tab.ready).toEqual(ready('one'));
    void tab.settle(true);
    await take('two');
    expect(tab.ready).toEqual(ready('two'));
  });

  test('are not taken further once one is not wanted, or the tab was left', async () => {
    const tab = await shown();
    void tab.drop([dropped('one'), dropped('two')]);
    await take('one');
    void tab.settle(false);
    await main.open('attachments.forget').answer(null);
    expect(main.times('attachments.begin')).toBe(1);
    void tab.drop([dropped('three'), dropped('four')]);
    const pending = main.open('attachments.begin');
    tab.leave();
    expect(pending.aborted).toBe(true);
    await pending.fail({ kind: 'cancelled' });
    expect(tab.failure).toBeNull();
    expect(tab.ready).toBeNull();
    expect(main.times('attachments.begin')).toBe(2);
  });

  test('that cannot be read say so', async () => {
    const tab = await shown();
    const drop = tab.drop([dropped('one', 'unreadable')]);
    await main.open('attachments.begin').answer(ready('one'));
    await drop;
    expect(tab.failure).toMatchObject({ kind: 'invalid', reason: 'fileNotRead' });
    expect(tab.ready).toBeNull();
  });
});

describe('a file that is kept', () => {
  test('is saved once at a time, and where is said', async () => {
    const tab = await shown();
    await tab.save();
    expect(main.times('attachments.save')).toBe(0);
    tab.at = 'one';
    const saved = tab.save();
    void tab.open();
    expect(main.times('attachments.open')).toBe(0);
    await main.open('attachments.save').answer({ savedAs: '/home/x.pdf' });
    expect((await saved)?.text).toBe('/home/x.pdf');
    const notSaved = tab.save();
    await main.open('attachments.save').answer(null);
    expect(await notSaved).toBeNull();
  });

  test('that could not be opened says why, until the next act', async () => {
    const tab = await shown();
    tab.at = 'one';
    void tab.open();
    await main.open('attachments.open').fail(away);
    expect(tab.fetching.failure).toEqual(away);
    void tab.open();
    expect(tab.fetching.failure).toBeNull();
    await settled();
  });

  test('has its type by the table, or else as it came', async () => {
    const tab = await shown();
    expect(tab.typeName({ code: 'X', label: '' })).toBe('X');
    expect(tab.typeName({ code: 'X', label: 'Ex' })).toBe('Ex');
    void tab.types.load();
    await main.open('attachments.types').answer([{ code: 'X', label: 'Table' }]);
    expect(tab.typeName({ code: 'X', label: 'Ex' })).toBe('Table');
  });
});
