import { m } from '../../messages/compiled/messages.js';
import type { Command } from './command.ts';
import { exitCode } from './exit-code.ts';
import { commandTable, usageOf } from './table.ts';

/** `--help`: how Carrel is started, and what each command does. */
export const help: Command = (_, { say }) => {
  const lines = [
    { usage: '', about: m.command_line_about_open() },
    { usage: 'carrel://patron/ID', about: m.command_line_about_patron() },
    { usage: 'carrel://order-line/NUMBER', about: m.command_line_about_order_line() },
    ...[...commandTable].map(([name, entry]) => ({ usage: usageOf(name, entry), about: entry.about() })),
  ];
  const width = Math.max(...lines.map(({ usage }) => usage.length));
  say(m.command_line_usage());
  say('');
  for (const { usage, about } of lines) say(`  carrel ${usage.padEnd(width)}  ${about}`);
  say('');
  say(m.command_line_codes());
  return exitCode.done;
};

/** `--version`. */
export const version: Command = (_, program) => {
  program.say(m.command_line_version({ version: program.version }));
  return exitCode.done;
};
