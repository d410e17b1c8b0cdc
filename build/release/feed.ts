import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { oldestReader } from '../../src/main/journal/schema.ts';
import { feedType, keyIdOf, signedBytes } from '../../src/main/updates/envelope.ts';
import { type Feed, readFeed, type Release } from '../../src/main/updates/feed.ts';

/** What a feed is made of. */
export interface FeedOrder {
  /** The folder with the artifacts of one version. */
  readonly artifacts: string;
  readonly version: string;
  /** Higher than that of each feed before. */
  readonly sequence: number;
  /** For so many days programs take it. */
  readonly days: number;
  /** For machines whose number is below: 0 for none, 100 for all. */
  readonly ring: number;
  /** Releases that stay in the feed, as they were in the one before. */
  readonly stay: readonly Release[];
  readonly now: Date;
}

/** Which file updates which system: the one that the program installs itself, or that says there is a newer version. */
const systems: readonly (readonly [RegExp, Release['system']])[] = [
  [/\.exe$/i, 'win32'],
  [/\.zip$/i, 'darwin'],
  [/\.deb$/i, 'linux'],
];

const archOf = (file: string): Release['arch'] => (/arm64|aarch64/i.test(file) ? 'arm64' : 'x64');

function releaseOf(folder: string, file: string, { version, ring }: FeedOrder): Release[] {
  const system = systems.find(([pattern]) => pattern.test(file))?.[1];
  if (!system || !file.includes(`-${version}-`)) return [];
  const content = fs.readFileSync(path.join(folder, file));
  const sha512 = createHash('sha512').update(content).digest('base64');
  return [
    {
      ...{ version, system, arch: archOf(file), file, ring, sha512 },
      size: content.length,
      journal: oldestReader,
    },
  ];
}

/** A private key, as PEM or as the base64 of its DER (`pkcs8`). Throws where it is no Ed25519 key. */
export function privateKey(text: string): KeyObject {
  const key = text.includes('-----BEGIN')
    ? createPrivateKey(text)
    : createPrivateKey({ key: Buffer.from(text, 'base64'), type: 'pkcs8', format: 'der' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the private key of the feed is not Ed25519');
  return key;
}

/**
 * Makes a feed of artifacts, and signs it. Throws where a program would refuse it: where none of the pinned keys belongs
 * to the private one, too.
 */
export function signedFeed(order: FeedOrder, key: KeyObject, pinned: readonly KeyObject[]): string {
  const { artifacts, version, sequence, days, stay, now } = order;
  const made = fs
    .readdirSync(artifacts)
    .toSorted()
    .flatMap((file) => releaseOf(artifacts, file, order));
  if (made.length === 0) throw new Error(`no artifact of ${version} in ${artifacts}`);
  const kept = stay.filter((one) => one.version !== version);
  const feed: Feed = {
    ...{ schema: 'carrel-feed/1', sequence },
    issued: now.toISOString(),
    expires: new Date(now.getTime() + days * 24 * 60 * 60 * 1000).toISOString(),
    releases: [...made, ...kept],
  };
  const payload = Buffer.from(JSON.stringify(feed));
  const sig = sign(null, signedBytes(feedType, payload), key).toString('base64');
  const text = JSON.stringify({
    ...{ payloadType: feedType, payload: payload.toString('base64') },
    signatures: [{ keyid: keyIdOf(createPublicKey(key)), sig }],
  });
  // As a program would read it that has seen the one before.
  readFeed(text, { keys: pinned, seen: { sequence: sequence - 1, digest: '' }, now });
  return text;
}
