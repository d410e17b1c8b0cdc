import { paginate } from '../../client/paginate.ts';
import type { Accepted } from '../../contract/common.ts';
import type { Parsed } from '../../contract/index.ts';
import type { PurchaseChoices, PurchaseForm, PurchaseView } from '../../contract/purchases.ts';
import { codeOf } from '../../service/read.ts';
import type { NewPurchaseRequest, PurchaseRequest } from '../../service/shapes/purchase-request.ts';
import { patronQueue } from '../commands/queues.ts';
import { invalid } from '../failure.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { purchaseIdOf, purchaseName, purchaseView } from './view.ts';
import { accepted, recordOfAnswer } from '../commands/accepted.ts';
import { codesOr, tables } from '../configuration/code-tables.ts';
import { requiredChoice, typedText, FormValidation } from '../forms/fields.ts';
import { librariesOf, libraryCode } from '../sharing/choices.ts';

/** The codes of the description's examples, for an institution without these tables. */
const defaultCodes = { formats: ['PHYSICAL', 'ELECTRONIC'], citationTypes: ['BOOK', 'JOURNAL'] } as const;
const longestLine = 1000;

const readPurchases = (
  { client }: Service,
  userId: string,
  signal: AbortSignal,
): Promise<PurchaseRequest[]> =>
  Array.fromAsync(paginate(client, 'users.purchaseRequests.list', { path: { user_id: userId } }, { signal }));

/** A patron's purchase requests of every status, the newest first. The service lists the oldest first. */
export async function listPurchases(
  { connection }: Deps,
  userId: string,
  signal: AbortSignal,
): Promise<{ requests: PurchaseView[]; total: number }> {
  const requests = await readPurchases(await connection.service(), userId, signal);
  return { requests: requests.toReversed().map(purchaseView), total: requests.length };
}

/** The choices for a purchase request. */
export async function purchaseChoices({ connection }: Deps, signal: AbortSignal): Promise<PurchaseChoices> {
  const service = await connection.service();
  const [libraries, formats, citationTypes] = await Promise.all([
    librariesOf(service, signal),
    codesOr(service, tables.purchaseFormats, defaultCodes.formats, signal),
    codesOr(service, tables.citationTypes, defaultCodes.citationTypes, signal),
  ]);
  const here = connection.view().library?.code ?? '';
  return { owners: libraries.map(libraryCode), formats, citationTypes, here };
}

/** Creates a purchase request. Source: User purchase requests. */
export async function createPurchase(
  deps: Deps,
  { intent, userId, form }: Parsed<'purchases.create'>,
  signal: AbortSignal,
): Promise<Accepted<PurchaseView>> {
  deps.commands.mustBeNew(intent);
  const body = purchaseBody(form);
  const service = await deps.connection.service();
  const requestIds = (await readPurchases(service, userId, signal)).map(purchaseIdOf);
  const { answer } = await deps.commands.run({
    operation: 'users.purchaseRequests.create',
    args: { path: { user_id: userId }, body },
    id: intent,
    queue: patronQueue(userId),
    about: purchaseName(body),
    before: { requestIds },
    service,
    signal,
  });
  return accepted(deps.log, async () => purchaseView(await recordOfAnswer(answer, purchaseIdOf)));
}

const metadata = [
  'title',
  'author',
  'publisher',
  'publication_year',
  'isbn',
  'issn',
  'mms_id',
] as const satisfies readonly (keyof PurchaseForm)[];

/** The request of a form. Throws all invalid fields, in the order of the form. */
function purchaseBody(form: PurchaseForm): NewPurchaseRequest {
  const validation = new FormValidation();
  const fields: Partial<Record<(typeof metadata)[number], string>> = {};
  for (const field of metadata) {
    const text = validation.check(() => typedText(field, form[field], longestLine), '');
    if (text !== '') fields[field] = text;
  }
  validation.check(() => {
    if (form.title.trim() === '' && form.mms_id.trim() === '')
      throw invalid('title', 'required', 'orCatalogue');
  }, undefined);
  const citationType = validation.check(() => requiredChoice('citation_type', form.citation_type), '');
  const format = validation.check(() => requiredChoice('format', form.format), '');
  const owner = validation.check(() => requiredChoice('owner', form.owner), '');
  validation.throwIfInvalid();
  const { mms_id: mmsId, ...rest } = fields;
  return {
    citation_type: { value: citationType },
    format: { value: format },
    owner: { value: owner },
    resource_metadata: { ...rest, ...(mmsId === undefined ? {} : { mms_id: { value: mmsId } }) },
  };
}

/** Cancels a request that is not decided yet. The service takes no reason. Source: User purchase requests. */
export async function cancelPurchase(
  deps: Deps,
  { intent, userId, requestId }: Parsed<'purchases.cancel'>,
  signal: AbortSignal,
): Promise<null> {
  deps.commands.mustBeNew(intent);
  const service = await deps.connection.service();
  const path = { user_id: userId, purchase_request_id: requestId };
  const request = await service.client.call('users.purchaseRequests.get', { path }, { signal });
  await deps.commands.run({
    operation: 'users.purchaseRequests.cancel',
    args: { path },
    id: intent,
    queue: patronQueue(userId),
    about: purchaseName(request),
    before: { status: codeOf(request.request_status) },
    service,
    signal,
  });
  return null;
}
