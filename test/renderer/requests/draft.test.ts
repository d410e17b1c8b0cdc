import { expect, test } from 'vitest';
import type { ItemView } from '../../../src/contract/requests.ts';
import { RequestDraft } from '../../../src/renderer/requests/draft.svelte.ts';
import { main } from '../support/main.ts';
import { refused } from '../support/views.ts';

const item = (barcode: string): ItemView => ({
  ...{ barcode, pid: `pid-${barcode}`, mmsId: `mms-${barcode}`, holdingId: `holding-${barcode}` },
  ...{ title: `Title ${barcode}`, author: '', callNumber: '', library: '', location: '' },
  ...{ available: true, process: '' },
});

test('nothing is placed on a copy before it was seen', async () => {
  const draft = new RequestDraft();
  draft.form.barcode = ' 1 ';
  expect(draft.mustLook).toBe(true);
  void draft.look();
  expect(main.open('requests.item').input).toEqual({ barcode: '1' });
  await main.open('requests.item').answer(item('1'));
  expect(draft.mustLook).toBe(false);
  expect(draft.item?.title).toBe('Title 1');
  expect(draft.name).toBe('Title 1');
  expect(draft.on).toEqual({ kind: 'item', barcode: '1' });
  draft.form.barcode = '2';
  expect(draft.mustLook).toBe(true);
  expect(draft.item).toBeNull();
  expect(draft.name).toBe('2');
});

test('a copy says which holding and title it is of, until another number is typed', async () => {
  const draft = new RequestDraft();
  draft.scan('1');
  expect(draft.mustLook).toBe(true);
  void draft.look();
  await main.open('requests.item').answer(item('1'));
  draft.form.kind = 'holding';
  expect(draft.on).toEqual({ kind: 'holding', holdingId: 'holding-1', mmsId: 'mms-1' });
  draft.form.kind = 'title';
  expect(draft.on).toEqual({ kind: 'title', mmsId: 'mms-1' });
  draft.form.mmsId = 'another';
  expect(draft.item).toBeNull();
  expect(draft.name).toBe('another');
  draft.form.kind = 'holding';
  draft.form.holdingId = 'another';
  expect(draft.on).toEqual({ kind: 'holding', holdingId: 'another', mmsId: '' });
});

test('of copies that are scanned while one is looked up, the last one counts', async () => {
  const draft = new RequestDraft();
  draft.scan('1');
  void draft.look();
  draft.scan('2');
  draft.scan('3');
  await main.open('requests.item').answer(item('1'));
  expect(draft.mustLook).toBe(true);
  expect(main.open('requests.item').input).toEqual({ barcode: '3' });
  await main.open('requests.item').answer(item('3'));
  expect(draft.mustLook).toBe(false);
  expect(draft.item?.barcode).toBe('3');
  expect(main.times('requests.item')).toBe(2);
});

test('a copy that is not found says so, until another is typed', async () => {
  const draft = new RequestDraft();
  draft.form.barcode = 'x';
  void draft.look();
  await main.open('requests.item').fail(refused);
  expect(draft.looking.failure).toEqual(refused);
  expect(draft.mustLook).toBe(true);
  draft.typed();
  expect(draft.looking.failure).toBeNull();
});

test('what is found for a draft that was started over meanwhile is not put into the new one', async () => {
  const draft = new RequestDraft();
  draft.scan('1');
  void draft.look();
  draft.startOver();
  await main.open('requests.item').answer(item('1'));
  expect(draft.item).toBeNull();
  expect(draft.form.mmsId).toBe('');
  expect(draft.isDirty).toBe(false);
});

test('a copy that was scanned while another is looked up is looked up, also where Enter was pressed meanwhile', async () => {
  const draft = new RequestDraft();
  draft.scan('1');
  void draft.look();
  draft.scan('2');
  void draft.look();
  await main.open('requests.item').answer(item('1'));
  await main.open('requests.item').answer(item('2'));
  expect(draft.item?.barcode).toBe('2');
});
