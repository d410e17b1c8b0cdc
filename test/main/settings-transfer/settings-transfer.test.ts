import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  settingsGroups,
  type SettingsFileView,
  type SettingsGroup,
} from '../../../src/contract/settings-transfer.ts';
import type { Reply } from '../../../src/contract/define.ts';
import { m } from '../../../src/messages/compiled/messages.js';
import { readSettingsFile } from '../../../src/main/settings-transfer/file.ts';
import {
  mostBytes,
  transferOf,
  type Transfer,
  withTransfer,
  writeSettingsFile,
} from '../../../src/main/settings-transfer/transfer.ts';
import { defaultSettings, type Settings } from '../../../src/main/station/settings.ts';
import { etc, testRoot } from '../policy/support.ts';
import { memorySettings } from '../station/support.ts';
import { openQuietParts } from '../support/backend.ts';
import { MemoryFiles } from '../support/ports.ts';

const printer = { at: 'printer', name: 'Desk receipt' } as const;
/** A station as a librarian has set it up. */
const setUp: Partial<Settings> = {
  institution: { address: 'https://library.example', root: 'svcws', library: 'own-id-of-a-library' },
  keyInKeychain: true,
  appearance: { ...defaultSettings.appearance, theme: 'dark', blurAfter: 60 },
  slips: {
    ...defaultSettings.slips,
    header: 'City Library',
    folder: '/home/someone/slips',
    kinds: { ...defaultSettings.slips.kinds, due: { when: 'ask', text: 'Bye', printer, roll: 80 } },
  },
  labels: { ...defaultSettings.labels, what: 'spine', next: 7 },
  banknotes: { ILS: ['20', '50'] },
  network: { proxy: 'PROXY proxy.example:3128', authority: { file: 'ca.pem', pem: ['a certificate'] } },
  updates: { mode: 'ask' },
  folders: { save: '/home/someone' },
};

async function station(start: Partial<Settings> = {}, policy: object = {}) {
  const at = testRoot();
  const place = at.write(`${etc}/a.json`, policy);
  const files = new MemoryFiles();
  const settings = memorySettings(start);
  const backend = await openQuietParts({ folder: at.own, policy: at.open(), settings, files });
  onTestFinished(() => backend.close());
  const ask = async <T>(name: string, input: object = {}): Promise<Reply<T>> =>
    (await backend.router.call(
      { window: 1, report: () => undefined },
      name,
      randomUUID(),
      input,
    )) as Reply<T>;
  return {
    ...{ files, settings, place, ask },
    async exported(): Promise<string> {
      files.place = '/chosen.carrel-settings';
      expect(await ask('settingsTransfer.export')).toMatchObject({ ok: true });
      return String(files.written.get('/chosen.carrel-settings'));
    },
    async open(content: string | Uint8Array): Promise<SettingsFileView> {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      files.choice = { name: 'a.carrel-settings', size: bytes.length, read: () => Promise.resolve(bytes) };
      const reply = await ask<SettingsFileView>('settingsTransfer.open');
      if (!reply.ok) throw new Error(JSON.stringify(reply.failure));
      return reply.value;
    },
    apply: (groups: readonly SettingsGroup[] = settingsGroups) =>
      ask<SettingsFileView>('settingsTransfer.apply', { groups }),
  };
}

const file = (content: object): string => JSON.stringify({ schema: 'carrel-settings/1', ...content });

