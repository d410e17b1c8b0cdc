import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { behindProxy } from '../e2e/institution-proxy.ts';
import { press, reach, scan, write } from '../e2e/keyboard.ts';
import { SettingsRoom } from '../e2e/settings.ts';
import { institution } from '../e2e/strange-services.ts';
import type { Camera } from './camera.ts';

const key = 'l7xx-the-institutions-key';

/** The samples and the settings, section by section. */
export async function station(open: typeof Camera.open): Promise<void> {
  await using camera = await open('station');
  const { page } = camera.carrel;
  await page.keyboard.press('Alt+7');
  await page.getByRole('heading', { level: 1, name: m.app_room_samples() }).waitFor({ state: 'attached' });
  await page.getByRole('img').first().waitFor();
  await camera.take('samples', { whole: true });

  const settings = new SettingsRoom(page);
  await settings.go();
  await camera.take('place', { whole: true, low: true });
  const section = (title: string) => page.getByRole('region', { name: title, exact: true });
  await settings.open(m.station_look());
  await camera.take('appearance', { low: true });
  await settings.open(m.station_sounds());
  await camera.take('sounds', { low: true });
  await settings.open(m.slips_settings());
  await camera.take('slips', { whole: true, low: true });
  const star = { at: 'printer', name: 'Star_TSP143' } as const;
  await camera.carrel.ask('slips.change', { kinds: { hold: { printer: star, roll: 80 } } });
  const printers = page.getByRole('group', { name: m.slips_printers(), exact: true });
  await settings.press(m.slips_test_of({ slip: m.slips_kind_due() }));
  await printers.getByText(m.slips_test_done({ slip: m.slips_kind_due() })).waitFor();
  await camera.take('where slips are printed', { at: printers, whole: true });
  await settings.press(m.slips_test_of({ slip: m.slips_kind_hold() }));
  await printers.getByRole('alert').waitFor();
  await camera.take('a printer that is not there', { at: printers.getByRole('alert') });
  const words = page.getByRole('textbox', { name: m.slips_footer(), exact: true });
  await camera.take('the words of a slip', { at: words, whole: true });
  await settings.pick(m.slips_width_sheet());
  const preview = page.getByRole('group', { name: m.slips_preview_of({ slip: m.slips_kind_due() }) });
  await camera.take('preview of a sheet', { at: preview });
  await settings.open(m.station_barcodes());
  await camera.take('barcode rules', { whole: true, low: true });
  const bench = page.getByRole('group', { name: m.station_barcodes_try(), exact: true });
  await reach(page.getByRole('textbox', { name: m.station_barcodes_try() }));
  await write(page, `*${code('itemFree1')}*`);
  await bench.getByText(m.station_barcodes_read_item(), { exact: true }).waitFor();
  await camera.take('a barcode tried', { at: bench, whole: true });
  await press(page, 'Control+A');
  await write(page, '31234000001015');
  await bench.getByText(m.station_barcodes_read_refused()).first().waitFor();
  await camera.take('a barcode misread', { at: bench });
  await taught(camera);
  await settings.open(m.station_privacy());
  await camera.take('privacy', { whole: true, low: true });
  await settings.open(m.station_about());
  await camera.take('about');
  await settings.open(m.station_connection());
  await camera.take('connection', { whole: true, low: true });
  await camera.carrel.ask('station.appearance', { text: 'large' });
  await camera.take('connection in large text', { whole: true, low: true });
  await settings.open(m.slips_settings());
  await camera.take('slips in large text', { whole: true, low: true });
  await camera.carrel.ask('station.appearance', { text: 'usual' });
  await settings.fill({ address: 'http://127.0.0.1:9', key: 'not-a-key' });
  await settings.press(m.station_connect_test(), settings.form);
  await settings.form.getByRole('alert').waitFor({ timeout: 60_000 });
  await camera.take('no such service', { at: settings.form.getByRole('alert') });
  await using real = await institution(key);
  await using sandbox = await institution(key);
  await settings.connect({ address: real.address, key });
  await page.getByText(m.station_place_missing()).waitFor();
  await camera.take('connected and a library to be chosen');
  await settings.fill({ address: sandbox.address, key });
  await settings.press(m.station_connect_act(), settings.form);
  const which = section(m.station_which_title());
  await which.waitFor();
  await camera.take('which library it is', { at: which });
  await proxy(open);
}

/** A scanner that is taught: asked for, of two libraries, contradictory, found and set. */
async function taught(camera: Camera): Promise<void> {
  const { page } = camera.carrel;
  const settings = new SettingsRoom(page);
  const teach = page.getByRole('group', { name: m.station_teach(), exact: true });
  const at = { at: teach, whole: true, low: true };
  const codes = (['patronGood', 'itemFree1', 'patronBlocked', 'itemFree2'] as const).map(code);
  const scanned = async (texts: readonly string[], said: string): Promise<void> => {
    for (const [index, text] of texts.entries()) {
      await scan(page, text);
      await teach.getByRole('listitem').nth(index).getByText(text).waitFor();
    }
    await teach.getByText(said).first().waitFor();
  };
  await settings.press(m.station_teach());
  await scanned([`*${codes[0] ?? ''}d`], m.station_teach_ask_book());
  await scan(page, `*${codes[0] ?? ''}d`);
  await teach.getByText(m.station_teach_same()).waitFor();
  await camera.take('a scanner is taught', at);
  await press(page, 'Escape');
  await press(page, 'Enter');
  await scanned(
    codes.map((one, index) => `${index === 3 ? '#' : '*'}${one}d`),
    m.station_teach_different(),
  );
  await camera.take('codes that contradict each other', at);
  await scanned(
    codes.map((one) => `*${one}d`),
    m.station_teach_read(),
  );
  await camera.take('what surrounds codes found', at);
  await press(page, 'Enter');
  await teach.getByText(m.station_teach_done()).waitFor();
  await camera.take('a scanner was taught', at);
}

/** A proxy that wants a password, and one that was given it. */
async function proxy(open: typeof Camera.open): Promise<void> {
  await using library = await behindProxy(key, 'desk:let-me-through');
  await using camera = await open('station-proxy', { env: library.env });
  const { page } = camera.carrel;
  const settings = new SettingsRoom(page);
  await settings.go();
  await settings.fill({ address: library.address, key });
  await settings.press(m.station_connect_test(), settings.form);
  const section = page.getByRole('region', { name: m.station_proxy(), exact: true });
  await section.waitFor({ timeout: 20_000 });
  await camera.take('wants a password', { at: section, whole: true });
  await camera.take('in the form', { at: settings.form.getByRole('alert') });
  const user = section.getByRole('textbox', { name: m.failures_field_user(), exact: true });
  await reach(user, 'Shift+Tab');
  await settings.paste(user, 'desk');
  await settings.paste(section.getByLabel(m.failures_field_password(), { exact: true }), 'let-me-through');
  await settings.press(m.station_proxy_use(), section);
  await section.getByRole('alert').waitFor({ timeout: 20_000 });
  await camera.take('no keychain', { at: section, whole: true });
  await settings.press(m.station_proxy_run_only(), section);
  await section.getByText(m.station_proxy_entered()).waitFor();
  await camera.take('entered', { at: section });
}
