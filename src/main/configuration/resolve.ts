import * as z from 'zod';
import { codeOf, type Fields } from '../../service/read.ts';
import type { Code } from '../../service/shapes/common.ts';
import { createdOrNot, didNotHappen, happened, replacedOrNot, unclear } from '../commands/resolutions.ts';
import { orAbsent } from '../commands/refusals.ts';
import { command, type CommandsOf, effectOn, text, type SentFields } from '../commands/command.ts';
import { TableBefore, tableReplacedOrNot } from './tables/replaced.ts';

/** The fields of a letter that can be changed. Letters travel as XML: a flag comes back as a text. */
const letterFields = ['enabled', 'customized', 'channel', 'subject', 'body', 'letter_template_xsl'] as const;

const onLocation = ({ path }: SentFields): string[] => [
  effectOn('location', text(path, 'library_code'), text(path, 'location_code')),
];
const bodyOf = ({ body }: SentFields): unknown => body;
const onTable = ({ path }: SentFields): string[] => [effectOn('table', text(path, 'table_name'))];

/** A replacement shows in the record when it is read again. Source: Configuration. */
export const configurationCommands = {
  'conf.locations.create': command({
    before: z.null(),
    effects: ({ path, body }) => [effectOn('location', text(path, 'library_code'), text(body, 'code'))],
    resolve: async ({ client, options, args }) => {
      const path = { ...args.path, location_code: args.body.code };
      const location = await orAbsent(client.call('conf.locations.get', { path }, options));
      return location ? createdOrNot(location, args.body) : didNotHappen;
    },
  }),

  'conf.locations.update': command({
    before: z.looseObject({}),
    effects: onLocation,
    replacement: bodyOf,
    resolve: async ({ client, options, args, before }) =>
      replacedOrNot(await client.call('conf.locations.get', { path: args.path }, options), args.body, before),
  }),

  'conf.locations.delete': command({
    before: z.null(),
    effects: onLocation,
    resolve: async ({ client, options, args }) => {
      const location = await orAbsent(client.call('conf.locations.get', { path: args.path }, options));
      return location ? didNotHappen : happened(undefined);
    },
  }),

  'conf.codeTables.update': command({
    before: TableBefore,
    effects: onTable,
    replacement: bodyOf,
    resolve: async ({ client, options, args, before }) => {
      const table = await client.call('conf.codeTables.get', { path: args.path }, options);
      return tableReplacedOrNot('code', table, args.body, before);
    },
  }),

  'conf.mappingTables.update': command({
    before: TableBefore,
    effects: onTable,
    replacement: bodyOf,
    resolve: async ({ client, options, args, before }) => {
      const table = await client.call('conf.mappingTables.get', { path: args.path }, options);
      return tableReplacedOrNot('mapping', table, args.body, before);
    },
  }),

  'conf.letters.update': command({
    before: z.looseObject({}),
    effects: ({ path }) => [effectOn('letter', text(path, 'letter_code'))],
    replacement: bodyOf,
    resolve: async ({ client, options, args, before }) => {
      const letter = await client.call('conf.letters.get', { path: args.path }, options);
      const same = (one: Fields, other: Fields) =>
        letterFields.every((field) => plain(one[field]) === plain(other[field]));
      if (same(letter, args.body)) return happened(letter);
      return same(letter, before) ? didNotHappen : unclear;
    },
  }),

  'conf.workflows.run': command({
    before: z.null(),
    effects: ({ path }) => [effectOn('workflow', text(path, 'workflow_id'))],
    resolve: { askPerson: 'noListOfWorkflowRuns' },
  }),
} satisfies CommandsOf<'conf.'>;

/** The text of a code or a flag. */
const plain = (value: unknown): string => codeOf(value as Code);