describe('from one station to another', () => {
  test('what the scanners send goes with it, by itself, and the refusal of other codes with the barcodes', async () => {
    const scanner = { prefix: '*', suffix: 'd' };
    const barcodes = { ...defaultSettings.barcodes, onlyRules: true };
    const other = await station();
    const view = await other.open(await (await station({ ...setUp, scanner, barcodes })).exported());
    for (const [group, title, now, next] of [
      ['scanner', m.station_scanner_prefix(), '', '*'],
      ['scanner', m.station_scanner_suffix(), '', 'd'],
      ['barcodes', m.station_barcodes_only(), m.settings_transfer_off(), m.settings_transfer_on()],
    ])
      expect(view.differences).toContainEqual({ group, title, now, next, stays: '', note: '' });
    await other.apply(['scanner']);
    expect(other.settings.now).toMatchObject({ scanner, barcodes: { onlyRules: false } });
    await other.apply(['barcodes']);
    expect(other.settings.now).toMatchObject({ scanner, barcodes });
    const unseen = await other.open(file({ scanner: { prefix: '\u200b' } }));
    expect(unseen.problems).toEqual([
      { text: m.settings_transfer_value({ key: 'scanner.prefix' }), isFatal: true },
    ]);
  });

  test('a file has what another station can use, and nothing of this one alone', async () => {
    const text = await (await station(setUp)).exported();
    expect(JSON.parse(text)).toMatchObject({
      schema: 'carrel-settings/1',
      service: { address: 'https://library.example', root: 'svcws' },
      slips: { header: 'City Library', kinds: { due: { printer } } },
    });
    for (const own of [
      'own-id-of-a-library',
      '/home/someone',
      'keychain',
      'next',
      'practice',
      'firstStart',
      'certificate',
    ])
      expect(text).not.toContain(own);
  });

  test('is compared first, and then taken over by groups; undone it is as before', async () => {
    const text = await (await station(setUp)).exported();
    const other = await station();
    const before = other.settings.now;
    const view = await other.open(text);
    expect(other.settings.now).toEqual(before);
    expect(view.otherService).toEqual({ address: 'https://library.example', root: 'svcws' });
    expect(view.differences).toContainEqual({
      ...{ group: 'appearance', title: m.station_look_theme() },
      ...{ now: m.station_look_system(), next: m.station_look_dark(), stays: '', note: '' },
    });
    expect(view.differences).toContainEqual(
      expect.objectContaining({ next: 'Desk receipt · 80 mm', note: m.settings_transfer_no_printer() }),
    );
    const applied = await other.apply([
      'network',
      'updates',
      'appearance',
      'privacy',
      'slips',
      'labels',
      'service',
    ]);
    expect(applied).toMatchObject({ ok: true, value: { canUndo: true } });
    const now = other.settings.now;
    expect(now.slips).toEqual({ ...setUp.slips, folder: '' });
    expect(now.labels).toEqual({ ...setUp.labels, next: 1 });
    expect(now.appearance).toEqual(setUp.appearance);
    expect(now.updates).toEqual({ mode: 'ask' });
    expect(now.network).toEqual({ proxy: 'PROXY proxy.example:3128', authority: null });
    // Left out by the person; and a key is nothing that a file can bring.
    expect(now.banknotes).toEqual({});
    expect(now.institution).toBeNull();
    expect(await other.ask('settingsTransfer.undo')).toMatchObject({ ok: true, value: { canUndo: false } });
    expect({ ...other.settings.now, chosen: null }).toEqual({ ...before, chosen: null });
  });

  test('what a policy holds stays, and says so; all else is taken over', async () => {
    const text = await (await station(setUp)).exported();
    const policy = { blurAfter: 240, slipPrinters: { due: { printer: 'Front' } } };
    const other = await station({}, policy);
    const { differences } = await other.open(text);
    const held = m.settings_transfer_held({ place: other.place });
    expect(differences.filter(({ stays }) => stays === held).map(({ title }) => title)).toEqual([
      m.station_idle_blur(),
      m.slips_printer_of({ slip: m.slips_kind_due() }),
    ]);
    const reply = await other.apply();
    expect(reply).toMatchObject({ ok: true });
    expect(other.settings.now.slips.header).toBe('City Library');
    expect(other.settings.now.slips.kinds.due.text).toBe('Bye');
    // Of the user's own choice nothing was changed under the policy.
    expect(other.settings.now.appearance.blurAfter).toBe(defaultSettings.appearance.blurAfter);
    expect(reply.ok && reply.value.differences.map(({ stays }) => stays !== '')).not.toContain(false);
  });

  test('on a full disk nothing is changed, and that is said', async () => {
    const text = await (await station(setUp)).exported();
    const other = await station();
    await other.open(text);
    const before = other.settings.now;
    other.settings.full = true;
    expect(await other.apply()).toEqual({ ok: false, failure: { kind: 'settings', why: 'full' } });
    expect(other.settings.now).toEqual(before);
  });

  test('a place is taken only where its library system is connected', async () => {
    const place = { library: { code: 'MAIN', label: 'Main' }, desk: null, department: null };
    const other = await station();
    const { differences } = await other.open(file({ place }));
    expect(differences).toMatchObject([{ group: 'place', stays: m.settings_transfer_not_connected() }]);
    expect(await other.apply()).toMatchObject({ ok: true });
    expect(other.settings.now.institutionPlace).toEqual(defaultSettings.institutionPlace);
  });

  test('a window without a file has nothing to take over, or to undo', async () => {
    const other = await station();
    expect(await other.apply()).toMatchObject({ ok: false, failure: { kind: 'invalid', field: 'file' } });
    await other.open(file({ appearance: { theme: 'dark' } }));
    expect(await other.ask('settingsTransfer.undo')).toMatchObject({ ok: false });
    expect(await other.ask('settingsTransfer.forget')).toMatchObject({ ok: true });
    expect(await other.ask('settingsTransfer.compare')).toEqual({ ok: true, value: null });
  });
});

