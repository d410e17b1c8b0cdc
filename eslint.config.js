import './build/lint-env.js';
import fs from 'node:fs';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import prettier from 'eslint-config-prettier';
import importX from 'eslint-plugin-import-x';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** What each folder of `src` may import from its neighbours: the arrows of the house, one way only. */
const walls = {
  shared: [],
  service: ['shared'],
  client: ['service'],
  server: ['service', 'shared'],
  contract: ['service', 'shared'],
  messages: [],
  main: ['client', 'contract', 'service', 'shared', 'messages'],
  preload: ['contract'],
  renderer: ['contract', 'service', 'shared', 'messages'],
};

const zones = Object.entries(walls).map(([folder, allowed]) => ({
  target: `./src/${folder}`,
  from: './src',
  except: [folder, ...allowed].map((name) => `./${name}`),
  message: `src/${folder} may import only from: ${allowed.join(', ') || 'nothing else in src'}.`,
}));

/** Folders of `src/main` that know no subject, and those that are not a subject themselves. */
const generic = ['commands', 'journal', 'station'];
const beside = [...generic, 'command-line', 'desktop', 'forms', 'records'];
const subjects = fs
  .readdirSync(new URL('src/main/', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !beside.includes(entry.name))
  .map(({ name }) => name);

/** Within main: what is generic imports no subject, and no subject imports what another one shows to windows. */
const subjectZones = [
  {
    target: generic.map((name) => `./src/main/${name}`),
    from: subjects.map((name) => `./src/main/${name}`),
    message: 'src/main/{commands,journal,station} know no subject: let the composition hand it in.',
  },
  ...subjects.map((name) => ({
    target: `./src/main/${name}`,
    from: `./src/main/!(${name})/{calls,view}.ts`,
    message: "A subject uses another one's work and its record.ts, and neither its calls nor its views.",
  })),
];

/** No certificate is accepted that does not hold. */
const certificates = [
  'Property[key.name=/^(rejectUnauthorized|checkServerIdentity)$/]',
  'MemberExpression[property.name=/^(rejectUnauthorized|checkServerIdentity|setCertificateVerifyProc)$/]',
  'Literal[value=/certificate-error/]',
  'TemplateElement[value.raw=/certificate-error/]',
].map((selector) => ({ selector, message: 'Certificates are checked by Node and Electron.' }));

/** Electron's security guide, items 6 and 8 to 12: every window is made in one place, and what is off stays off. */
const windowSwitches = [
  'NewExpression[callee.name=/^(BrowserWindow|WebContentsView|BrowserView)$/]',
  ...[
    'webSecurity|allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|allowpopups',
    'nodeIntegration|nodeIntegrationInWorker|nodeIntegrationInSubFrames|contextIsolation|sandbox|webviewTag',
  ].flatMap((names) => [
    `Property[key.name=/^(${names})$/]`,
    `Property[key.value=/^(${names})$/]`,
    `MemberExpression[property.name=/^(${names})$/]`,
  ]),
].map((selector) => ({ selector, message: 'Windows are made in src/main/desktop/windows.ts.' }));

export default defineConfig(
  { ignores: ['out/', 'dist/', 'coverage/', 'test-results/', 'src/messages/compiled/'] },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.node,
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js'] },
        extraFileExtensions: ['.svelte'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { 'import-x': importX },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: [...zones, ...subjectZones] }],
      // A room of the window is loaded when it is opened, and may then know of the others.
      'import-x/no-cycle': ['error', { ignoreExternal: true, allowUnsafeDynamicCyclicDependency: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-console': 'error',
      eqeqeq: 'error',
    },
    settings: {
      // Without these, only what is imported from JavaScript is followed, and no cycle is ever found.
      'import-x/extensions': ['.ts'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
      'import-x/resolver-next': [importX.createNodeResolver({ extensions: ['.ts', '.js', '.svelte'] })],
    },
  },
  {
    files: ['src/renderer/**', 'src/preload/**', 'test/renderer/**'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    // Input is judged in main and zod stays out of the window: only types cross over.
    files: ['src/renderer/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['**/contract/**', '**/service/**'], allowTypeImports: true, message: 'Types only.' },
            {
              group: ['electron', 'electron/*', 'node:*', 'zod', 'ky', 'kysely', 'hono'],
              message: 'Not in a window.',
            },
          ],
        },
      ],
    },
  },
  {
    // Electron's security guide, items 11 and 12: no page holds another one.
    files: ['src/renderer/**/*.svelte'],
    rules: { 'svelte/no-restricted-html-elements': ['error', 'webview', 'iframe'] },
  },
  {
    // Pure rules, for main and for a window; src/shared/tsconfig.json keeps the globals of Node and the DOM out.
    files: ['src/shared/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(?!\\./|big\\.js$|bwip-js/generic$)',
              message: 'Only its neighbours, big.js and bwip-js.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/main/**', 'src/preload/**'],
    rules: { 'no-restricted-syntax': ['error', ...certificates, ...windowSwitches] },
  },
  {
    // Here the windows are made; their switches are held by its test.
    files: ['src/main/desktop/windows.ts'],
    rules: { 'no-restricted-syntax': ['error', ...certificates] },
  },
  {
    // Raw IPC has one door on each side.
    files: ['src/**'],
    ignores: ['src/main/desktop/ipc.ts', 'src/preload/index.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'electron',
              importNames: ['ipcMain', 'ipcRenderer', 'contextBridge'],
              message: 'Use the contract.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/service/**', 'src/client/**', 'src/server/**', 'src/contract/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ImportDeclaration[source.value="electron"]',
          message: 'Electron is known to src/main and src/preload only.',
        },
        ...certificates,
      ],
    },
  },
  {
    files: ['test/**', 'build/**', 'src/server/cli.ts'],
    rules: { 'no-console': 'off' },
  },
  prettier,
  ...svelte.configs.prettier,
);
