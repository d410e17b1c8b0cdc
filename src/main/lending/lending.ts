import type { Accepted } from '../../contract/common.ts';
import type { LendingChoices, LendingReread, LendingRow, LendingView } from '../../contract/lending.ts';
import type { Parsed } from '../../contract/index.ts';
import { RefusedError } from '../../client/errors.ts';
import { codes } from '../../service/codes.ts';
import { textOf } from '../../service/read.ts';
import type { LendingRequest } from '../../service/shapes/lending-request.ts';
import { accepted, recordOfAnswer } from '../commands/accepted.ts';
import { isAbsent, isRefusedForGood } from '../commands/refusals.ts';
import { codesOr, tables } from '../configuration/code-tables.ts';
import type { Deps } from '../deps.ts';
import { Failed, failureOf, invalid } from '../failure.ts';
import { codeIn } from '../forms/fields.ts';
import type { Service } from '../ports.ts';
import { librariesOf, libraryCode, sharingLibraries } from '../sharing/choices.ts';
import { citationKind } from '../sharing/record.ts';
import { lendingBody } from './body.ts';
import { keepMade, lostLike, madeWith, partnersLentTo } from './made.ts';
import { lendingName, requestIdOf } from './record.ts';
import { wantedOf } from './resolve.ts';
import { lendingView } from './view.ts';

const operation = 'partners.lendingRequests.create';
/** The codes of the description. Source: Lending request (partner). */
const formats = ['PHYSICAL', 'DIGITAL'] as const;
const defaultTypes = ['BOOK', 'JOURNAL'] as const;

/** The choices for a lending request. */
export async function lendingChoices(deps: Deps, signal: AbortSignal): Promise<LendingChoices> {
  const service = await deps.connection.service();
  const [libraries, named, citationTypes, levels] = await Promise.all([
    librariesOf(service, signal),
    codesOr(service, tables.sharingFormats, formats, signal),
    codesOr(service, tables.citationTypes, defaultTypes, signal),
    codesOr(service, tables.levelsOfService, [], signal),
  ]);
  return {
    owners: sharingLibraries(libraries).map(libraryCode),
    // There are these two, whatever else the institution's table has.
    formats: formats.map((code) => named.find((one) => one.code === code) ?? { code, label: code }),
    citationTypes: citationTypes.map((type) => ({ ...type, kind: citationKind(type.code) })),
    levels,
    here: deps.connection.view().library?.code ?? '',
    partners: partnersLentTo(deps, service.library.id),
  };
}

const read = (
  { client }: Service,
  partner: string,
  requestId: string,
  options: { readonly signal?: AbortSignal; readonly priority?: 'bulk' },
): Promise<LendingRequest> =>
  client.call(
    'partners.lendingRequests.get',
    { path: { partner_code: partner, request_id: requestId } },
    options,
  );

/** What is on its way, by library and what is wanted of whom. */
export type OnTheirWay = Map<string, { readonly id: string; readonly at: string }>;

/**
 * Places a lending request. Its external id is the journal's id. The same is not asked for by a second window while it
 * is on its way, nor while nobody knows what came of one: the service makes as many requests as it is sent.
 */
export async function createLending(
  deps: Deps & { readonly onTheirWay: OnTheirWay },
  { intent, form }: Parsed<'lending.create'>,
  signal: AbortSignal,
): Promise<Accepted<LendingRow>> {
  deps.commands.mustBeNew(intent);
  const now = deps.clock.now();
  const body = lendingBody(form, intent, now);
  const service = await deps.connection.service();
  const partner = body.partner.value;
  const path = { partner_code: partner };
  const wanted = wantedOf(partner, body);
  const key = JSON.stringify([service.library.id, wanted]);
  // A double click: the window knows of its own.
  if (deps.onTheirWay.get(key)?.id === intent) throw invalid('intent', 'alreadySent');
  const other = deps.onTheirWay.get(key) ?? lostLike(deps, service.library.id, wanted);
  if (other) throw new Failed({ kind: 'unsettled', operation, journalId: other.id, at: other.at });
  const made = { partner, at: now.toISOString(), readAt: '', gone: false };
  keepMade(deps, service.library.id, intent, { ...made, request: body });
  deps.onTheirWay.set(key, { id: intent, at: made.at });
  const { answer } = await deps.commands
    .run({
      ...{ operation, args: { path, body }, id: intent, queue: `lending:${partner}` },
      ...{ about: lendingName(body), before: null, service, signal },
    })
    .finally(() => {
      deps.onTheirWay.delete(key);
      // It never came as far as the journal: nothing was asked for.
      if (!deps.journal.entry(intent)) deps.journal.dropKept(intent);
    });
  return accepted(deps.log, async () => {
    const request = await recordOfAnswer(answer, requestIdOf);
    const readAt = deps.clock.now().toISOString();
    return keepMade(deps, service.library.id, intent, { ...made, readAt, request });
  });
}