describe('a file that cannot be used changes nothing, and says where it is wrong', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`) as object;
  test.each<[string, string | Uint8Array, string]>([
    ['nothing in it', '  \n', m.policy_fault_empty()],
    ['bytes', new Uint8Array([0xff, 0x00, 0xd8]), m.policy_fault_encoding()],
    ['text that breaks off', '{"schema": "carrel-settings/1",\n "slips": {', 'line 2'],
    ['a comma too many', '{"schema": "carrel-settings/1",}', 'line 1'],
    ['a list', '[]', 'carrel-settings/1'],
    ['a policy', JSON.stringify({ schema: 'carrel-policy/1', mandatory: {} }), 'carrel-settings/1'],
    ['no settings', file({}), m.settings_transfer_nothing()],
    ['a key', file({ service: { address: 'https://a.example', root: 'r', apiKey: 'x' } }), 'service.apiKey'],
    ['a group that is none', file({ slips: 'paper' }), 'slips'],
    ['a text for a number', file({ privacy: { blurAfter: '60' } }), 'privacy.blurAfter'],
    ['another word', file({ appearance: { theme: 'pink' } }), 'system, light, dark, contrast'],
    ['too much', file({ privacy: { blurAfter: 1e9 } }), '86400'],
    ['plain http to elsewhere', file({ service: { address: 'http://a.example', root: 'r' } }), 'service'],
    [
      'a rule for every code',
      file({
        barcodes: { rules: [{ kind: 'item', prefix: '', length: null, digits: false, checkDigit: false }] },
      }),
      'barcodes',
    ],
    ['no proxy', file({ network: { proxy: 'a proxy, please' } }), 'network'],
    ['banknotes of letters', file({ banknotes: { ILS: ['x'] } }), 'banknotes'],
    ['a picture from elsewhere', file({ slips: { logo: 'https://a.example/a.png' } }), 'slips.logo'],
    ['nested too deep', file({ slips: deep }), m.policy_fault_tooDeep()],
    ['a stray word', '{"schema": "carrel-settings/1",\n "slips": paper}', 'line 2, column 11'],
    [
      'a name twice',
      '{"schema": "carrel-settings/1",\n "slips": {"to": "pdf",\n "to": "paper"}}',
      'slips.to',
    ],
  ])('%s', async (_, content, words) => {
    const other = await station();
    const before = other.settings.now;
    const { problems, differences } = await other.open(content);
    expect(differences).toEqual([]);
    expect(problems[0]).toMatchObject({ isFatal: true });
    expect(problems[0]?.text).toContain(words);
    await other.apply();
    expect({ ...other.settings.now, chosen: null }).toEqual({ ...before, chosen: null });
  });

  test('one that is too large is not read', async () => {
    const other = await station();
    other.files.choice = { name: 'a', size: mostBytes + 1, read: () => Promise.reject(new Error('read')) };
    expect(await other.ask('settingsTransfer.open')).toMatchObject({
      ok: false,
      failure: { kind: 'invalid', reason: 'fileTooLarge' },
    });
  });

  test.each([
    ['a text without its end', `"${'\\"'.repeat(400_000)}`, 1],
    ['signs', `{${'\n;'.repeat(400_000)}`, 1],
    ['names', `{${Array.from({ length: 60_000 }, (_, nth) => `"a${nth}": 1`).join()}, "slips": 1}`, 1],
    [
      'names that nothing has',
      `{"schema": "carrel-settings/1"${Array.from({ length: 60_000 }, (_, nth) => `, "a${nth}": 1`).join('')}}`,
      100,
    ],
  ])('a megabyte of %s is judged at once', (_of, text, count) => {
    const { problems } = readSettingsFile(Buffer.from(text), transferOf(defaultSettings));
    expect(problems).toHaveLength(count);
    expect(problems[0]).toMatchObject({ isFatal: true });
  });

  test('names of a later version are named and left out', async () => {
    const other = await station();
    const content = file({
      appearance: { theme: 'dark', glow: 3 },
      hologram: {},
      slips: { kinds: { due: { scent: 1 } } },
      barcodes: { rules: defaultSettings.barcodes.rules.map((rule) => ({ ...rule, smell: 1 })) },
    });
    const { problems, differences } = await other.open(content);
    const unknown = ['appearance.glow', 'hologram', 'slips.kinds.due.scent', 'barcodes.rules.0.smell'];
    expect(problems.map(({ text }) => text)).toEqual(
      [...unknown, 'barcodes.rules.1.smell'].map((key) => m.settings_transfer_unknown({ key })),
    );
    expect(differences).toHaveLength(1);
  });
});

