import path from 'node:path';
import { root } from '../../build/electron.ts';
import { startProxy, type TestProxy } from '../client/proxy.ts';
import { tlsFront } from '../client/tls-front.ts';
import { institution } from './strange-services.ts';

/** An institution whose library is reached through its proxy only, under a name that nobody else knows. */
export interface Behind extends AsyncDisposable {
  readonly address: string;
  readonly proxy: TestProxy;
  /** What makes a program's machine one of that institution: its proxy is set, and its authority trusted. */
  readonly env: Readonly<Record<string, string>>;
}

/** `login`: `user:password`, for those that the proxy lets through. */
export async function behindProxy(key: string, login: string): Promise<Behind> {
  const library = await institution(key);
  const front = await tlsFront(library.port);
  const proxy = await startProxy({ login });
  return {
    address: `https://library.test:${front.port}`,
    proxy,
    env: {
      ...{ https_proxy: `http://${proxy.name}`, no_proxy: '' },
      // Where the system's store is, in OpenSSL's own words: what `tls` reads on Linux.
      SSL_CERT_FILE: path.join(root, 'test/client/authority/authority.pem'),
    },
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await front[Symbol.asyncDispose]();
      await library[Symbol.asyncDispose]();
    },
  };
}
