import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { pathNames, type Endpoint } from '../../src/service/define.ts';
import { endpoints, operations } from '../../src/service/endpoints.ts';
import { openApiOf } from '../../src/service/openapi.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly default?: unknown; readonly enum?: readonly string[] };
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
  readonly 'x-operations': readonly string[];
  readonly 'x-assumed'?: readonly string[];
}

const document = openApiOf(endpoints) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
};
const routes = Object.entries(document.paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ template, method, operation })),
);
const operationOf = (method: string, template: string) => document.paths[template]?.[method];

test('a public validator accepts what the command prints', { timeout: 240_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-openapi-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'openapi.json');
  const { stdout } = await run(process.execPath, ['build/openapi.ts'], { cwd: root, maxBuffer: 2 ** 26 });
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(document)));
  await writeFile(file, stdout);
  const validator = path.join(
    root,
    'node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js',
  );
  expect(JSON.parse((await run(process.execPath, [validator, file])).stdout)).toEqual({ valid: true });
});

test('each row of the table is there, once', () => {
  const named = routes.flatMap(({ operation }) => operation['x-operations']);
  expect(named.toSorted()).toEqual([...operations].sort());
  for (const { template, method, operation } of routes) {
    for (const name of operation['x-operations']) {
      const row: Endpoint = endpoints[name as keyof typeof endpoints];
      expect([row.path, row.method]).toEqual([template, method.toUpperCase()]);
    }
  }
});

test('no path stands for the same as another, and no operation goes by the name of another', () => {
  const shapes = Object.keys(document.paths).map((template) => template.replace(/\{[^}]+\}/g, '{}'));
  expect(new Set(shapes).size).toBe(shapes.length);
  const ids = routes.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every part of a path and every parameter of a row is described, once', () => {
  for (const { template, operation } of routes) {
    const names = (where: string) =>
      operation.parameters.filter((parameter) => parameter.in === where).map(({ name }) => name);
    expect(names('path')).toEqual(pathNames(template));
    const rows = operation['x-operations'].map((name): Endpoint => endpoints[name as keyof typeof endpoints]);
    const requests = rows.flatMap((row) => [...Object.keys(row.query.shape), ...(row.op ? ['op'] : [])]);
    expect(names('query').toSorted()).toEqual([...new Set(requests)].sort());
  }
});

test('every reference leads somewhere', () => {
  const text = JSON.stringify(document);
  const home = '#/components/schemas/';
  const references = Array.from(text.matchAll(/"\$ref":"([^"]+)"/g), ([, to = '']) => to);
  expect(references.length).toBeGreaterThan(100);
  for (const to of references.filter((one) => one !== '#/components/responses/Refusal')) {
    expect(to.startsWith(home)).toBe(true);
    expect(document.components.schemas).toHaveProperty([to.slice(home.length)]);
  }
});

test('rows that share a path are told apart by op, which is then required', () => {
  const acts = operationOf('post', '/users/{user_id}/fees/{fee_id}');
  const parameter = (name: string) => acts?.parameters.find((one) => one.name === name);
  expect(parameter('op')).toMatchObject({
    required: true,
    schema: { enum: ['pay', 'waive', 'dispute', 'restore'] },
  });
  // A payment needs an amount, but a dispute does not.
  expect(parameter('amount')?.required).toBeUndefined();
});

test('what the service takes where nothing is said, and how many it gives at once, is told', () => {
  const parameters = operationOf('get', '/users/{user_id}/loans')?.parameters;
  expect(parameters?.find(({ name }) => name === 'limit')?.schema).toMatchObject({
    default: 10,
    minimum: 0,
    maximum: 100,
  });
  const status = operationOf('get', '/users/{user_id}/fees')?.parameters.find(
    ({ name }) => name === 'status',
  );
  expect(status?.schema.default).toBe('ACTIVE');
  const scanIn = operationOf('post', '/bibs/{mms_id}/holdings/{holding_id}/items/{item_pid}');
  const use = scanIn?.parameters.find(({ name }) => name === 'register_in_house_use');
  expect(use).toMatchObject({ schema: { default: true } });
  expect(use).not.toHaveProperty('required');
  expect(scanIn?.['x-assumed']?.join()).toContain('register_in_house_use');
});

test('an answer without a body is told where the table says so', () => {
  expect(operationOf('delete', '/users/{user_id}/requests/{request_id}')?.responses).toHaveProperty('204');
  expect(operationOf('get', '/users/{user_id}')?.responses).not.toHaveProperty('204');
});
