import { subscribe } from 'node:diagnostics_channel';
import * as z from 'zod';

/** What `fetch` tells of each connection that it makes. Of the socket only what a TLS one has is of interest. */
const Connected = z.object({
  connectParams: z.object({ hostname: z.string(), port: z.union([z.string(), z.number()]).nullish() }),
  socket: z.custom<{ getPeerCertificate(): { readonly valid_to?: unknown } }>(
    (socket) => typeof socket === 'object' && socket !== null && 'getPeerCertificate' in socket,
  ),
});

const httpsPort = '443';

/** By host and port, the last moment of the certificate that was shown last, as ISO 8601. */
const shown = new Map<string, string>();
let listening = false;

/**
 * Notes the certificate of each connection that `fetch` makes from now on. No connection is made for it: only the one
 * over which the calls go tells which certificate that is, also behind a proxy that looks into them.
 */
export function noteCertificates(): void {
  if (listening) return;
  listening = true;
  subscribe('undici:client:connected', (message) => {
    const connected = Connected.safeParse(message);
    if (!connected.success) return;
    const { connectParams, socket } = connected.data;
    const until = Date.parse(String(socket.getPeerCertificate().valid_to));
    if (Number.isNaN(until)) return;
    const { hostname, port } = connectParams;
    shown.set(`${hostname}:${String(port ?? '') || httpsPort}`, new Date(until).toISOString());
  });
}

/** The last moment of the certificate that this address has shown; null where it has shown none in this run. */
export function certificateUntil(address: string): string | null {
  const url = URL.parse(address);
  return url && (shown.get(`${url.hostname}:${url.port || httpsPort}`) ?? null);
}
