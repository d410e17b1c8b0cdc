import type { Coded } from '../../contract/common.ts';
import type { SharingChoices } from '../../contract/sharing.ts';
import { flagOf, textOf } from '../../service/read.ts';
import type { Library } from '../../service/shapes/config.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { citationKind } from './view.ts';
import { codesOr, tables } from '../configuration/code-tables.ts';

/** The codes that the description gives for borrowing. Source: Requests; Lending request (partner). */
const described = { formats: ['PHYSICAL', 'DIGITAL'], citationTypes: ['BK', 'CR'] } as const;

/** The row of the institution's copyright declarations that is read out for borrowing. An assumption, as its table is. */
const borrowing = 'BORROWING';

export const libraryCode = ({ code, name }: Library): Coded => ({
  code: textOf(code),
  label: textOf(name) || textOf(code),
});

export const librariesOf = async ({ client }: Service, signal: AbortSignal): Promise<readonly Library[]> =>
  (await client.call('conf.libraries.list', {}, { signal })).items;

/** What a borrowing request can be made of. */
export async function sharingChoices({ connection }: Deps, signal: AbortSignal): Promise<SharingChoices> {
  const service = await connection.service();
  const [libraries, formats, citationTypes, levels, declarations] = await Promise.all([
    librariesOf(service, signal),
    codesOr(service, tables.sharingFormats, described.formats, signal),
    codesOr(service, tables.citationTypes, described.citationTypes, signal),
    codesOr(service, tables.levelsOfService, [], signal),
    codesOr(service, tables.copyright, [], signal),
  ]);
  const sharing = libraries.filter((library) => flagOf(library.resource_sharing));
  return {
    // Where no library says that it takes part, the service knows and the desk does not: it may be any of them.
    owners: (sharing.length > 0 ? sharing : libraries).map(libraryCode),
    pickups: libraries.map(libraryCode),
    formats,
    citationTypes: citationTypes.map((type) => ({ ...type, kind: citationKind(type.code) })),
    levels,
    here: connection.view().library?.code ?? '',
    copyright: declarations.find(({ code }) => code === borrowing)?.label ?? '',
  };
}
