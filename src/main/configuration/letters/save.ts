import type { LetterSaved } from '../../../contract/configuration-letters.ts';
import type { Parsed } from '../../../contract/index.ts';
import { textOf } from '../../../service/read.ts';
import { accepted } from '../../commands/accepted.ts';
import type { Deps } from '../../deps.ts';
import { Failed, invalid } from '../../failure.ts';
import { replaceWhole } from '../../records/replace-whole.ts';
import { keepFormer } from './former.ts';
import { formOf, letterFields, markOf, readLetter, withChanges } from './record.ts';
import { letterView } from './view.ts';
import { xmlFaultOf } from './xml-fault.ts';

/**
 * Writes the changes into a letter, which can only be replaced as a whole, and reads it back. Fails with `conflict` where
 * it is not the letter any more to which the difference was shown. The letter as it was is kept before it is replaced.
 * Source: Configuration (letters travel as XML); design, rules of the house, 5.
 */
export async function saveLetter(
  deps: Deps,
  { intent, code, against, changes }: Parsed<'configuration.letters.save'>,
  signal: AbortSignal,
): Promise<LetterSaved> {
  deps.commands.mustBeNew(intent);
  if (typeof changes.template === 'string') {
    const fault = await xmlFaultOf(changes.template, 'template', signal);
    if (fault?.why === 'tooLong') throw invalid('template', 'tooLong');
    if (fault) throw invalid('template', 'malformed', `${String(fault.line)}:${String(fault.column)}`);
  }
  const service = await deps.connection.service();
  const queue = `letter:${code}`;
  return replaceWhole(deps.queues, {
    queue,
    read: () => readLetter(service, code, { signal }),
    differences: (fresh) => (markOf(fresh) === against ? [] : [{ field: 'letter', was: '', is: '' }]),
    write: async (fresh) => {
      const body = withChanges(fresh, changes);
      const library = service.library.id;
      keepFormer(deps, { id: intent, library, code, letter: fresh });
      try {
        await deps.commands.run({
          ...{ operation: 'conf.letters.update', args: { path: { letter_code: code }, body } },
          ...{ id: intent, queue, about: textOf(fresh.letter_name) || code },
          ...{ before: fresh, service, signal },
        });
      } catch (error) {
        // What may have happened can be put back.
        if (!mayHaveHappened(error)) deps.journal.dropKept(intent);
        throw error;
      }
      const wanted = formOf(body);
      let notKept: LetterSaved['notKept'] = null;
      const { record } = await accepted(deps.log, async () => {
        const now = await readLetter(service, code, {});
        const is = formOf(now);
        notKept = letterFields.filter((field) => is[field] !== wanted[field]);
        return letterView(deps, service, code, now);
      });
      return { record, notKept };
    },
  });
}

const mayHaveHappened = (error: unknown): boolean =>
  !(error instanceof Failed) || error.failure.kind === 'unknown-outcome';
