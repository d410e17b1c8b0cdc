import { parseArgs } from 'node:util';
import { m } from '../../messages/compiled/messages.js';
import type { Entry, Given } from './command.ts';
import { isHostSwitch } from './host-switches.ts';
import { linkScheme } from './link.ts';
import { fileIn } from './opened-file.ts';

/** What a start of the program asks for. */
export type Request =
  /**
   * Opens the desk. `link` and `file` are as they came: they may be anything, and are judged where they are opened. There
   * is one of them at most. `file` is left out where no file was opened.
   */
  | { readonly kind: 'open'; readonly link: string | null; readonly file?: string }
  | { readonly kind: 'command'; readonly name: string; readonly given: Given }
  /** Not understood: `words` say why. */
  | { readonly kind: 'usage'; readonly words: string };

/**
 * The arguments that are meant for this program. Unpackaged, Electron's own come first, and the program's folder: the
 * first that is no switch. `process.argv` is used and not Chromium's reading of the line, which puts switches first.
 */
export function ownArguments(argv: readonly string[], isPackaged: boolean): readonly string[] {
  const args = argv.slice(1);
  if (isPackaged) return args;
  const folder = args.findIndex(
    (arg, at) => !arg.startsWith('-') && !['-r', '--require'].includes(args[at - 1] ?? ''),
  );
  return folder === -1 ? [] : args.slice(folder + 1);
}

const usage = (words: string): Request => ({ kind: 'usage', words });

/** How much of what was typed is repeated to the person who typed it. */
const shown = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)} …` : text);

/**
 * Reads a command line. Nothing in it is trusted: a browser puts the address of a link there, and with it whatever the
 * page wanted. So what follows `--` is never a switch, and nothing after a link is one either (Windows registers
 * `"Carrel.exe" -- "%1"`, and a quote in the link ends that argument).
 */
export function readRequest(args: readonly string[], table: ReadonlyMap<string, Entry>): Request {
  const linkAt = args.findIndex((arg) => arg === '--' || isLink(arg));
  const switches = args.slice(0, linkAt === -1 ? args.length : linkAt).filter((arg) => !isHostSwitch(arg));
  const [only = '', ...more] = switches;
  // As a shell starts it, and a system that registers no `--`.
  if (linkAt === -1 && more.length === 0 && !only.startsWith('-') && fileIn(only) !== null)
    return { kind: 'open', link: null, file: only };
  if (linkAt === -1) return readCommand(switches, table);
  if (switches.length > 0) return usage(m.command_line_with_link());
  return openLink(args.slice(linkAt));
}

const isLink = (arg: string): boolean => arg.toLowerCase().startsWith(`${linkScheme}:`);

/**
 * What the system's handler of links and files gave: one link, or what a page has made of it, which with its spaces is
 * none; or files. A file is never one that a link has brought with it.
 */
function openLink(args: readonly string[]): Request {
  const rest = args[0] === '--' ? args.slice(1) : args;
  // Of several, the last: a program of this kind shows one thing at a time.
  const file = rest.at(-1);
  if (file !== undefined && args[0] === '--' && rest.every((one) => !isLink(one) && fileIn(one) !== null))
    return { kind: 'open', link: null, file };
  return { kind: 'open', link: rest.length === 0 ? null : rest.join(' ') };
}

function readCommand(args: readonly string[], table: ReadonlyMap<string, Entry>): Request {
  const { tokens } = parseArgs({
    args: [...args],
    options: optionsOf(table),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, string> = {};
  const names: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') return usage(m.command_line_word({ word: shown(token.value) }));
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const isCommand = table.has(name) && rawName === `--${name}`;
    const isOption = [...table.values()].some(({ options = {} }) => Object.hasOwn(options, name));
    if (!isCommand && !isOption) return usage(m.command_line_unknown({ name: shown(rawName) }));
    if (names.includes(name)) return usage(m.command_line_twice({ name: rawName }));
    names.push(name);
    const takesValue = isOption || table.get(name)?.takes === 'FILE';
    if (!takesValue && value !== undefined) return usage(m.command_line_no_value({ name: rawName }));
    if (takesValue && (value === undefined || value === '' || isNextSwitch(token)))
      return usage(m.command_line_needs_value({ name: rawName }));
    if (value !== undefined) values[name] = value;
  }
  return requestOf(names, values, table);
}

/** `--report --drain`: the value that parseArgs takes is the next switch. */
const isNextSwitch = (token: {
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}) => token.inlineValue === false && token.value?.startsWith('-') === true;

function optionsOf(table: ReadonlyMap<string, Entry>): Record<string, { type: 'string' | 'boolean' }> {
  const entries = [...table].flatMap(([name, { takes, options = {} }]) => [
    [name, { type: takes === null ? 'boolean' : 'string' } as const] as const,
    ...Object.keys(options).map((option) => [option, { type: 'string' } as const] as const),
  ]);
  return Object.fromEntries(entries);
}

function requestOf(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
  table: ReadonlyMap<string, Entry>,
): Request {
  const [name, second] = names.filter((one) => table.has(one));
  const options = names.filter((one) => !table.has(one));
  if (second !== undefined)
    return usage(m.command_line_two({ first: `--${name ?? ''}`, second: `--${second}` }));
  const own = table.get(name ?? '')?.options ?? {};
  const foreign = options.find((one) => !Object.hasOwn(own, one));
  if (foreign !== undefined) return usage(m.command_line_not_with({ name: `--${foreign}` }));
  if (name === undefined) return { kind: 'open', link: null };
  const { [name]: file = '', ...rest } = values;
  return { kind: 'command', name, given: { file, options: rest } };
}
