/**
 * Makes and signs the feed of updates from the artifacts of a release:
 *
 *     node build/release/sign-feed.ts --artifacts release --version 1.4.2 --sequence 12 --out feed.json
 *
 * `--days 60` for how long it counts, `--ring 10` for the machines that get it first (0 for none, 100 for all, the
 * default), `--before feed.json` for the feed whose other versions stay in it. The keys come from the environment, never
 * from the command line, which every program of the machine can read: `CARREL_UPDATE_PRIVATE_KEY` (PEM, or base64 of
 * its DER), and `CARREL_UPDATE_KEYS`, which the programs have built in. What a program would refuse is not written.
 */
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { publicKey } from '../../src/main/updates/envelope.ts';
import { readFeed, type Release } from '../../src/main/updates/feed.ts';
import { privateKey, signedFeed } from './feed.ts';

const { values } = parseArgs({
  options: {
    artifacts: { type: 'string' },
    version: { type: 'string' },
    sequence: { type: 'string' },
    days: { type: 'string', default: '60' },
    ring: { type: 'string', default: '100' },
    before: { type: 'string' },
    out: { type: 'string' },
  },
});

const given = (name: 'artifacts' | 'version' | 'sequence' | 'out'): string => {
  const value = values[name];
  if (value === undefined) throw new Error(`--${name} is missing`);
  return value;
};
const secret = (name: string): string => {
  const value = process.env[name] ?? '';
  if (value === '') throw new Error(`${name} is not set`);
  return value;
};

const pinned = secret('CARREL_UPDATE_KEYS')
  .split(/[\s,]+/)
  .filter((key) => key !== '')
  .map((key) => publicKey(key));
const now = new Date();

/** The releases of the feed before, which is refused as a program would refuse it. */
function releasesBefore(file: string): readonly Release[] {
  const text = fs.readFileSync(file, 'utf8');
  return readFeed(text, { keys: pinned, seen: null, now }).feed.releases;
}

const text = signedFeed(
  {
    artifacts: given('artifacts'),
    version: given('version'),
    sequence: Number(given('sequence')),
    days: Number(values.days),
    ring: Number(values.ring),
    stay: values.before === undefined ? [] : releasesBefore(values.before),
    now,
  },
  privateKey(secret('CARREL_UPDATE_PRIVATE_KEY')),
  pinned,
);
const out = given('out');
fs.writeFileSync(out, text);
console.log(out);
