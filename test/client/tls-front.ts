import { connect, type AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { certificate, type Certificate } from './proxy.ts';

export interface TlsFront extends AsyncDisposable {
  readonly port: number;
}

/** Puts https before a service of this machine that speaks http, as a gateway does. */
export async function tlsFront(behind: number, name: Certificate = 'library'): Promise<TlsFront> {
  const pem = certificate(name);
  const open = new Set<TLSSocket>();
  const server = createServer({ key: pem, cert: pem }, (socket) => {
    open.add(socket);
    const inside = connect(behind, '127.0.0.1');
    inside.on('error', () => socket.destroy());
    socket.on('error', () => inside.destroy());
    socket.pipe(inside).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
