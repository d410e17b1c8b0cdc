import { m } from '../../src/messages/compiled/messages.js';
import type { SectionId } from '../../src/renderer/configuration/sections.ts';
import { expectAccessible } from './accessible.ts';
import { setSize } from './app.ts';
import { Configuration, names } from './configuration-room.ts';
import { connect, expect, test, type Service } from './fixtures.ts';
import { press, reach, strike, write, writeOver } from './keyboard.ts';
import { standBetween } from './proxy.ts';

type Client = Service['client'];

/** A list of the room, one record in it with the words that find it, and that record as the service has it. */
const lists: readonly {
  readonly section: SectionId;
  readonly find: string;
  readonly code: string;
  readonly read: (client: Client) => Promise<object | undefined>;
}[] = [
  {
    ...{ section: 'libraries', find: 'scíENCE', code: 'SCI' },
    read: (client) => client.call('conf.libraries.get', { path: { library_code: 'SCI' } }),
  },
  {
    ...{ section: 'departments', find: 'acqworkorder catal', code: 'CAT' },
    read: async (client) => (await client.call('conf.departments.list', {})).items[1],
  },
  {
    ...{ section: 'circ-desks', find: 'reading', code: 'READING_ROOM' },
    read: (client) =>
      client.call('conf.circDesks.get', { path: { library_code: 'MAIN', circ_desk_code: 'READING_ROOM' } }),
  },
  {
    ...{ section: 'deposit-profiles', find: 'locker key', code: 'LOCKER' },
    read: (client) => client.call('conf.depositProfiles.get', { path: { deposit_profile_id: 'LOCKER' } }),
  },
  {
    ...{ section: 'import-profiles', find: 'UPDATE_inv', code: '7200002' },
    read: (client) => client.call('conf.importProfiles.get', { path: { profile_id: '7200002' } }),
  },
  {
    ...{ section: 'printers', find: 'law-desk@example', code: 'LAW_DESK' },
    read: (client) => client.call('conf.printers.get', { path: { printer_id: '7100004' } }),
  },
];

for (const { section, find, code, read } of lists) {
  test(`${section}: browsed, searched as one types, opened with every field, and the code copied`, async ({
    carrel,
    service,
  }) => {
    const { page } = carrel;
    const room = new Configuration(page);
    await room.go(section);
    const rows = room.rows(section);
    await expect(rows.first()).toBeVisible();
    const all = await rows.count();
    expect(all).toBeGreaterThan(1);
    await expectAccessible(page, `the list of ${section}`);
    await reach(room.search);
    await write(page, find);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(code);
    // The only one that is left is opened.
    await press(page, 'Enter');
    await expect(room.record.getByRole('heading', { level: 2 })).toBeFocused();
    const record = await read(service.client);
    expect((await room.fieldNames()).toSorted()).toEqual(Object.keys(record ?? {}).toSorted());
    await expectAccessible(page, `one of ${section}`);
    await press(page, 'Alt+y');
    await expect(room.strip).toContainText(`${m.configuration_copied()} ${code}`);
    expect(await carrel.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(code);
    await press(page, 'F5');
    await expect(room.record.getByRole('heading', { level: 2 })).toBeVisible();
    // Back in the list the focus is on the row that was open, and its code can be copied there too.
    await press(page, 'Escape');
    await expect(room.record).toBeHidden();
    await expect(rows.first()).toBeFocused();
    await reach(room.search, 'Shift+Tab');
    await writeOver(page, 'no such words');
    await expect(page.getByText(m.configuration_none_found())).toBeVisible();
    await reach(page.getByRole('button', { name: m.configuration_show_every() }));
    await press(page, 'Enter');
    await expect(rows).toHaveCount(all);
  });
}

test('the desks of another library, and of all of them; one that cannot be read keeps no other from being seen', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new Configuration(page);
  await room.go('circ-desks');
  const rows = room.rows('circ-desks');
  await expect(rows).toHaveCount(2);
  await service.faults({
    fault: 'status',
    status: 403,
    operation: 'conf.circDesks.list',
    after: 1,
    count: 1,
  });
  const library = page.locator(
    `[aria-haspopup="listbox"][aria-label^="${m.configuration_field_library()}:"]`,
  );
  await reach(library);
  await press(page, 'ArrowDown');
  await strike(page, 'Home');
  await press(page, 'Enter');
  await expect(rows).toHaveCount(3);
  await expect(page.getByText(m.configuration_not_read({ list: 'Science Library' }))).toBeVisible();
  await expectAccessible(page, 'desks of one library not read');
  await reach(page.getByRole('button', { name: m.app_try_again() }));
  await press(page, 'Enter');
  await expect(rows).toHaveCount(4);
  await expect(page.getByRole('button', { name: m.app_try_again() })).toBeHidden();
});

