/**
 * `npm run policy [FOLDER]`: writes everything with which IT sets policies, made from the one catalogue: the templates
 * for group policy, a profile and its manifest, the JSON Schema, a sample, and the documentation.
 */
import fs from 'node:fs';
import path from 'node:path';
import { policyFiles } from './policy/files.ts';

const folder = path.resolve(process.argv[2] ?? 'dist/policy');
for (const [name, content] of policyFiles()) {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
}
console.log(folder);
