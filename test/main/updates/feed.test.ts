import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyIdOf } from '../../../src/main/updates/envelope.ts';
import { FeedRefused, readFeed, type SeenFeed } from '../../../src/main/updates/feed.ts';
import { aFeed, aRelease, envelope, newKey } from './signing.ts';

const now = new Date('2026-11-25T12:00:00Z');
const [present, next, stranger] = [newKey(), newKey(), newKey()];
const keys = [present.publicKey, next.publicKey];

const read = (text: string, seen: SeenFeed | null = null) => readFeed(text, { keys, seen, now });

function troubleOf(text: string, seen: SeenFeed | null = null): string {
  try {
    read(text, seen);
  } catch (error) {
    if (error instanceof FeedRefused) return error.trouble;
    throw error;
  }
  return 'taken';
}

/** The envelope with one thing changed after it was signed. */
function changed(text: string, change: (read: { payload: string; signatures: { sig: string }[] }) => void) {
  const read = JSON.parse(text) as { payload: string; signatures: { sig: string }[] };
  change(read);
  return JSON.stringify(read);
}

const payloadWith = (change: (payload: string) => string) =>
  changed(envelope(aFeed(), present), (read) => {
    read.payload = Buffer.from(change(Buffer.from(read.payload, 'base64').toString())).toString('base64');
  });

describe('a signed feed', () => {
  it('is taken from each of the two keys', () => {
    expect(read(envelope(aFeed(), present)).feed).toEqual(aFeed());
    expect(read(envelope(aFeed(), next)).feed.sequence).toBe(7);
  });

  it('is taken where one of several signatures is of a known key', () => {
    const two = JSON.parse(envelope(aFeed(), stranger)) as { signatures: unknown[] };
    const mine = JSON.parse(envelope(aFeed(), present)) as { signatures: unknown[] };
    expect(troubleOf(JSON.stringify({ ...two, signatures: [...two.signatures, ...mine.signatures] }))).toBe(
      'taken',
    );
  });

  it('is taken again, and with a higher number', () => {
    const { seen } = read(envelope(aFeed(), present));
    expect(troubleOf(envelope(aFeed(), present), seen)).toBe('taken');
    expect(troubleOf(envelope(aFeed({ sequence: 8 }), present), seen)).toBe('taken');
  });

  it.each([
    ['the version', payloadWith((text) => text.replace('0.2.0', '0.3.0')), 'altered'],
    ['the file', payloadWith((text) => text.replace('Carrel-0.2.0', 'Carrel-9.9.9')), 'altered'],
    ['the hash of the file', payloadWith((text) => text.replace('AAAA', 'BBBB')), 'altered'],
    ['the size of the file', payloadWith((text) => text.replace('"size":4', '"size":5')), 'altered'],
    ['the ring', payloadWith((text) => text.replace('"ring":100', '"ring":10')), 'altered'],
    ['the number', payloadWith((text) => text.replace('"sequence":7', '"sequence":70')), 'altered'],
    ['the last day', payloadWith((text) => text.replace('2026-12-20', '2036-12-20')), 'altered'],
    [
      'the version of the journal',
      payloadWith((text) => text.replace('"journal":5', '"journal":1')),
      'altered',
    ],
    ['a blank', payloadWith((text) => `${text} `), 'altered'],
    [
      'the signature',
      changed(envelope(aFeed(), present), (read) => {
        const [one] = read.signatures;
        if (one) one.sig = Buffer.alloc(64).toString('base64');
      }),
      'altered',
    ],
    ['the key', envelope(aFeed(), stranger), 'unknownKey'],
    [
      'the key under the id of a known one',
      envelope(aFeed(), stranger, { keyid: keyIdOf(present.publicKey) }),
      'altered',
    ],
    ['the type', envelope(aFeed(), present, { type: 'application/vnd.other+json' }), 'otherProduct'],
    ['the product', envelope({ ...aFeed(), schema: 'carrel-feedback/1' }, present), 'otherProduct'],
    ['the page', '<!doctype html><title>Log in to the network</title>', 'notAFeed'],
    ['the length', envelope(aFeed(), present).slice(0, 200), 'notAFeed'],
    ['nothing is left', '', 'notAFeed'],
    ['the schema', envelope({ ...aFeed(), schema: 'carrel-feed/2' }, present), 'malformed'],
    ['the shape', envelope({ ...aFeed(), releases: 'none' }, present), 'malformed'],
    ['no JSON', envelope('feed', present), 'malformed'],
    [
      'a folder in the name',
      envelope(aFeed({ releases: [aRelease({ file: '../x.exe' })] }), present),
      'malformed',
    ],
  ])('is refused where it differs in %s', (_, text, trouble) => {
    expect(troubleOf(text)).toBe(trouble);
  });

  it('is refused after its last day, and a day before its first', () => {
    expect(troubleOf(envelope(aFeed({ expires: '2025-11-25T12:00:00Z' }), present))).toBe('expired');
    expect(troubleOf(envelope(aFeed({ expires: now.toISOString() }), present))).toBe('expired');
    expect(troubleOf(envelope(aFeed({ issued: '2026-11-26T12:00:01Z' }), present))).toBe('tooEarly');
    expect(troubleOf(envelope(aFeed({ issued: '2026-11-26T11:00:00Z' }), present))).toBe('taken');
  });

  it('is refused where a later one was seen, or another with its number', () => {
    const { seen } = read(envelope(aFeed(), present));
    expect(troubleOf(envelope(aFeed({ sequence: 6 }), present), seen)).toBe('older');
    expect(troubleOf(envelope(aFeed({ releases: [] }), present), seen)).toBe('sameNumber');
  });

  it('is never taken with one byte changed', () => {
    const text = envelope(aFeed(), present);
    const payload = Buffer.from((JSON.parse(text) as { payload: string }).payload, 'base64');
    fc.assert(
      fc.property(fc.nat(payload.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const bytes = Buffer.from(payload);
        bytes[at] = (bytes[at] ?? 0) ^ by;
        const other = changed(text, (read) => void (read.payload = bytes.toString('base64')));
        expect(troubleOf(other)).toBe('altered');
      }),
    );
  });

  it('never ends in another error, whatever it is', () => {
    fc.assert(fc.property(fc.string(), (text) => void troubleOf(text)));
    fc.assert(fc.property(fc.json(), (text) => void troubleOf(text)));
    fc.assert(fc.property(fc.json(), (text) => void troubleOf(envelope(text, present))));
  });
});