test('from a code to where it is used: a desk, its locations, its printers; a department, its library, its work order type', async ({
  carrel,
}) => {
  const { page } = carrel;
  const room = new Configuration(page);
  const follow = async (field: string, name: string): Promise<void> => {
    await reach(room.field(field).getByRole('button', { name }).first());
    await press(page, 'Enter');
  };
  // A printer, its desk, and from the desk its locations.
  await room.go('printers');
  await room.open('printers', 'SCI_DESK');
  await follow('circulation_desk', 'DEFAULT_CIRC_DESK');
  await expect(room.tab('circ-desks')).toHaveAttribute('aria-selected', 'true');
  await expect(room.record.locator('header')).toContainText('Science Library');
  await reach(room.record.getByRole('button', { name: m.configuration_find_uses() }));
  await press(page, 'Enter');
  await expect(room.record.getByRole('list', { name: m.configuration_section_printers() })).toContainText(
    'SCI_DESK',
  );
  await follow('location', 'REMOTE');
  await expect(room.tab('locations')).toHaveAttribute('aria-selected', 'true');
  await expect(room.record.getByRole('heading', { level: 2 })).toHaveText('Remote Storage');
  await expect(room.record).toContainText('Science Library');
  // And from the location back to the desks that have it.
  await reach(room.record.getByRole('button', { name: m.configuration_find_uses() }));
  await press(page, 'Enter');
  await expectAccessible(page, 'where a location is used');
  await reach(
    room.record
      .getByRole('list', { name: m.configuration_section_circ_desks() })
      .getByRole('button', { name: 'DEFAULT_CIRC_DESK' }),
  );
  await press(page, 'Enter');
  await expect(room.tab('circ-desks')).toHaveAttribute('aria-selected', 'true');
  await expect(room.record.locator('header')).toContainText('Science Library');
  // A printer’s library, and a department’s.
  await room.go('printers');
  await expect(room.record.getByRole('heading', { level: 2 })).toBeVisible();
  await follow('library', 'SCI');
  await expect(room.tab('libraries')).toHaveAttribute('aria-selected', 'true');
  await expect(room.record.getByRole('heading', { level: 2 })).toHaveText('Science Library');
  await room.go('departments');
  await room.open('departments', 'CAT');
  await follow('library', 'MAIN');
  await expect(room.record.getByRole('heading', { level: 2 })).toHaveText('Main Library');
  await room.go('departments');
  await follow('work_order_type', 'AcqWorkOrder');
  await expect(room.tab('code-tables')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel').getByRole('heading', { name: /WorkOrderTypes/ })).toBeVisible();
});

test('where a library is used, from the lists that can be read; of the one that cannot nothing is known', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new Configuration(page);
  await room.go('libraries');
  await room.open('libraries', 'MAIN');
  await service.faults({ fault: 'status', status: 403, operation: 'conf.departments.list', count: 1 });
  await reach(room.record.getByRole('button', { name: m.configuration_find_uses() }));
  await press(page, 'Enter');
  const list = (section: SectionId) => room.record.getByRole('list', { name: names[section]() });
  await expect(list('circ-desks').getByRole('button')).toHaveCount(2);
  await expect(list('locations').getByRole('button')).toHaveCount(3);
  await expect(list('printers').getByRole('button')).toHaveCount(2);
  await expect(
    room.record.getByText(m.configuration_not_read({ list: m.configuration_section_departments() })),
  ).toBeVisible();
  // No profile here has an owner: nothing is said of them.
  await expect(room.record.getByText(m.configuration_not_used_in({ lists: '' }))).toHaveCount(0);
  await expectAccessible(page, 'where a library is used');
  await reach(room.record.getByRole('button', { name: m.app_try_again() }));
  await press(page, 'Enter');
  await expect(list('departments').getByRole('button')).toHaveCount(2);
  await reach(list('departments').getByRole('button').first());
  await press(page, 'Enter');
  await expect(room.tab('departments')).toHaveAttribute('aria-selected', 'true');
  await expect(room.record.getByRole('heading', { level: 2 })).toHaveText('Acquisitions');
});

