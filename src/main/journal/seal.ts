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

/** How many bytes a seal's key has. */
export const keyBytes = 32;

/** What was sealed cannot be opened: its key is not here (and may come back), or it is damaged, or of another place. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly why: 'noKey' | 'damaged';

  constructor(why: Unreadable['why']) {
    super(why);
    this.why = why;
  }
}

/** Seals what a row says, so that the file tells nobody whose loan or fee it was. */
export interface Seal {
  /** The id of the key that it seals with. */
  readonly sealsWith: string;
  /** `place` names the row and the column: a sealed value opens nowhere else. */
  seal(value: unknown, place: string): Uint8Array;
  /** Throws `Unreadable`. */
  open(sealed: Uint8Array, place: string): unknown;
  /**
   * Marks by which a text is known again, and which say nothing of it: one for each key that is here, that of the
   * sealing key first. A mark that was kept was made with one of them.
   */
  marks(text: string): readonly string[];
  /** A key that was away is back: what it sealed opens again. */
  add(key: Uint8Array): void;
}

interface Key {
  readonly id: string;
  /** Made ready once: as bytes it would be looked at anew for each value. */
  readonly sealing: KeyObject;
  readonly marking: KeyObject;
}

const derived = (bytes: Uint8Array, use: string): Buffer =>
  createHmac('sha256', bytes).update(`carrel journal ${use}`).digest();

/**
 * What names a key, and tells it from any other: derived from the key, of which it says nothing. A key that answers to
 * another id than the one it was kept under is not that key.
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

/** Where the parts of a sealed value begin. The first version named no key. */
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable('damaged');
  }
}

/**
 * AES-256-GCM with a random nonce per value: version, the key's id, nonce, tag, then the value's JSON. Seals with the
 * first key and opens with any: a workstation whose keychain was away for a while has used two.
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
      const named =
        keyId === null ? [...keys.values()] : [keys.get(keyId)].filter((one) => one !== undefined);
      if (named.length === 0) throw new Unreadable('noKey');
      for (const one of named) {
        const text = openWith(one, sealed, nonce, place);
        if (text !== null) return parsed(text);
      }
      // Which key sealed a value of the first version is not known: it may be one that is away.
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
