import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { StationView } from '../../../src/contract/station.ts';
import {
  departmentKey,
  inCardOrder,
  ReceiveSettings,
} from '../../../src/renderer/receiving/settings.svelte.ts';
import { main } from '../support/main.ts';
import { aTrolley, away } from '../support/views.ts';

const coded = (code: string) => ({ code, label: `Name of ${code}` });
const acq = { ...coded('ACQ'), library: 'MAIN' };
const other = { ...coded('ACQ'), library: 'SCIENCE' };
const station = (department: typeof acq | null): StationView =>
  ({ mode: 'practice', department }) as StationView;

async function stood(types = ['AcqWorkOrder', 'Binding'], statuses = ['CopyCataloging', 'Done']) {
  const settings = new ReceiveSettings();
  void settings.useStation(station(acq));
  await main.open('station.places').answer({ libraries: [], departments: [acq, other] });
  await main.open('receiving.workOrders').answer({ types: types.map(coded), statuses: statuses.map(coded) });
  return settings;
}

/** Main takes over what was asked for. */
async function taken(): Promise<void> {
  const set = main.open('receiving.trolley.set');
  await set.answer(aTrolley({ settings: { ...set.input.settings, confirmedFuture: false } }));
}

describe('how items are received', () => {
  test('is as is usual, where the tables have it, and else the first there is', async () => {
    const usual = await stood();
    expect([usual.workOrder, usual.status]).toEqual(['AcqWorkOrder', 'CopyCataloging']);
    const without = await stood(['Binding'], []);
    expect([without.workOrder, without.status]).toEqual(['Binding', 'CopyCataloging']);
  });

  test('is as it was chosen at once, and one choice does not take back the one before', async () => {
    const settings = await stood();
    settings.chooseDepartment(departmentKey(other));
    void settings.set({ status: 'Done' });
    expect([settings.department, settings.status]).toEqual([other, 'Done']);
    const [first, second] = main.all('receiving.trolley.set');
    expect(second?.input.settings).toMatchObject({ departmentLibrary: 'SCIENCE', status: 'Done' });
    // Main tells of the first before it has the second.
    await first?.answer(aTrolley({ settings: { ...first.input.settings, confirmedFuture: false } }));
    expect([settings.department, settings.status]).toEqual([other, 'Done']);
    await second?.fail(away);
    expect([settings.department, settings.status, settings.failure]).toEqual([
      ...[other, 'CopyCataloging', away],
    ]);
  });

  test('stays as it was chosen when the tables are read again', async () => {
    const settings = await stood();
    void settings.set({ workOrderType: 'Binding' });
    await taken();
    void settings.read();
    await main.open('station.places').answer({ libraries: [], departments: [acq, other] });
    await main.open('receiving.workOrders').answer({
      ...{ types: ['AcqWorkOrder', 'Binding'].map(coded), statuses: [] },
    });
    expect(settings.workOrder).toBe('Binding');
  });

  test('is in the department chosen here, which is its own in each library, else in the station’s', async () => {
    const settings = await stood();
    expect(settings.department).toEqual(acq);
    settings.chooseDepartment(departmentKey(other));
    await taken();
    expect(settings.department).toEqual(other);
    expect(settings.departmentLabel('ACQ')).toBe('Name of ACQ');
    expect(settings.departmentLabel('NONE')).toBe('NONE');
  });

  test('is read anew for another place only; what was chosen for the one before is not chosen there', async () => {
    const settings = await stood();
    settings.chooseDepartment(departmentKey(other));
    await taken();
    await settings.useStation(station(acq));
    expect(main.times('station.places')).toBe(1);
    expect(settings.department).toEqual(other);
    void settings.useStation(station(null));
    expect(main.times('station.places')).toBe(2);
    await main.open('station.places').answer({ libraries: [], departments: [] });
    await main.open('receiving.workOrders').answer({ types: [], statuses: [] });
    await taken();
    expect(settings.department).toBeNull();
  });

  test('keeps the tables it had where reading fails, and says which could not be read', async () => {
    const settings = await stood();
    void settings.read();
    await main.open('station.places').fail(away);
    await main.open('receiving.workOrders').fail(away);
    expect(settings.departments).toEqual([acq, other]);
    expect(settings.workOrders.map(({ code }) => code)).toEqual(['AcqWorkOrder', 'Binding']);
    expect([settings.placesFailure, settings.workOrdersFailure]).toEqual([away, away]);
  });
});

describe('the day', () => {
  beforeEach(() => vi.setSystemTime(new Date(2026, 10, 23, 12)));

  test('is today, whatever day that is by now, until another was chosen', () => {
    const settings = new ReceiveSettings();
    expect(settings.date).toBe('2026-11-23');
    settings.date = '2026-11-20';
    vi.setSystemTime(new Date(2026, 10, 24, 12));
    expect(settings.date).toBe('2026-11-20');
    settings.date = '2026-11-24';
    vi.setSystemTime(new Date(2026, 10, 25, 12));
    expect(settings.date).toBe('2026-11-25');
  });
});

describe('by the printed card', () => {
  test('a department has the same number in whatever order it was read', () => {
    const [first, second] = inCardOrder([other, acq]);
    expect([first, second]).toEqual([acq, other]);
    expect(inCardOrder([acq, other])).toEqual([acq, other]);
  });

  test('a department and a status are chosen; a number that nothing has says so', async () => {
    const settings = await stood();
    const chosen = settings.chooseNumber('departments', 2);
    await taken();
    expect(await chosen).toBeNull();
    expect(settings.department).toEqual(other);
    void settings.chooseNumber('statuses', 2);
    await taken();
    expect(settings.status).toBe('Done');
    expect(await settings.chooseNumber('statuses', 3)).toMatchObject({
      ...{ kind: 'invalid', reason: 'notNow', detail: 'No number 3 here. Print a new card.' },
    });
    expect(main.times('receiving.trolley.set')).toBe(2);
  });

  test('the next status comes round to the first again', async () => {
    const settings = await stood();
    void settings.nextStatus();
    await taken();
    expect(settings.status).toBe('Done');
    void settings.nextStatus();
    await taken();
    expect(settings.status).toBe('CopyCataloging');
  });
});