/**
 * Reads requests again that were made here, one after the other. What cannot be read does not keep the others from
 * being read, unless the service is away.
 */
export async function readAgain(
  deps: Deps,
  { ids }: Parsed<'lending.readAgain'>,
  report: (progress: { readonly read: number; readonly total: number; readonly one: LendingReread }) => void,
  signal: AbortSignal,
): Promise<null> {
  const service = await deps.connection.service();
  for (const [place, id] of ids.entries()) {
    signal.throwIfAborted();
    const one = await readOneAgain(deps, service, id, signal);
    report({ read: place + 1, total: ids.length, one });
  }
  return null;
}

async function readOneAgain(
  deps: Deps,
  service: Service,
  id: string,
  signal: AbortSignal,
): Promise<LendingReread> {
  const library = service.library.id;
  const was = madeWith(deps, library, id);
  const requestId = was ? requestIdOf(was.request) : '';
  if (!was || requestId === '') {
    return { id, row: null, failure: invalid('request_id', 'noIds').failure };
  }
  const readAt = deps.clock.now().toISOString();
  try {
    const request = await read(service, was.partner, requestId, { signal, priority: 'bulk' });
    // An answer that names no request, or another one, says nothing about this one.
    const isThis = requestIdOf(request) === requestId;
    const made = isThis ? { ...was, readAt, gone: false, request } : was;
    const failure = isThis
      ? null
      : ({ kind: 'unreachable', why: 'unreadable', detail: 'request_id' } as const);
    return { id, row: isThis ? keepMade(deps, library, id, made) : null, failure };
  } catch (error) {
    if (isNotFound(error)) {
      return { id, row: keepMade(deps, library, id, { ...was, readAt, gone: true }), failure: null };
    }
    if (isRefusedForGood(error)) return { id, row: null, failure: failureOf(error, deps.log) };
    throw error;
  }
}

/** Source: Resource sharing partners, "error when the request is not found"; the code is that of a wrong parameter. */
const isNotFound = (error: unknown): boolean =>
  isAbsent(error) || (error instanceof RefusedError && error.code === codes.paramInvalid);

/** Reads one by its number. Where it was made here and its number was not known, it is known now. */
export async function findLending(
  deps: Deps,
  input: Parsed<'lending.find'>,
  signal: AbortSignal,
): Promise<{ readonly request: LendingView; readonly row: LendingRow | null; readonly readAt: string }> {
  const partner = codeIn('partner', input.partner);
  const requestId = codeIn('request_id', input.requestId);
  const service = await deps.connection.service();
  const library = service.library.id;
  const request = await read(service, partner, requestId, { signal });
  const id = textOf(request.external_id);
  const was = id === '' ? null : madeWith(deps, library, id);
  // An answer that names no request, or another one, says nothing about this one.
  const isThis = requestIdOf(request) === requestId;
  const isOurs = isThis && was?.partner === partner && ['', requestId].includes(requestIdOf(was.request));
  const readAt = deps.clock.now().toISOString();
  const row = isOurs ? keepMade(deps, library, id, { ...was, readAt, gone: false, request }) : null;
  return { request: lendingView(request), row, readAt };
}
