import { describe, expect, it } from 'vitest';
import { nextPlaceOf } from '../../src/service/next-place.ts';

const answer = (additional_info: string, item_data: Record<string, unknown> = {}) =>
  nextPlaceOf({ additional_info, item_data });

describe('where a book goes next', () => {
  it('is read whole from the recorded wording, full stops in names and all', () => {
    const text =
      "Item's destination is: St. Mary Library. Request/Process Type: Transit Item. Requester: Ben-Ami, R. B. Place in Queue: 1";
    expect(answer(text, { process_type: { value: 'TRANSIT' } })).toEqual({
      to: 'transit',
      place: 'St. Mary Library',
      requester: 'Ben-Ami, R. B',
    });
  });

  it('is the hold shelf, with the requester, in any order of the parts', () => {
    const text = "Requester: 李明. Item's destination is: Hold shelf of Main. Place in Queue: 1.";
    expect(answer(text, { process_type: { value: 'HOLDSHELF' } })).toEqual({
      to: 'holdShelf',
      place: 'Hold shelf of Main',
      requester: '李明',
    });
  });

  it('is the hold shelf of the place that is named, without the words for the shelf', () => {
    const place = (destination: string) => answer(`Item's destination is: ${destination}`);
    expect(place('On Hold Shelf at  Main Library')).toEqual({
      to: 'holdShelf',
      place: 'Main Library',
      requester: '',
    });
    expect(place('Annex, on hold shelf at Main')).toMatchObject({ place: 'Annex, on hold shelf at Main' });
  });

  it('is the hold shelf of a book that somebody waits for, where the library keeps no word for it', () => {
    const data = { requested: 'true', library: { value: 'MAIN', desc: 'Main Library' } };
    const request = { to: 'holdShelf', requester: 'Rivka' };
    expect(answer('Requester: Rivka.', data)).toEqual({ ...request, place: 'Main Library' });
    expect(answer("Item's destination is: Annex. Requester: Rivka.", data)).toEqual({
      ...request,
      place: 'Annex',
    });
    // Neither alone: who asked is not told, or the book is not asked for.
    expect(answer('', data)).toEqual({ to: 'shelf', place: 'Main Library' });
    expect(answer('Requester: Rivka.', { ...data, requested: false })).toMatchObject({ to: 'shelf' });
  });

  it('is on its way where only the wording says so', () => {
    const text =
      "Item's destination is: Annex . Request/Process Type: Transit Item. Requester:Place in Queue: 1";
    expect(answer(text)).toEqual({ to: 'transit', place: 'Annex', requester: '' });
  });

  it('is the work order department', () => {
    const data = {
      process_type: { value: 'WORK_ORDER_DEPARTMENT' },
      work_order_at: { value: 'ACQ', desc: 'Acquisitions' },
    };
    expect(answer('', data)).toEqual({ to: 'workOrder', place: 'Acquisitions' });
  });

  it('is on its way, whatever work order waits for it where it goes', () => {
    const data = {
      process_type: { value: 'TRANSIT' },
      work_order_type: { value: 'AcqWorkOrder' },
      work_order_at: { value: 'ACQ', desc: 'Acquisitions' },
      library: { value: 'MAIN', desc: 'Main Library' },
    };
    const going = { to: 'transit', place: 'Main Library', requester: '' };
    expect(answer('', data)).toEqual(going);
    expect(answer("Item's destination is: Main Library. Request/Process Type: AcqWorkOrder.", data)).toEqual(
      going,
    );
    expect(answer('', { ...data, process_type: null })).toEqual({ to: 'workOrder', place: 'Acquisitions' });
  });

  it('is the shelf, where nothing says otherwise', () => {
    expect(answer('', { location: { value: 'OPEN', desc: 'Open stacks' } })).toEqual({
      to: 'shelf',
      place: 'Open stacks',
    });
    expect(answer('', { process_type: 'LOAN' })).toEqual({ to: 'shelf', place: '' });
    expect(answer('', { base_status: '1' })).toEqual({ to: 'shelf', place: '' });
    expect(nextPlaceOf({})).toEqual({ to: 'unread', place: '' });
  });

  it('is read through any amount of empty space, full stops or labels in one go', () => {
    for (const filling of [' ', '\n', '.', ' .', 'Requester:']) {
      const text = `Item's destination is: A${filling.repeat(200_000)}B`;
      expect(answer(text, { process_type: { value: 'HOLDSHELF' } })).toMatchObject({ to: 'holdShelf' });
    }
  });
});
