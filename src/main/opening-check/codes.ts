import { isClientError } from '../../client/errors.ts';
import type { CheckLine, CodeUse } from '../../contract/opening-check.ts';
import type { StationView } from '../../contract/station.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Department, Library } from '../../service/shapes/config.ts';
import { codesOf, tables } from '../configuration/code-tables.ts';
import { callFailure } from '../failure.ts';
import type { Journal } from '../journal/port.ts';
import type { Service } from '../ports.ts';
import { TrolleyRow } from '../receiving/trolley-row.ts';

/** A code that is in use here. */
interface UsedCode {
  readonly use: CodeUse;
  readonly code: string;
  readonly label: string;
  /** Asks the service for the codes that there are; null where the list could not be read. */
  readonly among: () => Promise<readonly string[]>;
}

/** The lists that were read before, to be asked no second time; null where they could not be read. */
export interface KnownLists {
  readonly libraries: readonly Library[] | null;
  readonly departments: readonly Department[] | null;
}

/** The work orders that the trolleys of this station are set to at this library, each once. */
function trolleyCodes({ openSteps }: Pick<Journal, 'openSteps'>, library: string) {
  const rows = openSteps()
    .filter((step) => step.library === library)
    .flatMap(({ data }) => TrolleyRow.safeParse(data).data?.settings ?? []);
  const each = (codes: readonly string[]): string[] => [...new Set(codes)].filter((code) => code !== '');
  return {
    departments: each(rows.map(({ department }) => department)),
    types: each(rows.map(({ workOrderType }) => workOrderType)),
    statuses: each(rows.map(({ status }) => status)),
  };
}

const listed = (list: readonly (Library | Department)[] | null): Promise<readonly string[]> =>
  list === null ? Promise.reject(new Unread()) : Promise.resolve(list.map(({ code }) => textOf(code)));

/** The list was to be read before, and could not be: the line of that read says why. */
class Unread extends Error {
  override readonly name = 'Unread';
}

/** The codes of the settings and of the trolleys. */
export function usedCodes(
  service: Service,
  view: StationView,
  journal: Pick<Journal, 'openSteps'>,
  known: KnownLists,
  signal: AbortSignal,
): readonly UsedCode[] {
  const { library, desk, department } = view;
  const trolleys = trolleyCodes(journal, service.library.id);
  const inTable = (table: string) => async (): Promise<readonly string[]> =>
    (await codesOf(service, table, signal)).map(({ code }) => code);
  const desks = async (): Promise<readonly string[]> => {
    const path = { library_code: library?.code ?? '' };
    const { items } = await service.client.call('conf.circDesks.list', { path }, { signal });
    return items.map(({ code }) => textOf(code));
  };
  const departments = (of: string | null) => (): Promise<readonly string[]> =>
    listed(known.departments?.filter((one) => of === null || codeOf(one.library) === of) ?? null);
  const ofTrolley = (use: CodeUse, all: readonly string[], among: UsedCode['among']): UsedCode[] =>
    all.map((code) => ({ use, code, label: code, among }));
  const others = trolleys.departments.filter((code) => code !== department?.code);
  return [
    { use: 'library', ...(library ?? none), among: () => listed(known.libraries) },
    { use: 'desk', ...(desk ?? none), among: desks },
    { use: 'department', ...(department ?? none), among: departments(department?.library ?? null) },
    ...ofTrolley('department', others, departments(null)),
    ...ofTrolley('workOrderType', trolleys.types, inTable(tables.workOrderTypes)),
    ...ofTrolley('workOrderStatus', trolleys.statuses, inTable(tables.workOrderStatuses)),
  ];
}

const none = { code: '', label: '' } as const;

/** Whether a code still exists. A list that cannot be read tells nothing of it. */
export async function codeLine({ use, code, label, among }: UsedCode): Promise<CheckLine> {
  const line = { kind: 'code', id: `code ${use} ${code}`, use, code, label } as const;
  // A department is chosen only where books are received.
  if (code === '') return { ...line, answer: use === 'department' ? 'ok' : 'look', failure: null };
  try {
    return { ...line, answer: (await among()).includes(code) ? 'ok' : 'look', failure: null };
  } catch (error) {
    if (error instanceof Unread) return { ...line, answer: 'unknown', failure: null };
    if (!isClientError(error) || error.kind === 'cancelled') throw error;
    return { ...line, answer: 'unknown', failure: callFailure(error) };
  }
}
