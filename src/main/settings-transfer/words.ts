import { slipKinds, type PrinterChoice, type SlipKind } from '../../contract/slips.ts';
import type { SettingsGroup } from '../../contract/settings-transfer.ts';
import type { PolicyId } from '../../contract/policy.ts';
import { m } from '../../messages/compiled/messages.js';
import { catalogue } from '../policy/catalogue.ts';
import type { Transfer } from './transfer.ts';

/** A line of the difference: one setting, or what is chosen together. */
export interface Line {
  readonly group: SettingsGroup;
  readonly title: string;
  /** For people; `''` for none. */
  readonly value: string;
  /** What tells two values apart, where the words do not: a picture. */
  readonly exact: string;
  /** The setting of the policy that may hold it, where that is no cell. */
  readonly policy?: PolicyId;
  /** The cell of the policy that may hold it. */
  readonly cell?: string;
  /** The printer that it names; null for none. */
  readonly printer?: string | null;
}

const slipNames: Readonly<Record<SlipKind, () => string>> = {
  due: m.slips_kind_due,
  return: m.slips_kind_return,
  hold: m.slips_kind_hold,
  transit: m.slips_kind_transit,
  payment: m.slips_kind_payment,
  session: m.slips_kind_session,
  takings: m.slips_kind_takings,
  route: m.slips_kind_route,
  workOrder: m.slips_kind_work_order,
  claim: m.slips_kind_claim,
  lending: m.slips_kind_lending,
};
const times = { never: m.slips_when_never, ask: m.slips_when_ask, always: m.slips_when_always };
const themes = {
  system: m.station_look_system,
  light: m.station_look_light,
  dark: m.station_look_dark,
  contrast: m.station_look_contrast,
};
const to = { paper: m.slips_to_paper, pdf: m.slips_to_pdf };
const labelWords = { both: m.labels_what_both, spine: m.labels_what_spine, barcode: m.labels_what_barcode };
const yesNo = (is: boolean): string => (is ? m.settings_transfer_on() : m.settings_transfer_off());

const printerText = (printer: PrinterChoice): string => {
  if (printer.at === 'printer') return printer.name;
  return printer.at === 'ask' ? m.slips_printer_ask() : m.slips_printer_system_unread();
};
const nameOf = (printer: PrinterChoice): string | null => (printer.at === 'printer' ? printer.name : null);

type LinesOf<K extends SettingsGroup> = (value: NonNullable<Transfer[K]>) => readonly Omit<Line, 'group'>[];

const line = (title: string, value: string, more: Partial<Line> = {}): Omit<Line, 'group'> => ({
  ...{ title, value, exact: value },
  ...more,
});

