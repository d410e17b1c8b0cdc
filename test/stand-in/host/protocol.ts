import { loud } from './refuse.ts';
import { lifecycle } from './windows.ts';
import { addScheme } from './wire-url.ts';

type Handler = (request: Request) => Response | Promise<Response>;

interface CustomScheme {
  scheme: string;
  privileges?: { standard?: boolean; secure?: boolean };
}

/** Handlers of one session's schemes: `protocol.handle` and its like, and what the request gate asks. */
export function createProtocol() {
  const handlers = new Map<string, Handler>();

  const api = loud('protocol', {
    /** Only standard and secure schemes are served here, since they travel as https. */
    registerSchemesAsPrivileged(list: CustomScheme[]): void {
      if (lifecycle.ready)
        throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
      for (const { scheme, privileges } of list) {
        if (!privileges?.standard || !privileges.secure)
          throw new Error(`stand-in: the scheme ${scheme}: without standard and secure is not supported`);
        registered.add(scheme);
        addScheme(scheme);
      }
    },
    handle(scheme: string, handler: Handler): void {
      if (!registered.has(scheme))
        throw new Error(`stand-in: handling ${scheme}:, not registered as privileged, is not supported`);
      if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
      handlers.set(scheme, handler);
    },
    unhandle(scheme: string): void {
      if (!handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
    },
    isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
  });

  /** The app's answer to a request for one of its own URLs; undefined where it has no handler. */
  async function answer(request: Request): Promise<Response | undefined> {
    const handler = handlers.get(request.url.split(':', 1)[0] ?? '');
    if (!handler) return undefined;
    const response: unknown = await handler(request);
    if (!(response instanceof Response)) throw new TypeError('protocol.handle: the handler gave no Response');
    return response;
  }

  return { api, answer };
}

const registered = new Set<string>();
