import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { lostBefore } from '../../support/lost.ts';
import { elsewhere, here, openTestStation } from '../../support/test-station.ts';
import { codesOnRecord, form, one, sentOf, writeElsewhere } from './asking.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-locations-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = async () => {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
};
const library = 'LAW';
const create = (more: Parameters<typeof form>[0] = {}) => ({
  intent: randomUUID(),
  library,
  form: form(more),
});

describe('the list', () => {
  test('has the libraries with this workstation’s own, and the locations of each with the types', async () => {
    const { window } = await open();
    const { own, libraries } = await window.ask('configuration.locations.libraries', {});
    expect(own).toBe('MAIN');
    expect(libraries.map(({ code }) => code)).toEqual(['MAIN', 'SCI', 'LAW']);
    const { locations, types } = await window.ask('configuration.locations.list', { library });
    expect(locations.map(({ code }) => code)).toEqual(['OPEN', 'CLOSED', 'REMOTE']);
    expect(locations[2]).toMatchObject({ type: { code: 'REMOTE', label: 'Remote storage' } });
    expect(types.map(({ code }) => code)).toEqual(['OPEN', 'CLOSED', 'REMOTE']);
  });

  test('has the types of its locations where the institution has no such table', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'conf.codeTables.get', fault: 'status', status: 400 });
    const { types } = await window.ask('configuration.locations.list', { library });
    expect(types).toContainEqual({ code: 'REMOTE', label: 'Remote storage' });
  });

  test('takes no trouble of the service for a table that is not there', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'conf.codeTables.get', fault: 'status', status: 503, count: 40 });
    expect(await window.failure('configuration.locations.list', { library })).toMatchObject({ status: 503 });
  });
});

describe('a location in full', () => {
  test('has what we do not know, as it came', async () => {
    const { testStation, window } = await open();
    await writeElsewhere(testStation, 'OPEN', { our_own: [1, null], floor: { value: '2', desc: 'Second' } });
    const record = await window.ask('configuration.locations.read', { library, code: 'OPEN' });
    expect(record).toMatchObject({ suppressed: false, callNumberType: { code: '1' } });
    expect(record.others).toEqual([
      { field: 'link', value: '/conf/libraries/LAW/locations/OPEN' },
      { field: 'our_own', value: '[1,null]' },
      { field: 'floor', value: '2 · Second' },
    ]);
  });

  test('that is not there is refused', async () => {
    const { window } = await open();
    expect(await window.failure('configuration.locations.read', { library, code: 'NONE' })).toMatchObject({
      kind: 'refused',
    });
  });
});

describe('a new location', () => {
  test('is made with what was filled in, and nothing else', async () => {
    const { testStation, window } = await open();
    const input = create({ externalName: ' Maps ', fulfillmentUnit: 'REGULAR', suppress: true });
    const record = await window.done('configuration.locations.create', input);
    expect(record).toMatchObject({ code: 'MAPS', externalName: 'Maps', suppressed: true });
    expect(await one(testStation, 'MAPS')).toEqual({
      ...{ code: 'MAPS', name: 'Map room', type: { value: 'OPEN' }, external_name: 'Maps' },
      ...{ fulfillment_unit: { value: 'REGULAR' }, suppress_from_publishing: true },
      link: '/conf/libraries/LAW/locations/MAPS',
    });
    expect(await window.failure('configuration.locations.create', input)).toMatchObject({
      reason: 'alreadySent',
    });
  });

  test('with a code that the library has is not sent; another library may have it', async () => {
    const { testStation, window } = await open();
    expect(await window.failure('configuration.locations.create', create({ code: 'OPEN ' }))).toMatchObject({
      ...{ kind: 'invalid', field: 'code', reason: 'twice' },
    });
    expect(sentOf(testStation)).toEqual([]);
    await window.done('configuration.locations.create', create());
    await window.done('configuration.locations.create', { ...create(), library: 'SCI' });
  });

  test('names all that is wrong with it', async () => {
    const { window } = await open();
    const input = create({ code: '..', name: ' ', type: '', externalName: 'a\u0007b' });
    expect(await window.failure('configuration.locations.create', input)).toMatchObject({
      ...{ kind: 'invalid', field: 'code', reason: 'malformed' },
      others: [
        { field: 'name', reason: 'required' },
        { field: 'type', reason: 'required' },
        { field: 'externalName', reason: 'controlCharacters' },
      ],
    });
  });

  test('made by someone else at the same moment is refused by the service', async () => {
    const { testStation, window } = await open();
    testStation.odd['conf.locations.list'] = (answer) => ({ ...(answer as object), items: [] });
    expect(await window.failure('configuration.locations.create', create({ code: 'OPEN' }))).toMatchObject({
      ...{ kind: 'refused', code: '9100403' },
    });
  });

  test('whose answer is lost is found by a read, and one that never came about is not', async () => {
    const { testStation, window } = await open();
    await lostBefore(
      testStation,
      'conf.locations.create',
      () => window.ask('configuration.locations.create', create()),
      () => window.unclear(),
    );
    await testStation.faults({ operation: 'conf.locations.create', fault: 'drop-after', count: 1 });
    await window.done('configuration.locations.create', create({ code: 'ATLAS' }));
    expect(await codesOnRecord(testStation)).toContain('ATLAS');
  });
});

