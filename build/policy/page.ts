import { mostBytes } from '../../src/main/policy/text.ts';
import { bundleId, recommendedKey } from '../../src/main/policy/mac.ts';
import { policySchema } from '../../src/main/policy/parse.ts';
import { policyKey, recommendedSubkey } from '../../src/main/policy/windows.ts';
import { optionsOf, policyEntries, type PolicyEntry } from './entries.ts';
import { samplePolicy } from './json-schema.ts';

/** How a setting stands in the registry, by its form. */
export const registryTypes = {
  text: 'REG_SZ',
  number: 'REG_DWORD',
  flag: 'REG_DWORD, 1 or 0',
  choice: 'REG_SZ',
  data: 'REG_SZ or REG_MULTI_SZ with JSON',
} as const;

const section = (entry: PolicyEntry): string => `### ${entry.id}

**${entry.title}.** ${entry.help}

- Has to be ${entry.expected}.
- In the registry: ${registryTypes[entry.form.kind]}.
${optionsOf(entry)
  .map(({ value, title }) => `- \`${value}\`: ${title}.\n`)
  .join('')}- Example: \`"${entry.id}": ${JSON.stringify(entry.sample)}\`
`;

/** The documentation for IT. */
export const page = (): string => `# Policy of Carrel

Made from the catalogue of the program by \`npm run policy\`.

## Where a policy may be

The strongest first. Of two places that say something of the same setting, the stronger one counts.

| system  | place                                                                              |
| ------- | ---------------------------------------------------------------------------------- |
| Windows | \`HKLM\\${policyKey}\` (group policy for computers)                                |
|         | \`HKCU\\${policyKey}\` (group policy for users)                                    |
|         | \`policy.json\` in the folder \`Carrel\` of ProgramData                              |
| macOS   | \`/Library/Managed Preferences/${bundleId}.plist\` (a profile for the Mac)         |
|         | \`/Library/Managed Preferences/<user>/${bundleId}.plist\` (a profile for the user) |
|         | \`/Library/Application Support/Carrel/policy.json\`                                |
| Linux   | \`/etc/carrel/policy.d/*.json\`, in the order of their names                       |
|         | \`/usr/share/carrel/policy.d/*.json\`, in the order of their names                 |

Then comes what the user has chosen, then what a policy recommends (the same places in the same order), then the
program’s own default. Places are read at the start, soon after a change, and every minute.

What a user can change is no policy. On macOS and Linux, the file and every folder and link on the way to it has to belong
to root, and only root may write to it. On Windows, whoever runs Carrel must not be able to write to the file or its folder.

## The file

Strict JSON of at most ${mostBytes.toLocaleString('en')} bytes, in UTF-8, or in UTF-16 with its mark; no comments.

\`\`\`json
${JSON.stringify(samplePolicy(), null, 2)}
\`\`\`

- \`schema\` is always \`${policySchema}\`.
- \`mandatory\`: holds whatever the user chooses. In the registry, the values of the key; in a profile, the keys beside \`${recommendedKey}\`.
- \`recommended\`: holds until the user chooses otherwise. In the registry, the values of the subkey \`${recommendedSubkey}\`; in a
  profile, the dictionary \`${recommendedKey}\`.

There is never a secret in a policy: every user of the computer can read it. The API key is entered at the computer.

\`carrel --check-policy FILE\` names everything that is wrong with a file, with line and column. It exits with 0 where there
is nothing, with 1 where there is something, and with 66 where the file cannot be read.

## When it breaks

A policy with a fault is not used in part. The last good one of the same place goes on, and the windows say so. Where none
was ever good, service and place stay as they are, and waiving fees, saving files and forced payment are off; lending,
returning and receiving go on. A setting that this version does not know is a fault: update the program first, then the policy.

## When it takes effect

At once, but for the library system and the place: these change when no desk is busy and nothing is unclear or unfinished.
Until then they wait, and the windows say so. They stay as they are when the policy is taken away.

## The settings

${policyEntries.map(section).join('\n')}`;
