import { pathNames, type Endpoint } from './define.ts';
import { schemasOf, type Json, type SchemaOf } from './openapi-schemas.ts';
import { ErrorBody } from './shapes/error.ts';

/** Rows by their names: the table, or a part of it. */
type EndpointTable = Readonly<Record<string, Endpoint>>;

/** A row of the table with its name. */
interface Named {
  readonly name: string;
  readonly row: Endpoint;
}

/**
 * The table as an OpenAPI 3.1 document: what the service says of an operation stands in its row and nowhere else.
 * Rows that share a method and a path, told apart by `op` or by another parameter, are one operation here.
 */
export function openApiOf(table: EndpointTable): Json {
  const { schemaOf, queryOf, components } = schemasOf(table, { refusal: ErrorBody });
  const paths: Record<string, Json> = {};
  for (const rows of byRoute(table)) {
    const { path, method } = rows[0].row;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(rows, schemaOf, queryOf) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Library management service',
      version: '1',
      summary: 'Users, configuration, resource sharing and acquisitions, as Carrel calls and serves them.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [
      {
        url: 'https://{host}/{root}/v1',
        variables: {
          host: { default: 'library.example' },
          root: { default: 'svcws', enum: ['svcws', 'almaws'] },
        },
      },
    ],
    security: [{ key: [] }],
    tags: [...new Set(Object.keys(table).map(areaOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`apikey <API_KEY>`' },
      },
      schemas: components,
      responses: {
        Refusal: { description: 'The service refused, and says why.', content: json(schemaOf(ErrorBody)) },
      },
    },
  };
}

function byRoute(table: EndpointTable): (readonly [Named, ...Named[]])[] {
  const routes = new Map<string, [Named, ...Named[]]>();
  for (const [name, row] of Object.entries(table)) {
    const route = `${row.method} ${row.path}`;
    const there = routes.get(route);
    if (there) there.push({ name, row });
    else routes.set(route, [{ name, row }]);
  }
  return [...routes.values()];
}

const areaOf = (name: string): string => name.split('.').slice(0, -1).join('.') || name;

function operationOf(rows: readonly [Named, ...Named[]], schemaOf: SchemaOf, queryOf: SchemaOf): Json {
  const [{ name, row }] = rows;
  const assumed = rows.flatMap(({ row: { assumed } }) => assumed ?? []);
  const body = bodyOf(rows, schemaOf);
  return {
    operationId: name,
    tags: [areaOf(name)],
    summary: rows.map(({ name: one }) => one).join(', '),
    description: rows.map(describe).join('\n\n'),
    parameters: [...pathNames(row.path).map(pathParameter), ...queryParameters(rows, queryOf)],
    ...(body && { requestBody: body }),
    responses: { ...answersOf(rows, schemaOf), default: { $ref: '#/components/responses/Refusal' } },
    'x-operations': rows.map(({ name: one }) => one),
    'x-kind': row.kind,
    ...(assumed.length > 0 && { 'x-assumed': [...new Set(assumed)] }),
  };
}

/** What no schema says: the section of the service description, and which parameters go together. */
function describe({ name, row }: Named): string {
  const { exactlyOneOf, atLeastOneOf, passing, op, when } = row;
  return [
    `${name}${op === undefined ? '' : ` (op=${op})`}: see “${row.source}” in the service description.`,
    when && `Where ${when} is given.`,
    exactlyOneOf && `Exactly one of ${exactlyOneOf.join(', ')}.`,
    atLeastOneOf && `At least one of ${atLeastOneOf.join(', ')}.`,
    row.query.def.catchall && 'Any other parameter is forwarded as given.',
    passing && `Passes within seconds: ${passing.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function pathParameter(name: string): Json {
  return { name, in: 'path', required: true, schema: { type: 'string', minLength: 1 } };
}

/** Each parameter of any of the rows; required where all of them require it. */
function queryParameters(rows: readonly Named[], queryOf: SchemaOf): Json[] {
  const parameters = new Map<string, { schemas: Json[]; required: number }>();
  const add = (name: string, schema: Json, required: boolean) => {
    const there = parameters.get(name) ?? { schemas: [], required: 0 };
    parameters.set(name, {
      schemas: [...there.schemas, schema],
      required: there.required + Number(required),
    });
  };
  for (const { row } of rows) {
    const { properties = {}, required = [] } = queryOf(row.query) as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    for (const [name, schema] of Object.entries(properties)) add(name, schema, required.includes(name));
    if (row.op !== undefined) add('op', { type: 'string', const: row.op }, true);
  }
  return Array.from(parameters, ([name, { schemas, required }]) => ({
    name,
    in: 'query',
    ...(required === rows.length && { required: true }),
    schema: anyOf(schemas),
  }));
}

function bodyOf(rows: readonly Named[], schemaOf: SchemaOf): Json | undefined {
  const bodies = rows.flatMap(({ row }) => (row.body ? [{ row, body: row.body }] : []));
  if (bodies.length === 0) return undefined;
  const byType = Map.groupBy(bodies, ({ row }) =>
    row.xml === undefined ? 'application/json' : 'application/xml',
  );
  const content = Array.from(byType, ([type, some]) => [
    type,
    {
      schema: anyOf(
        some.map(({ row, body }) => ({ ...schemaOf(body), ...(row.xml && { xml: { name: row.xml } }) })),
      ),
    },
  ]);
  const required = rows.every(({ row }) => row.body?.safeParse(undefined).success === false);
  return { content: Object.fromEntries(content) as Json, ...(required && { required }) };
}

function answersOf(rows: readonly Named[], schemaOf: SchemaOf): Json {
  const record = anyOf(
    rows.map(({ row }) =>
      row.list ? envelopeOf(row.list.key, schemaOf(row.returns)) : schemaOf(row.returns),
    ),
  );
  const bytes = rows.some(({ row }) => row.bytesWhen !== undefined);
  const mayBeEmpty = rows.some(({ row }) => row.mayBeEmpty === true);
  return {
    200: {
      description: 'Done.',
      content: { ...json(record), ...(bytes && { 'application/octet-stream': {} }) },
    },
    ...(mayBeEmpty && { 204: { description: 'Done; there is nothing to say.' } }),
  };
}

/** Source: List envelopes. A missing key is an empty list. */
function envelopeOf(key: string, entry: Json): Json {
  return {
    type: 'object',
    properties: {
      [key]: { type: 'array', items: entry },
      total_record_count: { type: 'integer', minimum: 0 },
    },
  };
}

const json = (schema: Json): Json => ({ 'application/json': { schema } });

/** One schema that takes what any of these take. */
function anyOf(schemas: readonly Json[]): Json {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const constants = different.flatMap(({ const: value }) => (typeof value === 'string' ? [value] : []));
  if (different.length > 1 && constants.length === different.length)
    return { type: 'string', enum: constants };
  return different.length === 1 ? { ...different[0] } : { anyOf: different };
}