test('a department and a printer lead to what names them, and back; nothing is said where no list can name one', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new Configuration(page);
  const find = async (): Promise<void> => {
    await reach(room.record.getByRole('button', { name: m.configuration_find_uses() }));
    await press(page, 'Enter');
  };
  await room.go('printers');
  await room.open('printers', 'MAIN_SLIPS');
  await find();
  await expect(room.record.getByText(m.configuration_uses_not_told())).toBeVisible();
  await expectAccessible(page, 'no list names a printer');
  await room.go('import-profiles');
  await room.open('import-profiles', 'Union catalogue');
  await expect(room.record.getByRole('button', { name: m.configuration_find_uses() })).toHaveCount(0);

  await using proxy = await standBetween(service.origin, ({ method, url, status, body }) => {
    if (method !== 'GET' || status !== 200 || !/\/circ-desks/.test(url)) return null;
    const named = { printer: { value: 'MAIN_SLIPS' }, department: { value: 'ACQ' } };
    const answer = JSON.parse(body) as { readonly circ_desk?: readonly object[] };
    const desks = answer.circ_desk?.map((desk) => ({ ...desk, ...named }));
    return { status, body: JSON.stringify({ ...answer, ...(desks ? { circ_desk: desks } : named) }) };
  });
  await connect(carrel, { ...service, origin: proxy.origin });
  const desks = room.record.getByRole('list', { name: m.configuration_section_circ_desks() });
  for (const [section, name, field] of [
    ['departments', 'ACQ', 'department'],
    ['printers', 'MAIN_SLIPS', 'printer'],
  ] as const) {
    await room.go(section);
    await room.open(section, name);
    await find();
    await expect(desks.getByRole('button')).toHaveCount(2);
    await reach(desks.getByRole('button', { name: 'READING_ROOM' }));
    await press(page, 'Enter');
    await expect(room.tab('circ-desks')).toHaveAttribute('aria-selected', 'true');
    await reach(room.field(field).getByRole('button', { name }));
    await press(page, 'Enter');
    await expect(room.tab(section)).toHaveAttribute('aria-selected', 'true');
    await expect(room.record.locator('header')).toContainText(name);
  }
});

