import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { feedType, keyIdOf, signedBytes } from '../../../src/main/updates/envelope.ts';
import type { Feed, Release } from '../../../src/main/updates/feed.ts';

/** A pair of keys that feeds are signed with. */
export interface FeedKey {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export const newKey = (): FeedKey => generateKeyPairSync('ed25519');

/** A release for Windows that all machines get. */
export const aRelease = (given: Partial<Release> = {}): Release => ({
  version: '0.2.0',
  system: 'win32',
  arch: 'x64',
  file: 'Carrel-0.2.0-x64.exe',
  size: 4,
  sha512: `${'A'.repeat(86)}==`,
  ring: 100,
  journal: 5,
  ...given,
});

export const aFeed = (given: Partial<Feed> = {}): Feed => ({
  schema: 'carrel-feed/1',
  sequence: 7,
  issued: '2026-11-20T10:00:00Z',
  expires: '2026-12-20T10:00:00Z',
  releases: [aRelease()],
  ...given,
});

/** An envelope around a payload, as it is published. */
export function envelope(
  payload: unknown,
  key: FeedKey,
  {
    type = feedType,
    keyid = keyIdOf(key.publicKey),
  }: { readonly type?: string; readonly keyid?: string } = {},
): string {
  const bytes = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  const sig = sign(null, signedBytes(type, bytes), key.privateKey).toString('base64');
  return JSON.stringify({
    payloadType: type,
    payload: bytes.toString('base64'),
    signatures: [{ keyid, sig }],
  });
}
