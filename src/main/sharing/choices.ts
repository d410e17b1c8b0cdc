import type { Coded } from '../../contract/common.ts';
import type { SharingChoices } from '../../contract/sharing.ts';
import { flagOf, textOf } from '../../service/read.ts';
import type { Library } from '../../service/shapes/config.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { citationKind } from './record.ts';
import { codesOr, tables } from '../configuration/code-tables.ts';

/** The codes of the description for borrowing. Source: Requests; Lending request (partner). */
const defaultCodes = { formats: ['PHYSICAL', 'DIGITAL'], citationTypes: ['BK', 'CR'] } as const;

/** The row of the copyright declarations for borrowing. Assumption, like the name of the table. */
const borrowingCode = 'BORROWING';

export const libraryCode = ({ code, name }: Library): Coded => ({
  code: textOf(code),
  label: textOf(name) || textOf(code),
});

export const librariesOf = async ({ client }: Service, signal: AbortSignal): Promise<readonly Library[]> =>
  (await client.call('conf.libraries.list', {}, { signal })).items;

/** The libraries that take part in resource sharing; where none is marked so, all, and the service decides. */
export function sharingLibraries(libraries: readonly Library[]): readonly Library[] {
  const sharing = libraries.filter((library) => flagOf(library.resource_sharing));
  return sharing.length > 0 ? sharing : libraries;
}

/** The choices for a borrowing request. */
export async function sharingChoices({ connection }: Deps, signal: AbortSignal): Promise<SharingChoices> {
  const service = await connection.service();
  const [libraries, formats, citationTypes, levels, declarations] = await Promise.all([
    librariesOf(service, signal),
    codesOr(service, tables.sharingFormats, defaultCodes.formats, signal),
    codesOr(service, tables.citationTypes, defaultCodes.citationTypes, signal),
    codesOr(service, tables.levelsOfService, [], signal),
    codesOr(service, tables.copyright, [], signal),
  ]);
  return {
    owners: sharingLibraries(libraries).map(libraryCode),
    pickups: libraries.map(libraryCode),
    formats,
    citationTypes: citationTypes.map((type) => ({ ...type, kind: citationKind(type.code) })),
    levels,
    here: connection.view().library?.code ?? '',
    copyright: declarations.find(({ code }) => code === borrowingCode)?.label ?? '',
  };
}
