import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import * as z from 'zod';

/** What the payload of an envelope is, so that what is signed for one purpose cannot be used for another. */
export const feedType = 'application/vnd.carrel.feed+json';

const Base64 = z.base64().max(4_000_000);

/** A DSSE envelope (Dead Simple Signing Envelope): a payload with signatures over its exact bytes. */
const Envelope = z.object({
  payloadType: z.string().max(200),
  payload: Base64,
  signatures: z
    .array(z.object({ keyid: z.string().max(200), sig: Base64 }))
    .min(1)
    .max(10),
});

/** Why the bytes of an envelope are not to be trusted. */
export type EnvelopeTrouble =
  /** No envelope at all: a page of a proxy, an error page, half of the file. */
  | 'notAFeed'
  /** A payload of another type. */
  | 'otherProduct'
  /** Signed, by nobody whom this program knows. */
  | 'unknownKey'
  /** Signed by a key that this program knows, but these bytes were not. */
  | 'altered';

export class EnvelopeRefused extends Error {
  override readonly name = 'EnvelopeRefused';
  readonly trouble: EnvelopeTrouble;

  constructor(trouble: EnvelopeTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

/** The bytes that are signed, by DSSE: the type is part of them. */
export function signedBytes(payloadType: string, payload: Uint8Array): Buffer {
  const head = `DSSEv1 ${String(Buffer.byteLength(payloadType))} ${payloadType} ${String(payload.length)} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

/** The id of a public key: the first 16 hexadecimal digits of the SHA-256 of its DER. */
export const keyIdOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

/** A public key from the base64 of its DER (`spki`), as the build pins it. Throws where it is no Ed25519 key. */
export function publicKey(base64: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(base64, 'base64'), type: 'spki', format: 'der' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('an update key is not Ed25519');
  return key;
}

function parse(text: string): z.output<typeof Envelope> {
  try {
    const parsed = Envelope.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  } catch {
    // No JSON.
  }
  throw new EnvelopeRefused('notAFeed');
}

/**
 * The payload of an envelope, if one of the keys has signed exactly these bytes. Two keys are pinned, so that one can be
 * replaced while programs that know only the other are still in use. Throws `EnvelopeRefused`.
 */
export function openEnvelope(text: string, keys: readonly KeyObject[]): Buffer {
  const { payloadType, payload, signatures } = parse(text);
  if (payloadType !== feedType) throw new EnvelopeRefused('otherProduct');
  const bytes = Buffer.from(payload, 'base64');
  const known = new Map(keys.map((key) => [keyIdOf(key), key]));
  const signed = signedBytes(payloadType, bytes);
  let isKeyKnown = false;
  for (const { keyid, sig } of signatures) {
    const key = known.get(keyid);
    if (!key) continue;
    isKeyKnown = true;
    if (verify(null, signed, key, Buffer.from(sig, 'base64'))) return bytes;
  }
  throw new EnvelopeRefused(isKeyKnown ? 'altered' : 'unknownKey');
}