describe('an edited location', () => {
  test('keeps what was not touched as it came', async () => {
    const { testStation, window } = await open();
    await writeElsewhere(testStation, 'OPEN', { our_own: { deep: [1] } });
    const before = await one(testStation, 'OPEN');
    const { seen, form: was } = await window.ask('configuration.locations.read', { library, code: 'OPEN' });
    const edit = { ...was, name: 'Ground floor', fulfillmentUnit: '', suppress: true };
    const input = { intent: randomUUID(), library, seen, form: edit };
    const record = await window.done('configuration.locations.update', input);
    expect(record).toMatchObject({ name: 'Ground floor', suppressed: true });
    const { fulfillment_unit: unit, ...rest } = before;
    expect(unit).toBeDefined();
    expect(await one(testStation, 'OPEN')).toEqual({
      ...{ ...rest, name: 'Ground floor', suppress_from_publishing: 'true' },
    });
  });

  test('is read again where it was written, whatever library is connected by then', async () => {
    const { testStation, window } = await open();
    const { seen, form: was } = await window.ask('configuration.locations.read', { library, code: 'OPEN' });
    testStation.odd = {
      // This answer does not say which location it is.
      'conf.locations.update': () => {
        testStation.library = elsewhere;
        return {};
      },
      'conf.locations.get': (location, at) =>
        at === here ? location : { ...(location as object), name: 'Elsewhere' },
    };
    const input = { intent: randomUUID(), library, seen, form: { ...was, name: 'Mine' } };
    expect(await window.done('configuration.locations.update', input)).toMatchObject({ name: 'Mine' });
  });

  test('that someone else has changed meanwhile is not written', async () => {
    const { testStation, window } = await open();
    const { seen, form: was } = await window.ask('configuration.locations.read', { library, code: 'OPEN' });
    await writeElsewhere(testStation, 'OPEN', { name: 'Theirs' });
    const input = { intent: randomUUID(), library, seen, form: { ...was, name: 'Mine' } };
    expect(await window.failure('configuration.locations.update', input)).toMatchObject({
      kind: 'conflict',
      differences: [{ field: 'name', is: 'Theirs' }],
    });
    expect(await one(testStation, 'OPEN')).toMatchObject({ name: 'Theirs' });
  });
});

describe('a location that is deleted', () => {
  test('is gone; with items linked it stays, and the refusal has its code', async () => {
    const { testStation, window } = await open();
    await window.done('configuration.locations.create', create());
    await window.ask('configuration.locations.delete', { intent: randomUUID(), library, code: 'MAPS' });
    expect(await codesOnRecord(testStation)).toEqual(['CLOSED', 'OPEN', 'REMOTE']);
    const linked = { intent: randomUUID(), library: 'MAIN', code: 'OPEN' };
    expect(await window.failure('configuration.locations.delete', linked)).toMatchObject({
      ...{ kind: 'refused', code: '9100404' },
    });
    expect(await codesOnRecord(testStation, 'MAIN')).toContain('OPEN');
  });
});
