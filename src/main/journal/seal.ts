import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const algorithm = 'aes-256-gcm';
const idBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;

/** The length of a key in bytes. */
export const keyBytes = 32;

/** A sealed value cannot be opened: its key is missing (and may come back), or it is damaged or moved. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly why: 'noKey' | 'damaged';

  constructor(why: Unreadable['why']) {
    super(why);
    this.why = why;
  }
}

/** Seals the content of rows, so that the file does not reveal whose loan or fee it was. */
export interface Seal {
  /** The id of the key for sealing. */
  readonly sealsWith: string;
  /** `place` names the row and the column: a sealed value cannot be opened anywhere else. */
  seal(value: unknown, place: string): Uint8Array;
  /** Throws `Unreadable`. */
  open(sealed: Uint8Array, place: string): unknown;
  /**
   * Marks that identify a text and reveal nothing about it: one for each available key, that of the sealing key first.
   * A stored mark was made with one of these keys.
   */
  marks(text: string): readonly string[];
  /** Adds a key that is available again: what it sealed can be opened. */
  add(key: Uint8Array): void;
}

interface Key {
  readonly id: string;
  /** A `KeyObject`, because raw bytes would be parsed again for each value. */
  readonly sealing: KeyObject;
  readonly marking: KeyObject;
}

const derived = (bytes: Uint8Array, use: string): Buffer =>
  createHmac('sha256', bytes).update(`carrel journal ${use}`).digest();

/**
 * The id of a key, derived from the key without revealing it. If a key was stored under another id, it is not the right
 * key.
 */
export function keyIdOf(bytes: Uint8Array): string {
  return derived(bytes, 'id').subarray(0, idBytes).toString('hex');
}

function keyOf(bytes: Uint8Array): Key {
  if (bytes.byteLength !== keyBytes) throw new RangeError(`a seal's key has ${keyBytes} bytes`);
  return {
    id: keyIdOf(bytes),
    sealing: createSecretKey(bytes),
    marking: createSecretKey(derived(bytes, 'marks')),
  };
}

/** Where the parts of a sealed value begin. The first version has no key id. */
const layouts = { 1: { nonce: 1 }, 2: { nonce: 1 + idBytes } } as const;

function layoutOf(sealed: Uint8Array): { readonly keyId: string | null; readonly nonce: number } {
  const [version] = sealed;
  if (version !== 1 && version !== 2) throw new Unreadable('damaged');
  const { nonce } = layouts[version];
  if (sealed.byteLength < nonce + nonceBytes + tagBytes) throw new Unreadable('damaged');
  return { nonce, keyId: version === 1 ? null : Buffer.from(sealed.subarray(1, nonce)).toString('hex') };
}

function openWith(key: Key, sealed: Uint8Array, nonceAt: number, place: string): string | null {
  const tagAt = nonceAt + nonceBytes;
  const textAt = tagAt + tagBytes;
  const nonce = sealed.subarray(nonceAt, tagAt);
  const decipher = createDecipheriv(algorithm, key.sealing, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(tagAt, textAt));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(textAt)), decipher.final()]).toString('utf8');
  } catch {
    return null; // not with this key
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable('damaged');
  }
}

/**
 * AES-256-GCM with a random nonce per value: version, the key's id, nonce, tag, then the value's JSON. Seals with the
 * first key and opens with any: a workstation whose keychain was unavailable for a while has used two keys.
 */
export function createSeal(key: Uint8Array, ...olderKeys: readonly Uint8Array[]): Seal {
  const sealing = keyOf(key);
  const sealingId = Buffer.from(sealing.id, 'hex');
  const keys = new Map([sealing, ...olderKeys.map(keyOf)].map((one) => [one.id, one]));

  return {
    sealsWith: sealing.id,
    seal(value, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, sealing.sealing, nonce).setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(JSON.stringify(value ?? null), 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(2), sealingId, nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, place) {
      const { keyId, nonce } = layoutOf(sealed);
      const candidates =
        keyId === null ? [...keys.values()] : [keys.get(keyId)].filter((one) => one !== undefined);
      if (candidates.length === 0) throw new Unreadable('noKey');
      for (const one of candidates) {
        const text = openWith(one, sealed, nonce, place);
        if (text !== null) return parseJson(text);
      }
      // The key of a value of the first version is not known: it may be one that is missing.
      throw new Unreadable(keyId === null ? 'noKey' : 'damaged');
    },
    marks: (text) =>
      Array.from(keys.values(), ({ marking }) =>
        createHmac('sha256', marking).update(text).digest('base64url'),
      ),
    add(bytes) {
      const one = keyOf(bytes);
      keys.set(one.id, one);
    },
  };
}
