import { parseArgs } from 'node:util';

/** One file, folder or link, and where the package puts it. A folder's contents go into the destination. */
export interface Mapping {
  readonly from: string;
  readonly to: string;
}

/** What electron-builder asks fpm for, as far as deb and rpm of ours need it. */
export interface PackageRequest {
  /** `deb` or `rpm`. */
  readonly target: string;
  /** The package's name. */
  readonly name: string;
  /** In the form of the target: `0.1.0~beta.1`. */
  readonly version: string;
  /** In the words of the target: `amd64`, `x86_64`. */
  readonly architecture: string;
  readonly maintainer: string;
  readonly vendor: string;
  readonly url: string;
  readonly license: string;
  readonly category: string;
  /** deb only. */
  readonly priority: string;
  /** A line of its own, then the longer text. */
  readonly description: string;
  readonly depends: readonly string[];
  /** Scripts, as files. */
  readonly afterInstall: string;
  readonly afterRemove: string;
  readonly compression: string;
  readonly mappings: readonly Mapping[];
  /** Where the package goes. */
  readonly artifact: string;
}

const text = { type: 'string' } as const;
const list = { type: 'string', multiple: true } as const;

/** Reads fpm's arguments. Throws on one that is not known: nothing that was asked for is left out silently. */
export function parseRequest(args: readonly string[]): PackageRequest {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: true,
    options: {
      source: { ...text, short: 's' },
      target: { ...text, short: 't' },
      force: { type: 'boolean' },
      depends: { ...list, short: 'd' },
      'deb-recommends': list,
      'deb-compression': text,
      'rpm-compression': text,
      'rpm-os': text,
      'rpm-summary': text,
      'deb-priority': text,
      architecture: text,
      'after-install': text,
      'after-remove': text,
      description: text,
      version: text,
      package: text,
      name: text,
      maintainer: text,
      vendor: text,
      url: text,
      category: text,
      license: text,
      iteration: text,
    },
  });
  const given = (name: keyof typeof values): string => {
    const value = values[name];
    if (typeof value !== 'string' || value === '') throw new Error(`--${name} is missing`);
    return value;
  };
  const target = given('target');
  return {
    target,
    name: given('name'),
    version: given('version'),
    architecture: given('architecture'),
    maintainer: given('maintainer'),
    vendor: values.vendor ?? given('maintainer'),
    url: given('url'),
    license: values.license ?? '',
    category: values.category ?? 'misc',
    priority: values['deb-priority'] ?? 'optional',
    description: given('description'),
    depends: values.depends ?? [],
    afterInstall: given('after-install'),
    afterRemove: given('after-remove'),
    compression: values[target === 'rpm' ? 'rpm-compression' : 'deb-compression'] ?? 'xz',
    mappings: positionals.map((one) => {
      const at = one.lastIndexOf('=');
      if (at < 1 || !one.slice(at + 1).startsWith('/')) throw new Error(`not a mapping: ${one}`);
      return { from: one.slice(0, at), to: one.slice(at + 1) };
    }),
    artifact: given('package'),
  };
}