describe('whatever is in a file', () => {
  const here = transferOf(defaultSettings);

  test('what was written is read as it was', () => {
    const changed = fc
      .record({
        blurAfter: fc.integer({ min: 0, max: 86_400 }),
        header: fc.string({ maxLength: 200, unit: 'grapheme' }),
        theme: fc.constantFrom('system', 'light', 'dark', 'contrast'),
        volume: fc.double({ min: 0, max: 1, noNaN: true }),
        name: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
      })
      .map(({ blurAfter, header, theme, volume, name }): Settings => {
        const { appearance, slips } = defaultSettings;
        return {
          ...defaultSettings,
          appearance: { ...appearance, blurAfter, theme, volume },
          slips: { ...slips, header, pages: { at: 'printer', name } },
        };
      });
    fc.assert(
      fc.property(changed, (settings) => {
        const wanted = transferOf(settings);
        const { transfer, problems } = readSettingsFile(
          Buffer.from(writeSettingsFile(wanted, '1.0.0')),
          here,
        );
        expect(problems).toEqual([]);
        expect(JSON.parse(JSON.stringify(transferOf(withTransfer(defaultSettings, transfer))))).toEqual(
          JSON.parse(JSON.stringify(wanted)),
        );
      }),
    );
  });

  test('it is either settings that are possible, or nothing', () => {
    const anything = fc.oneof(
      fc.json().map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc
        .dictionary(fc.constantFrom(...settingsGroups), fc.jsonValue())
        .map((content) => Buffer.from(JSON.stringify({ ...content, schema: 'carrel-settings/1' }))),
    );
    fc.assert(
      fc.property(anything, (bytes) => {
        const { transfer, problems }: { transfer: Transfer; problems: readonly { isFatal: boolean }[] } =
          readSettingsFile(bytes, here);
        if (problems.some(({ isFatal }) => isFatal)) expect(transfer).toEqual({});
        else
          expect(readSettingsFile(Buffer.from(writeSettingsFile(transfer, '')), here).transfer).toEqual(
            transfer,
          );
      }),
      { numRuns: 500 },
    );
  });
});