const lines: { readonly [K in SettingsGroup]: LinesOf<K> } = {
  service: ({ address, root }) => [
    line(m.settings_transfer_service(), `${address}/${root}`, { policy: 'serviceAddress' }),
  ],
  place: ({ library, desk, department }) => [
    line(m.station_place(), [library, desk, department].map((one) => one?.label ?? '–').join(' · '), {
      policy: 'placeByHost',
      exact: [library, desk, department].map((one) => one?.code ?? '').join('\n'),
    }),
  ],
  network: ({ proxy }) => [
    line(m.settings_transfer_proxy(), proxy === '' ? m.network_proxy_system() : proxy, {
      cell: 'proxy',
    }),
  ],
  appearance: ({ theme, density, text, sounds, volume }) => [
    line(m.station_look_theme(), themes[theme]()),
    line(
      m.station_look_density(),
      density === 'dense' ? m.station_look_dense() : m.station_look_comfortable(),
    ),
    line(m.station_look_text(), text === 'usual' ? m.station_look_text_usual() : m.station_look_text_large()),
    line(m.station_sounds_on(), yesNo(sounds)),
    line(
      m.station_sounds_volume(),
      m.station_sounds_volume_value({ percent: String(Math.round(volume * 100)) }),
    ),
  ],
  privacy: ({ blurAfter, clearAfter }) => [
    line(m.station_idle_blur(), catalogue.blurAfter.show(blurAfter), {
      cell: 'blurAfter',
    }),
    line(m.station_idle_clear(), catalogue.clearAfter.show(clearAfter), {
      cell: 'clearAfter',
    }),
  ],
  slips: (slips) => [
    line(m.slips_to(), to[slips.to]()),
    line(m.slips_names(), slips.names === 'full' ? m.slips_names_full() : m.slips_names_short()),
    line(m.slips_header(), slips.header),
    line(m.slips_footer(), slips.footer),
    line(m.settings_transfer_logo(), slips.logo === '' ? '' : m.settings_transfer_logo_there(), {
      exact: slips.logo,
    }),
    ...slipKinds.flatMap((kind) => {
      const { when, text, printer, roll } = slips.kinds[kind];
      const slip = slipNames[kind]();
      const width = roll === null ? '' : ` · ${roll} mm`;
      return [
        line(m.slips_when_of({ slip }), times[when]()),
        line(m.slips_printer_of({ slip }), printerText(printer) + width, {
          cell: `slipPrinters.${kind}`,
          printer: nameOf(printer),
        }),
        line(m.slips_text({ slip }), text),
      ];
    }),
    line(m.slips_printer_of({ slip: m.slips_printers_pages() }), printerText(slips.pages), {
      cell: 'slipPrinters.pages',
      printer: nameOf(slips.pages),
    }),
  ],
  labels: ({ to: where, printer, what, whenFull, stock }) => [
    line(m.settings_transfer_labels_to(), to[where]()),
    line(m.labels_printer(), printerText(printer), { printer: nameOf(printer) }),
    line(m.labels_what(), labelWords[what]()),
    line(m.labels_when_full(), yesNo(whenFull)),
    line(
      m.labels_stock(),
      m.settings_transfer_stock({
        page: `${stock.page.width} × ${stock.page.height}`,
        label: `${stock.label.width} × ${stock.label.height}`,
        count: String(stock.columns * stock.rows),
      }),
      { exact: JSON.stringify(stock) },
    ),
  ],
  barcodes: ({ rules, code39, aim, onlyRules }) => [
    line(
      m.station_barcodes(),
      rules
        .map(({ kind, prefix, length, digits, checkDigit }) =>
          [
            kind === 'patron' ? m.station_barcodes_patron() : m.station_barcodes_item(),
            ...(prefix === '' ? [] : [`${prefix}…`]),
            ...(length === null ? [] : [String(length)]),
            ...(digits ? [m.station_barcodes_digits()] : []),
            ...(checkDigit ? [m.station_barcodes_check()] : []),
          ].join(', '),
        )
        .join('; '),
      { exact: JSON.stringify(rules) },
    ),
    line(m.station_barcodes_code39(), yesNo(code39)),
    line(m.station_barcodes_aim(), yesNo(aim)),
    line(m.station_barcodes_only(), yesNo(onlyRules)),
  ],
  scanner: ({ prefix, suffix }) => [
    line(m.station_scanner_prefix(), prefix),
    line(m.station_scanner_suffix(), suffix),
  ],
  banknotes: (notes) =>
    Object.entries(notes)
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([currency, values]) => line(m.settings_transfer_banknotes({ currency }), values.join(', '))),
  updates: ({ mode }) => [line(m.updates_mode(), catalogue.updateMode.show(mode), { cell: 'updateMode' })],
};

/** All settings of a group, in words. */
export function linesOf(group: SettingsGroup, transfer: Transfer): readonly Line[] {
  const value = transfer[group];
  // A value is that of the group of the same name.
  const inWords = lines[group] as (value: unknown) => readonly Omit<Line, 'group'>[];
  return value === undefined ? [] : inWords(value).map((one) => ({ ...one, group }));
}
