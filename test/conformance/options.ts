import { parseArgs } from 'node:util';

/** The codes the suite sends: those the sample library always has, or those a library names with `--set`. */
export const sampleCodes = {
  library: 'MAIN',
  desk: 'DEFAULT_CIRC_DESK',
  department: 'ACQ',
  departmentLibrary: 'MAIN',
  workOrderType: 'AcqWorkOrder',
  workOrderStatus: 'CopyCataloging',
  accountType: 'INTERNAL',
  userStatus: 'ACTIVE',
  group: 'STUDENT',
  identifierType: 'BARCODE',
  feeType: 'OTHER',
  reason: 'OTHER',
  cancelReason: 'CannotBeFulfilled',
  locationType: 'OPEN',
  depositProfile: 'DEPOSIT',
  partner: 'PARTNER',
  currency: 'ILS',
  workflow: 'REMOVE_EXPIRED_BLOCKS',
};
export type Codes = Readonly<Record<keyof typeof sampleCodes, string>>;

export const USAGE = `npm run conformance -- [--base-url URL] [--key KEY|-] [--allow-writes | --read-only] [--strict] [--quiet] [--report FILE]
    [--area NAME …] [--item BARCODE …] [--pol NUMBER …] [--set CODE=VALUE …]
  Without --base-url a practice library of our own is tried. --key takes a key only for this machine; any other
  is asked for, or read from standard input with --key -. --item and --pol name what may be lent and received.
  Codes that --set changes: ${Object.keys(sampleCodes).join(', ')}.`;

/** What is wrong with the command line, in words for the person who typed it. */
export class Misuse extends Error {
  override readonly name = 'Misuse';
}

/** What was asked for on the command line. */
export interface Options {
  /** Without one our own practice library is started. */
  readonly baseUrl: URL | undefined;
  /** `stdin`: from standard input; undefined: to be asked for. */
  readonly key: { readonly value: string } | 'stdin' | undefined;
  readonly readOnly: boolean;
  /** Then a difference that callers are told to bear is a failure too; so it is for our own server. */
  readonly strict: boolean;
  readonly quiet: boolean;
  /** A file for the numbers of the last line, as JSON. */
  readonly report: string | undefined;
  readonly areas: readonly string[];
  readonly items: readonly string[];
  readonly pols: readonly string[];
  readonly codes: Codes;
}

export function readOptions(args: readonly string[]): Options {
  const values = parsed(args);
  const baseUrl = values['base-url'] === undefined ? undefined : readUrl(values['base-url']);
  const near = baseUrl === undefined || isLoopback(baseUrl.hostname);
  if (values['allow-writes'] && values['read-only']) {
    throw new Misuse('--allow-writes and --read-only exclude each other.');
  }
  return {
    baseUrl,
    key: readKey(values.key, near),
    readOnly: values['read-only'] || (!near && !values['allow-writes']),
    strict: values.strict || baseUrl === undefined,
    quiet: values.quiet,
    report: values.report,
    areas: values.area,
    items: values.item,
    pols: values.pol,
    codes: readCodes(values.set),
  };
}

function parsed(args: readonly string[]) {
  const many = { type: 'string', multiple: true, default: [] as string[] } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        'base-url': { type: 'string' },
        key: { type: 'string' },
        'allow-writes': flag,
        'read-only': flag,
        strict: flag,
        quiet: flag,
        report: { type: 'string' },
        area: many,
        item: many,
        pol: many,
        set: many,
      },
    }).values;
  } catch (error) {
    throw new Misuse(error instanceof Error ? error.message : String(error));
  }
}

function readKey(key: string | undefined, near: boolean): Options['key'] {
  if (key === undefined) return undefined;
  if (key === '-') return 'stdin';
  if (key === '') throw new Misuse('--key needs a key.');
  if (near) return { value: key };
  throw new Misuse(
    '--key takes no real key: every program of this machine can read a command line. Leave it out to be asked, or pipe the key in and say --key -.',
  );
}

function readUrl(sample: string): URL {
  const url = URL.parse(sample);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Misuse(`--base-url is no web address: ${sample}`);
  if (url.username !== '' || url.password !== '')
    throw new Misuse('--base-url takes no user name or password.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new Misuse('--base-url: a key is sent over http: to this machine only. Use https:.');
  }
  return url;
}

/** Whether a host is this machine itself. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function readCodes(sets: readonly string[]): Codes {
  const codes: Record<string, string> = { ...sampleCodes };
  for (const set of sets) {
    const [, name = '', value = ''] = /^([^=]+)=(.+)$/.exec(set) ?? [];
    if (!(name in codes)) throw new Misuse(`--set knows no code ${JSON.stringify(set)}.`);
    codes[name] = value;
  }
  return codes as Codes;
}
