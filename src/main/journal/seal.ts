import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;

/** How many bytes a seal's key has. */
export const keyBytes = 32;

/** What was sealed cannot be opened: another key, another place, or damage. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** Seals what a row says, so that the file tells nobody whose loan or fee it was. */
export interface Seal {
  /** `place` names the row and the column: a sealed value opens nowhere else. */
  seal(value: unknown, place: string): Uint8Array;
  /** Throws `Unreadable`. */
  open(sealed: Uint8Array, place: string): unknown;
}

/** Made ready once: as bytes it would be looked at anew for each value. */
function keyOf(bytes: Uint8Array): KeyObject {
  if (bytes.byteLength !== keyBytes) throw new RangeError(`a seal's key has ${keyBytes} bytes`);
  return createSecretKey(bytes);
}

/**
 * AES-256-GCM with a random nonce per value: version, nonce, tag, then the value's JSON. Seals with the first key and
 * opens with any: a workstation whose keychain was away for a while has used two.
 */
export function createSeal(key: Uint8Array, ...olderKeys: readonly Uint8Array[]): Seal {
  const sealing = keyOf(key);
  const opening = [sealing, ...olderKeys.map(keyOf)];

  function openWith(one: KeyObject, sealed: Uint8Array, place: string): string | null {
    const nonce = sealed.subarray(1, 1 + nonceBytes);
    const decipher = createDecipheriv(algorithm, one, nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(1 + nonceBytes, headBytes));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()]).toString('utf8');
    } catch {
      return null; // not with this key
    }
  }

  return {
    seal(value, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, sealing, nonce).setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(JSON.stringify(value ?? null), 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, place) {
      if (sealed.byteLength < headBytes || sealed[0] !== version) throw new Unreadable('not sealed by us');
      for (const one of opening) {
        const text = openWith(one, sealed, place);
        if (text !== null) return JSON.parse(text) as unknown;
      }
      throw new Unreadable('sealed with another key, or damaged');
    },
  };
}
