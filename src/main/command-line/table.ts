import { m } from '../../messages/compiled/messages.js';
import type { Entry } from './command.ts';

/**
 * Every command of the command line that opens no window, in the order of `--help`. To add one: an entry here, its words
 * in `messages/en/command-line.json`, and a `Command` in a file of its subject.
 */
const commands = {
  help: {
    takes: null,
    about: () => m.command_line_about_help(),
    load: async () => (await import('./help.ts')).help,
  },
  version: {
    takes: null,
    about: () => m.command_line_about_version(),
    load: async () => (await import('./help.ts')).version,
  },
  provision: {
    takes: null,
    about: () => m.command_line_about_provision(),
    load: async () => (await import('../station/provision.ts')).provision,
  },
  drain: {
    takes: null,
    options: { timeout: 'SECONDS' },
    about: () => m.command_line_about_drain(),
    load: async () => (await import('../quiet/drain.ts')).drain,
  },
  'check-policy': {
    takes: 'FILE',
    about: () => m.command_line_about_check_policy(),
    load: async () => (await import('../policy/check.ts')).checkPolicy,
  },
  report: {
    takes: 'FILE',
    about: () => m.command_line_about_report(),
    load: async () => (await import('../diagnostics/report-command.ts')).report,
  },
} satisfies Record<string, Entry>;

/** The same, for code that treats all of them alike. */
export const commandTable: ReadonlyMap<string, Entry> = new Map(Object.entries(commands));

/** How a command is typed: `--drain [--timeout SECONDS]`. */
export function usageOf(name: string, { takes, options = {} }: Entry): string {
  const further = Object.entries(options).map(([option, value]) => ` [--${option} ${value}]`);
  return `--${name}${takes === null ? '' : ` ${takes}`}${further.join('')}`;
}