test('a profile leads to its owner, and a field that nobody knows is shown as it came', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  await using proxy = await standBetween(service.origin, ({ method, url, status, body }) => {
    if (method !== 'GET' || status !== 200 || !/deposit-profiles\/DEPOSIT(\?|$)/.test(url)) return null;
    const record = JSON.parse(body) as object;
    const more = {
      ...{ owner: { value: 'LAW' }, valid_from: '2026-01-05Z', changed: '2026-03-04T10:00:00Z' },
      ...{
        rules: [{ group: { value: 'GUEST', desc: 'Guest' }, days: 30 }],
        notes: ['one', 'two'],
        empty: {},
      },
      ...{ 'odd <b>name</b>': { deep: { deeper: ['x', { code: 'Y', name: 'Why', colour: 'blue' }] } } },
    };
    return { status, body: JSON.stringify({ ...record, ...more }) };
  });
  await connect(carrel, { ...service, origin: proxy.origin });
  const room = new Configuration(page);
  await room.go('deposit-profiles');
  await room.open('deposit-profiles', 'DEPOSIT');
  await expect(room.field('valid_from').locator('time')).toHaveAttribute('datetime', '2026-01-05Z');
  await expect(room.field('changed').locator('time')).toHaveAttribute('datetime', '2026-03-04T10:00:00Z');
  await expect(room.field('rules')).toContainText(/Guest\s*GUEST/);
  await expect(room.field('notes').getByRole('listitem')).toHaveText(['one', 'two']);
  await expect(room.field('empty')).toHaveText(m.configuration_nothing());
  await expect(room.record.getByText('odd <b>name</b>', { exact: true })).toBeVisible();
  await expect(room.record.getByText('blue', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a record with unknown fields');
  await reach(room.field('owner').getByRole('button', { name: 'LAW' }));
  await press(page, 'Enter');
  await expect(room.record.getByRole('heading', { level: 2 })).toHaveText('Law Library');
});

test('what holds for all; an answer with nothing in it is said to be that', async ({ carrel, service }) => {
  const { page } = carrel;
  const room = new Configuration(page);
  await room.go('general');
  const panel = page.getByRole('tabpanel');
  const field = (name: string) => panel.locator(`dt[title="${name}"] + dd`);
  await expect(field('institution')).toContainText('CARREL');
  await expect(field('default_language')).toContainText('en');
  await expect(field('default_currency')).toContainText('ILS');
  await expectAccessible(page, 'general');
  await service.faults({ fault: 'empty', operation: 'conf.general', count: 1 });
  await reach(panel.getByRole('button', { name: m.lists_refresh() }));
  await press(page, 'F5');
  await expect(panel.getByText(m.configuration_general_empty())).toBeVisible();
  await expectAccessible(page, 'general, empty');
  await press(page, 'F5');
  await expect(field('institution')).toContainText('CARREL');
});

test('slow says so and can be stopped; a list that fails says so, and the others can be read', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const room = new Configuration(page);
  await service.faults(
    { fault: 'delay', ms: 60_000, operation: 'conf.importProfiles.list', count: 1 },
    { fault: 'status', status: 403, operation: 'conf.printers.list', count: 1 },
  );
  await room.go('import-profiles');
  await expect(page.getByRole('tabpanel').getByText(m.lists_reading(), { exact: true })).toBeVisible();
  await reach(page.getByRole('button', { name: m.app_stop() }));
  await press(page, 'Enter');
  await reach(page.getByRole('button', { name: m.app_try_again() }));
  await press(page, 'Enter');
  await expect(room.rows('import-profiles')).toHaveCount(3);
  await room.go('printers');
  await expect(page.getByRole('tabpanel').getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'printers that could not be read');
  await room.go('libraries');
  await expect(room.rows('libraries')).toHaveCount(3);
  // Whoever comes back to it has it read again.
  await room.go('printers');
  await expect(room.rows('printers')).toHaveCount(4);
});

test('a record that is gone since says so, and the way back is there; a list of none says that', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  let printers = 'as they are';
  await using proxy = await standBetween(service.origin, ({ method, url, status, body }) => {
    if (method !== 'GET' || status !== 200 || !/\/conf\/printers(\?|$)/.test(url)) return null;
    const answer = JSON.parse(body) as { printer: readonly object[] };
    const printer = printers === 'none' ? [] : [{ id: '1', code: 'GONE', name: 'Gone' }, ...answer.printer];
    return { status, body: JSON.stringify({ printer, total_record_count: printer.length }) };
  });
  await connect(carrel, { ...service, origin: proxy.origin });
  const room = new Configuration(page);
  await room.go('printers');
  await room.open('printers', 'GONE');
  await expect(room.record.getByRole('alert')).toContainText(m.failures_conf_printers_get_402899());
  await expectAccessible(page, 'a printer that is gone');
  await press(page, 'Escape');
  await expect(room.rows('printers').first()).toBeFocused();
  printers = 'none';
  await press(page, 'F5');
  await expect(page.getByText(m.configuration_empty_printers())).toBeVisible();
  await expectAccessible(page, 'no printers');
});

test('all sections are in sight, in a window and in a small one', async ({ carrel }) => {
  const { page } = carrel;
  const room = new Configuration(page);
  await room.go('libraries');
  try {
    for (const size of [
      { width: 1280, height: 800 },
      { width: 1024, height: 560 },
    ]) {
      await setSize(carrel, size);
      const last = room.tab('workflows');
      await expect(last).toBeInViewport({ ratio: 1 });
      await expect(room.tab('libraries')).toBeInViewport({ ratio: 1 });
      await expectAccessible(page, `the room at ${size.width} × ${size.height}`);
    }
    // Its keys and what it is for are on its help page.
    await press(page, 'Shift+F1');
    const help = page.getByRole('dialog');
    await expect(help).toContainText(m.help_configuration_workflows());
    await press(page, 'Escape');
    await expect(help).toBeHidden();
  } finally {
    await setSize(carrel, { width: 1280, height: 800 });
  }
});
