import type { Returned } from '../service/define.ts';
import type { Endpoints } from '../service/endpoints.ts';
import type { CallOptions, Client } from './client.ts';
import { RefusedError, UnexpectedAnswerError } from './errors.ts';

/** What a service that can be worked with says of itself. */
export interface Probed {
  readonly general: Returned<Endpoints['conf.general']> | undefined;
  readonly libraries: readonly Returned<Endpoints['conf.libraries.list']>[];
}

/**
 * Tests a connection by two cheap reads. Throws UnreachableError (no such host, nothing listening, certificate,
 * timeout), UnauthorizedError (the key), and UnexpectedAnswerError for whatever answers but is not this service: a
 * web page, a 404 in another system's words, another shape.
 */
export async function probe(client: Client, options: CallOptions = {}): Promise<Probed> {
  try {
    const general = await client.call('conf.general', {}, options);
    const { items, envelope } = await client.call('conf.libraries.list', {}, options);
    // A list without its key is an empty one, but then the service still counts it.
    if (!('library' in envelope) && !('total_record_count' in envelope)) {
      throw new UnexpectedAnswerError(
        { operation: 'conf.libraries.list', method: 'GET', path: '/conf/libraries' },
        { found: 'not-this-service', status: 200, contentType: 'application/json', field: 'library' },
      );
    }
    return { general, libraries: items };
  } catch (error) {
    // The reads name nothing that could be missing: where one is not found, the root segment is another's.
    const isElsewhere = error instanceof RefusedError && (error.code === '' || error.status === 404);
    if (!isElsewhere || error.status >= 500) throw error;
    const { status } = error;
    throw new UnexpectedAnswerError(error, {
      found: 'not-this-service',
      status,
      contentType: '',
      field: null,
    });
  }
}
