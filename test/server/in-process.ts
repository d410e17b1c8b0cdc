import type { Library } from '../../src/server/library.ts';

/**
 * Calls a library without a socket. A call whose connection is ended by a fault rejects as `fetch` does, at once or,
 * where the answer had begun, when its body is read to there.
 */
export function inProcess(library: Pick<Library, 'app'>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    let broken = false;
    const destroy = () => {
      broken = true;
    };
    // The library takes no more of it than `Caller` says; the rest of a socket is nobody's.
    const socket = { remoteAddress: '127.0.0.1', destroy } as never;
    const response = await library.app.fetch(request, { incoming: { socket } });
    if (isBroken()) throw new TypeError('fetch failed');
    const body = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        flush: (controller) => {
          if (isBroken()) controller.error(new TypeError('terminated'));
        },
      }),
    );
    return new Response(body ?? null, response);
    function isBroken(): boolean {
      return broken;
    }
  };
}
