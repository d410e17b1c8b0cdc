import type { DiagnosticsReport } from '../../contract/diagnostics.ts';
import { m } from '../../messages/compiled/messages.js';
import { countText, dateText, durationText, sizeText } from '../ui/format.ts';

/** A line of a table of the report: what, and its value as it is shown. `detail` stands below, in the type of code. */
export interface ReportLine {
  readonly name: string;
  readonly value: string;
  readonly detail?: string;
}

export interface ReportTable {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly ReportLine[];
}

const known = <T>(value: T | null, text: (value: T) => string): string =>
  value === null ? m.diagnostics_unknown() : text(value);
const orNone = (texts: readonly string[]): string =>
  texts.length === 0 ? m.diagnostics_none() : texts.join(', ');
const sized = (
  { width, height }: { readonly width: number; readonly height: number },
  scale: number,
): string =>
  m.diagnostics_size({
    width: String(width),
    height: String(height),
    scale: String(Math.round(scale * 100)),
  });

/** The report as tables for people; the text of the file has the same. */
export function reportTables(report: DiagnosticsReport): readonly ReportTable[] {
  const { journal, service, printers, settings, updates, log } = report;
  const all: readonly (readonly [string, string, readonly ReportLine[]])[] = [
    ['program', m.diagnostics_section_program(), programLines(report)],
    ['journal', m.diagnostics_section_journal(), journalLines(journal)],
    ['service', m.diagnostics_section_service(), serviceLines(service)],
    [
      'settings',
      m.diagnostics_section_settings(),
      settings.map(({ title, value, from, place }) => ({
        name: title,
        value: value === '' ? m.diagnostics_none() : value,
        detail: place === '' ? from : `${from}: ${place}`,
      })),
    ],
    [
      'updates',
      m.diagnostics_section_updates(),
      updates.map(({ at, event, version, trouble }) => ({
        name: dateText(at, 'moment'),
        value: [event, version, trouble].filter((word) => word !== '').join(' '),
      })),
    ],
    [
      'printers',
      m.diagnostics_section_printers(),
      [
        { name: m.diagnostics_printers_found(), value: known(printers.names, orNone) },
        ...printers.slips.map(({ slip, when, printer }) => ({ name: slip, value: `${when}, ${printer}` })),
      ],
    ],
    [
      'screens',
      m.diagnostics_section_screens(),
      [
        ...report.windows.map((one) => ({ name: m.diagnostics_window_size(), value: sized(one, one.zoom) })),
        ...report.screens.map((one) => ({ name: m.diagnostics_screen_size(), value: sized(one, one.scale) })),
      ],
    ],
    [
      'log',
      m.diagnostics_section_log(),
      log.map(({ at, event, error, code, stack, id }) => ({
        name: dateText(at, 'moment'),
        value: [event, error, code].filter((word) => word !== null).join(' '),
        ...(id !== null && { detail: [id, ...stack.slice(0, 3)].join('\n') }),
      })),
    ],
  ];
  return all.map(([id, title, lines]) => ({ id, title, lines }));
}

const programLines = ({ versions, installed, clock }: DiagnosticsReport): readonly ReportLine[] => [
  { name: m.diagnostics_program_version(), value: versions.program },
  { name: m.diagnostics_program_host(), value: versions.host },
  { name: m.diagnostics_program_node(), value: versions.node },
  { name: m.diagnostics_program_chromium(), value: known(versions.chromium, (text) => text) },
  { name: m.diagnostics_program_system(), value: versions.system },
  { name: m.diagnostics_program_locale(), value: versions.locale },
  { name: m.diagnostics_program_installed(), value: installed.as },
  {
    name: m.diagnostics_program_fuses(),
    value: orNone(
      installed.fuses.map(({ name, on }) =>
        on ? m.diagnostics_fuse_on({ name }) : m.diagnostics_fuse_off({ name }),
      ),
    ),
  },
  { name: m.diagnostics_program_zone(), value: clock.zone },
  { name: m.diagnostics_program_since(), value: durationText(clock.startedAgoMs) },
];

function journalLines(journal: DiagnosticsReport['journal']): readonly ReportLine[] {
  if (journal.state === 'notRead')
    return [
      { name: m.diagnostics_section_journal(), value: m.diagnostics_journal_not_read({ why: journal.why }) },
    ];
  return [
    { name: m.diagnostics_journal_schema(), value: String(journal.schema) },
    { name: m.diagnostics_journal_size(), value: sizeText(journal.bytes) },
    ...journal.rows.map(({ table, state, rows }) => ({ name: `${table}: ${state}`, value: countText(rows) })),
    { name: m.diagnostics_journal_salvages(), value: countText(journal.salvages) },
    { name: m.diagnostics_journal_unreadable(), value: known(journal.unreadable, countText) },
  ];
}

function serviceLines(service: DiagnosticsReport['service']): readonly ReportLine[] {
  if (!service) return [{ name: m.diagnostics_section_service(), value: m.diagnostics_unknown() }];
  const time = (ms: number | null): string => known(ms, (value) => `${countText(value)} ms`);
  return [
    { name: m.diagnostics_section_service(), value: `${service.mode}, ${service.state}` },
    { name: m.diagnostics_service_answers(), value: countText(service.answers) },
    { name: m.diagnostics_service_last(), value: time(service.lastMs) },
    { name: m.diagnostics_service_median(), value: time(service.medianMs) },
    { name: m.diagnostics_service_worst(), value: time(service.worstMs) },
    { name: m.diagnostics_service_left(), value: known(service.callsLeft, countText) },
  ];
}
