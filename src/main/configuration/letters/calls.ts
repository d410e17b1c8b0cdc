import type { Deps } from '../../deps.ts';
import type { HandlersOf } from '../../router.ts';
import { previewLetter, type StartTransform } from './preview.ts';
import { formerLetter } from './former.ts';
import { formOf, readLetter } from './record.ts';
import { saveLetter } from './save.ts';
import { letterEntry, letterView } from './view.ts';
import { xmlFaultOf } from './xml-fault.ts';

/** The letters to patrons, and their templates. */
export function letterHandlers(
  deps: Deps,
  startTransform: StartTransform,
): HandlersOf<'configuration.letters'> {
  const { connection } = deps;
  return {
    'configuration.letters.list': async (_, { signal }) => {
      const { client } = await connection.service();
      const { items } = await client.call('conf.letters.list', {}, { signal });
      return items.map(letterEntry);
    },
    'configuration.letters.open': async ({ code }, { signal }) => {
      const service = await connection.service();
      return letterView(deps, service, code, await readLetter(service, code, { signal }));
    },
    'configuration.letters.check': ({ template }, { signal }) => xmlFaultOf(template, 'template', signal),
    'configuration.letters.preview': (input, { signal }) => previewLetter(startTransform, input, signal),
    'configuration.letters.save': (input, { signal }) => saveLetter(deps, input, signal),
    'configuration.letters.former': async ({ id }) => {
      const { library } = await connection.service();
      return formOf(formerLetter(deps, library.id, id));
    },
  };
}
