import path from 'node:path';
import { baseUrl } from '../../client/address.ts';
import { isProxyList } from '../../client/proxy/route.ts';
import { longestProxy } from '../../contract/network.ts';
import type { PolicyId } from '../../contract/policy.ts';
import { longestIdle } from '../../contract/station.ts';
import { m } from '../../messages/compiled/messages.js';
import { allowed, choice, data, type Entry, text, whole } from './forms.ts';
import { MaintenanceWindow, PlaceByHost, SlipPrinters, weekdays } from './values.ts';

/** The languages of the program. */
const languages = { en: m.policy_language_en };

const holds = (check: () => unknown): boolean => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

/** An address that a key may be sent to, by the client's own rule; without user, password or `?`. */
const isAddress = (value: string): boolean => holds(() => baseUrl(value, 'svcws'));
const isRoot = (value: string): boolean => holds(() => baseUrl('https://library.example', value));

const isAbsolute = (value: string): boolean => path.posix.isAbsolute(value) || path.win32.isAbsolute(value);

const seconds = (value: number): string =>
  value === 0 ? m.policy_value_never() : m.policy_value_seconds({ shown: value });

const catalogued = {
  serviceAddress: text(
    {
      title: m.policy_serviceAddress,
      help: m.policy_serviceAddress_help,
      expected: m.policy_expected_address,
      sample: 'https://library.example.org',
    },
    isAddress,
    2000,
  ),
  serviceRoot: text(
    {
      title: m.policy_serviceRoot,
      help: m.policy_serviceRoot_help,
      expected: m.policy_expected_root,
      sample: 'svcws',
    },
    isRoot,
    100,
  ),
  placeByHost: data({
    title: m.policy_placeByHost,
    help: m.policy_placeByHost_help,
    expected: m.policy_expected_places,
    schema: PlaceByHost,
    show: (places) =>
      places
        .map(({ host, library, desk, department }) =>
          [`${host}: ${library}`, ...[desk ?? [], department ?? []].flat()].join(' · '),
        )
        .join('\n'),
    sample: [
      { host: 'main-desk-*', library: 'MAIN', desk: 'DEFAULT_CIRC_DESK' },
      { host: 'acq-??', library: 'MAIN', department: 'ACQ' },
    ],
  }),
  slipPrinters: data({
    title: m.policy_slipPrinters,
    help: m.policy_slipPrinters_help,
    expected: m.policy_expected_printers,
    schema: SlipPrinters,
    show: (printers) =>
      Object.entries(printers)
        .map(([kind, { printer, roll } = {}]) =>
          [`${kind}: ${printer ?? m.policy_value_default_printer()}`, ...(roll ? [`${roll} mm`] : [])].join(
            ', ',
          ),
        )
        .join('\n'),
    sample: { due: { printer: 'Desk receipt', roll: 80 }, pages: { printer: 'Office' } },
  }),
  proxy: text(
    {
      title: m.policy_proxy,
      help: m.policy_proxy_help,
      expected: m.policy_expected_proxy,
      sample: 'PROXY proxy.example.org:3128; DIRECT',
    },
    isProxyList,
    longestProxy,
  ),
  authorityFile: text(
    {
      title: m.policy_authorityFile,
      help: m.policy_authorityFile_help,
      expected: m.policy_expected_file,
      sample: '/etc/ssl/certs/library-authority.pem',
    },
    isAbsolute,
    1000,
  ),
  language: choice({ title: m.policy_language, help: m.policy_language_help, sample: 'en' }, languages),
  // The program's own screen lock: the patron is hidden, and the work goes on. The screen itself is the system's to lock.
  blurAfter: whole({ title: m.policy_blurAfter, help: m.policy_blurAfter_help, show: seconds, sample: 120 }, [
    0,
    longestIdle,
  ]),
  clearAfter: whole(
    { title: m.policy_clearAfter, help: m.policy_clearAfter_help, show: seconds, sample: 600 },
    [0, longestIdle],
  ),
  updateMode: choice(
    { title: m.policy_updateMode, help: m.policy_updateMode_help, sample: 'automatic' },
    {
      automatic: m.policy_updateMode_automatic,
      ask: m.policy_updateMode_ask,
      off: m.policy_updateMode_off,
    },
  ),
  updateRing: whole(
    { title: m.policy_updateRing, help: m.policy_updateRing_help, show: String, sample: 0 },
    [0, 99],
  ),
  updateVersion: text(
    {
      title: m.policy_updateVersion,
      help: m.policy_updateVersion_help,
      expected: m.policy_expected_version,
      sample: '1.4.2',
    },
    (value) => /^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(value),
    20,
  ),
  maintenanceWindow: data({
    title: m.policy_maintenanceWindow,
    help: m.policy_maintenanceWindow_help,
    expected: m.policy_expected_window,
    schema: MaintenanceWindow,
    show: ({ days = weekdays, from, to }) => `${days.join(', ')} ${from}–${to}`,
    sample: { days: ['mon', 'tue', 'wed', 'thu'], from: '22:00', to: '05:00' },
  }),
  allowFeeWaiving: allowed({
    title: m.policy_allowFeeWaiving,
    help: m.policy_allowFeeWaiving_help,
    sample: false,
  }),
  allowExports: allowed({ title: m.policy_allowExports, help: m.policy_allowExports_help, sample: true }),
  allowForcedPayment: allowed({
    title: m.policy_allowForcedPayment,
    help: m.policy_allowForcedPayment_help,
    sample: false,
  }),
} satisfies { readonly [K in PolicyId]: unknown };

type Catalogued = typeof catalogued;
type ValueOf<E> = E extends Entry<infer V> ? V : never;

/** The values of settings, each of its own type. */
export type PolicyValues = { readonly [K in PolicyId]: ValueOf<Catalogued[K]> };

/**
 * Everything that a fleet may set. A setting is added here, and everything else follows: what a file may say, the JSON
 * Schema, the templates for group policy and profiles, the sample, the documentation, and what a window shows of it.
 * There is never a secret among them: a policy can be read by every user of the machine.
 */
export const catalogue: { readonly [K in PolicyId]: Entry<PolicyValues[K]> } = catalogued;
