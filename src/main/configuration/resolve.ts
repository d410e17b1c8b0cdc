import { codeOf } from '../../service/read.ts';
import type { Code } from '../../service/shapes/common.ts';
import { createdOrNot, didNotHappen, happened, orAbsent, replacedOrNot, unclear } from '../commands/found.ts';
import type { ResolversOf } from '../commands/resolver.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What was sent of a letter and can be changed; as XML carries it, a flag comes back as a text. */
const letterFields = ['enabled', 'customized', 'channel', 'subject', 'body', 'letter_template_xsl'] as const;

/** What replaces a whole shows in the whole, read again. Source: Configuration. */
export const configurationCommands: ResolversOf<'conf.'> = {
  'conf.locations.create': async ({ client, options, args }) => {
    const path = { ...args.path, location_code: args.body.code };
    const location = await orAbsent(client.call('conf.locations.get', { path }, options));
    return location ? createdOrNot(location, args.body) : didNotHappen;
  },

  'conf.locations.update': async ({ client, options, args, before }) =>
    replacedOrNot(await client.call('conf.locations.get', { path: args.path }, options), args.body, before),

  'conf.locations.delete': async ({ client, options, args }) => {
    const location = await orAbsent(client.call('conf.locations.get', { path: args.path }, options));
    return location ? didNotHappen : happened(undefined);
  },

  'conf.codeTables.update': async ({ client, options, args, before }) =>
    replacedOrNot(await client.call('conf.codeTables.get', { path: args.path }, options), args.body, before),

  'conf.mappingTables.update': async ({ client, options, args, before }) =>
    replacedOrNot(
      await client.call('conf.mappingTables.get', { path: args.path }, options),
      args.body,
      before,
    ),

  'conf.letters.update': async ({ client, options, args, before }) => {
    const letter = await client.call('conf.letters.get', { path: args.path }, options);
    const same = (one: Fields, other: Fields) =>
      letterFields.every((field) => plain(one[field]) === plain(other[field]));
    if (same(letter, args.body)) return happened(letter);
    return same(letter, before) ? didNotHappen : unclear;
  },

  'conf.workflows.run': { askPerson: 'noListOfWorkflowRuns' },
};

/** The text of a code or a flag. */
const plain = (value: unknown): string => codeOf(value as Code);
