import * as z from 'zod';
import type { Endpoint } from './define.ts';
import * as common from './shapes/common.ts';

/** A JSON object of the document. */
export type Json = Record<string, unknown>;

/** The JSON schema of a shape of the table, or a reference to it. */
export type SchemaOf = (type: z.ZodType) => Json;

interface Schemas {
  /** The reference to the schema of a body or of an answer among the components. */
  readonly schemaOf: SchemaOf;
  /** The schema of a row's query, itself. */
  readonly queryOf: SchemaOf;
  readonly components: Readonly<Record<string, Json>>;
}

const home = '#/components/schemas/';
const queries = 'query of ';

/**
 * The JSON schemas of all that the table carries, each shape once: a record is called by its list's key where a list
 * of it exists, anything else by the operation that carries it. What is asked is described, as it is sent
 * (`io: 'input'`).
 */
export function schemasOf(
  table: Readonly<Record<string, Endpoint>>,
  more: Readonly<Record<string, z.ZodType>>,
): Schemas {
  const ids = new Map<z.ZodType, string>();
  const taken = new Set<string>();
  const name = (type: z.ZodType, ...wishes: readonly string[]) => {
    if (ids.has(type)) return;
    const id = wishes.find((wish) => !taken.has(wish)) ?? `${wishes.at(-1) ?? ''}.${ids.size}`;
    taken.add(id);
    ids.set(type, id);
  };
  const rows = Object.entries(table);
  for (const [id, type] of Object.entries(more)) name(type, id);
  for (const [id, type] of Object.entries(common)) if (type instanceof z.ZodType) name(type, `common.${id}`);
  for (const [operation, { list, returns }] of rows) if (list) name(returns, list.key, operation);
  for (const [operation, { returns, body, query }] of rows) {
    name(returns, operation);
    if (body) name(body, `${operation}.body`);
    name(query, queries + operation);
  }

  const registry = z.registry<{ id: string }>();
  for (const [type, id] of ids) registry.add(type, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: (id) => home + id });
  const all = Object.entries(schemas).map(([id, schema]) => [id, plain(schema)] as const);
  const byId = new Map(all);
  return {
    schemaOf: (type) => ({ $ref: home + (ids.get(type) ?? '') }),
    queryOf: (type) => byId.get(ids.get(type) ?? '') ?? {},
    components: Object.fromEntries(all.filter(([id]) => !id.startsWith(queries))),
  };
}

/** Without what a schema of its own says of itself: here it is a part of a document. */
function plain(schema: Json): Json {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'));
}
