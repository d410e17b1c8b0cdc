import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { DiagnosticsReport } from '../../contract/diagnostics.ts';

type Line = DiagnosticsReport['log'][number];

const mostLines = 200;
const mostFrames = 20;

/** Only these are read of a line: its facts may be anything. */
const Logged = z.object({
  at: z.iso.datetime(),
  event: z.string().regex(/^[\w.]{1,60}$/),
  id: z.uuid().optional(),
  error: z
    .string()
    .regex(/^\w{1,80}$/)
    .optional(),
  code: z
    .string()
    .regex(/^\w{1,80}$/)
    .optional(),
  stack: z.array(z.string().max(500)).optional(),
});

/** The newest lines of the log, the newest first: names of events, and of defects their place in the code. */
export function logLinesIn(folder: string): readonly Line[] {
  const lines = ['carrel.log.1', 'carrel.log'].flatMap((name) => textOf(path.join(folder, name)).split('\n'));
  return lines
    .flatMap((line) => {
      const { data } = Logged.safeParse(parsed(line));
      return data ? [lineOf(data)] : [];
    })
    .slice(-mostLines)
    .toReversed();
}

const lineOf = ({ at, event, id, error, code, stack = [] }: z.output<typeof Logged>): Line => ({
  ...{ at, event, id: id ?? null, error: error ?? null, code: code ?? null },
  stack: stack.filter((frame) => frame.startsWith('at ')).slice(0, mostFrames),
});

function textOf(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
