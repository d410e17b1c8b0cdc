import path from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../../build/electron.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { startProxy } from '../client/proxy.ts';
import { tlsFront } from '../client/tls-front.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel, setSize, type Carrel } from './app.ts';
import { smallestPage, sticksOut } from './fits.ts';
import { press, reach } from './keyboard.ts';
import { managed } from './managed.ts';
import { SettingsRoom } from './settings.ts';
import { institution } from './strange-services.ts';

const key = 'l7xx-by-a-proxy-of-ones-own';

/** The next file that is chosen in a dialog. */
const nextFile = ({ app }: Carrel, file: string): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);

test('by a proxy and an authority that are set here, the library is reached', async () => {
  await using library = await institution(key);
  await using front = await tlsFront(library.port);
  await using proxy = await startProxy();
  await using carrel = await openCarrel();
  const { page } = carrel;
  const settings = new SettingsRoom(page);
  await settings.go(m.station_connection());
  const network = page.getByRole('region', { name: m.network_title(), exact: true });
  const address = network.getByRole('textbox', { name: m.network_proxy_address(), exact: true });

  await test.step('an address that is none changes nothing', async () => {
    await settings.pick(m.network_proxy_own(), network);
    await settings.paste(address, 'socks5://anna:pw@proxy.example');
    await press(page, 'Enter');
    await expect(address).toHaveAccessibleDescription(new RegExp(m.failures_invalid_notAProxy()));
    await expectAccessible(page, 'a proxy that is none');
    expect(await carrel.ask('station.get', {})).toMatchObject({ value: { network: { proxy: '' } } });
  });

  await test.step('the library’s own authority is not known yet', async () => {
    await settings.paste(address, proxy.name);
    await press(page, 'Enter');
    await expect(network.getByRole('button', { name: m.network_proxy_use() })).toHaveCount(0);
    await settings.fill({ address: `https://library.test:${front.port}`, key });
    await settings.press(m.station_connect_act(), settings.form);
    await expect(settings.form).toContainText(m.failures_unreachable_certificate_authority(), {
      timeout: 60_000,
    });
    expect(proxy.requests).toContain(`CONNECT library.test:${front.port}`);
  });

  await test.step('a file that holds none is refused', async () => {
    await nextFile(carrel, path.join(root, 'package.json'));
    await settings.press(m.network_authority_choose(), network);
    await expect(network).toContainText(m.failures_invalid_notCertificates());
    await expect(network).toContainText(m.network_authority_none());
  });

  await test.step('with it the library is reached', async () => {
    await nextFile(carrel, path.join(root, 'test/client/authority/authority.pem'));
    await settings.press(m.network_authority_choose(), network);
    await expect(network).toContainText('authority.pem');
    await setSize(carrel, smallestPage);
    await carrel.ask('station.appearance', { theme: 'dark' });
    expect(await page.evaluate(sticksOut)).toEqual({ wide: 0, out: [] });
    await expectAccessible(page, 'a proxy and an authority, dark and small');
    await settings.press(m.station_connect_act(), settings.form);
    await settings.isConnected();
  });

  await test.step('both are taken back', async () => {
    await settings.go(m.station_connection());
    await settings.press(m.network_authority_forget(), network);
    await expect(network).toContainText(m.network_authority_none());
    await settings.pick(m.network_proxy_system(), network);
    await settings.press(m.network_proxy_use(), network);
    await expect(address).toHaveCount(0);
    expect(await carrel.ask('station.get', {})).toMatchObject({
      value: { network: { proxy: '', authority: '' } },
    });
  });
});

test('what a policy holds of the network is locked, with the file that says so', async () => {
  const proxy = 'PROXY one.example:3128; PROXY two.example:3128';
  await using desk = await managed({ mandatory: { proxy }, recommended: { language: 'en' } });
  const { page } = desk.carrel;
  const settings = new SettingsRoom(page);
  await settings.go(m.station_connection());
  const network = page.getByRole('region', { name: m.network_title(), exact: true });
  const address = network.getByRole('textbox', { name: m.network_proxy_address(), exact: true });
  await expect(address).toHaveValue(proxy);
  await expect(address).toBeDisabled();
  await expect(network.getByRole('button', { name: m.network_authority_choose() })).toBeEnabled();
  const lock = network.getByRole('button', { name: `${m.policy_locked()} ${desk.file}` });
  await reach(lock);
  await expectAccessible(page, 'a proxy that is locked');
  expect(await desk.carrel.ask('network.proxy', { proxy: '' })).toMatchObject({
    ok: false,
    failure: { kind: 'settings', why: 'locked', setting: 'proxy', place: desk.file },
  });
  await settings.open(m.station_look());
  const look = page.getByRole('tabpanel', { name: m.station_look() });
  await expect(look).toContainText(m.policy_from_recommended({ place: desk.file }));
  await desk.write({});
  await expect(look).not.toContainText(desk.file);
});
