import type { Processor, System } from './targets.ts';

/**
 * The packages that ship as they are, beside the bundles: native add-ons and what loads them. Everything else is
 * bundled. Each file is named, so that an add-on ships for the system it is installed on and no other.
 */
export function packedModules(
  system: System,
  processor: Processor,
): Readonly<Record<string, readonly string[]>> {
  const binary = `prebuilds/${system}-${processor}`;
  return {
    keytar: ['package.json', 'LICENSE.md', 'lib/keytar.js', `${binary}/keytar.node`],
    ...(system === 'win32' && {
      'native-reg': ['package.json', 'README.md', 'lib/index.js', `${binary}/node.napi.node`],
      'node-gyp-build': ['package.json', 'LICENSE', 'index.js', 'node-gyp-build.js'],
    }),
  };
}
