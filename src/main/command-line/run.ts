import { m } from '../../messages/compiled/messages.js';
import { type Entry, NoAnswer, type Program, UsageError } from './command.ts';
import { exitCode, type ExitCode } from './exit-code.ts';
import type { Request } from './parse.ts';

/** Runs what the command line asks for without a window. Answers the code that the process ends with; never rejects. */
export async function runCommand(
  request: Exclude<Request, { kind: 'open' }>,
  table: ReadonlyMap<string, Entry>,
  program: Program,
): Promise<ExitCode> {
  const complain = (words: string): void => program.complain(m.command_line_trouble({ words }));
  if (request.kind === 'usage') return refuse(request.words);
  try {
    const command = await table.get(request.name)?.load();
    if (!command) return refuse(m.command_line_unknown({ name: request.name }));
    return await command(request.given, program);
  } catch (error) {
    if (error instanceof UsageError) return refuse(error.message);
    if (error instanceof NoAnswer) {
      complain(m.command_line_no_answer());
      return exitCode.unavailable;
    }
    if (program.signal.aborted) {
      complain(m.command_line_stopped());
      return exitCode.busy;
    }
    complain(m.command_line_defect({ id: program.log.defect(error) }));
    return exitCode.failed;
  }

  function refuse(words: string): ExitCode {
    complain(words);
    program.complain(m.command_line_try_help());
    return exitCode.usage;
  }
}
