import { type Context, Hono } from 'hono';
import { codes, ours } from '../service/codes.ts';
import { type Endpoint, pathNames } from '../service/define.ts';
import type { Operation } from '../service/endpoints.ts';
import { toXml } from '../service/xml.ts';
import { Redirect, type Listed, type Settings } from './handler.ts';
import { handlers } from './handlers/index.ts';
import { authorizer } from './http/authorization.ts';
import { atMost } from './http/body-limit.ts';
import { Bytes, bytesResponse } from './http/bytes.ts';
import { errorBody, newTrackingId } from './http/errors.ts';
import type { Caller } from './http/caller.ts';
import { isLoopback } from './http/loopback.ts';
import { type Log, logDefect } from './http/log.ts';
import { decoded, parseBody, parseQuery } from './http/parse.ts';
import { dailyQuota } from './http/quota.ts';
import { methodsOf, type Route, routes, rowOf } from './http/routes.ts';
import { aboveThreshold, perSecondLimit } from './http/threshold.ts';
import type { FaultPanel, Ports } from './ports.ts';
import { Refusal, refused } from './rules/refusal.ts';
import type { Db } from './store/schema.ts';

/** The first segment of every path: the description's neutral word, and the one deployed services use. */
export const roots = ['svcws', 'almaws'] as const;

const BODY_LIMIT = 10 * 1024 * 1024;

/** What the service is made of. */
export interface AppDeps extends Ports {
  readonly db: Db;
  readonly key: string;
  readonly settings: Settings;
  readonly delayMs: number;
  readonly dailyCalls: number;
  /** Calls a second before the recorded refusal; 0 for no threshold. */
  readonly perSecond: number;
  /** Takes a line for each call, where that was asked for. */
  readonly log?: Log;
  /** Only where faults were asked for. */
  readonly faults?: FaultPanel;
}

/** Who a call came from, and what is known of it when its line is written. */
interface Env {
  Bindings: Caller;
  Variables: { operation?: Operation; trackingId?: string };
}

/** The library service over HTTP: its routes are those of the table, under both roots. */
export function createApp(parts: AppDeps): Hono<Env> {
  // A slash at the end is tolerated: deployed services spell `/acq/invoices/` so.
  const app = new Hono<Env>({ strict: false });
  const isAuthorized = authorizer(parts.key);
  const callsLeft = dailyQuota(parts.dailyCalls);
  const mayPass = perSecondLimit(parts.perSecond, parts.monotonic);

  app.use(async (context, next) => {
    const began = parts.monotonic();
    await next();
    context.header('X-Exl-Api-Remaining', String(callsLeft(parts.now())));
    // The time by which its records are dated, which a test may have set.
    context.header('Date', parts.now().toUTCString());
    parts.log?.('call', {
      method: context.req.method,
      ...context.var,
      status: context.res.status,
      ms: Math.round((parts.monotonic() - began) * 100) / 100,
    });
  });
  app.onError((error, context) => answerError(context, parts, error));
  app.notFound((context) => answerError(context, parts, noSuchRoute(context)));
  app.use(async (context, next) => {
    if (!isAuthorized(context.req.header('Authorization'))) {
      throw new Refusal(401, ours.unauthorized, 'The API key is missing or not valid.');
    }
    if (!mayPass()) return aboveThreshold();
    mustBeDecodable(new URL(context.req.url).pathname);
    return next();
  });
  app.use(atMost(BODY_LIMIT));
  app.get('/health', (context) => context.json({ status: 'up' }));
  if (parts.faults) {
    app.use('/faults', async (context, next) => {
      if (isLoopback(context.env.incoming.socket.remoteAddress, new URL(context.req.url).hostname))
        return next();
      throw new Refusal(403, ours.notLocal, 'The fault panel is for this machine only.');
    });
    app.route('/faults', parts.faults.routes);
  }
  for (const route of routes) {
    for (const root of roots) {
      const path = `/${root}/v1${route.path.replace(/\{([^}]+)\}/g, ':$1')}`;
      app.on(route.method, path, (context) => answer(context, parts, route, root));
    }
  }
  return app;
}

async function answer(context: Context<Env>, parts: AppDeps, route: Route, root: string): Promise<Response> {
  if (parts.delayMs > 0) await parts.sleep(parts.delayMs);
  const operation = operationOf(route, new URL(context.req.url).searchParams);
  context.set('operation', operation);
  const carryOut = async () => {
    const row = rowOf(operation);
    const path = Object.fromEntries(pathNames(row.path).map((name) => [name, context.req.param(name)]));
    const query = parseQuery(operation, row, new URL(context.req.url).searchParams);
    const type = context.req.header('Content-Type');
    const text = row.body ? decoded(await context.req.arrayBuffer()) : '';
    const body = parseBody(operation, row, text, type);
    const { db, now, settings } = parts;
    const result = await db
      .transaction()
      .execute((trx) => run(operation, { db: trx, now: now(), settings, path, query, body }));
    if (result === undefined) return context.body(null, 204);
    if (result instanceof Redirect) return context.redirect(`/${root}/v1${result.path}`, 302);
    if (result instanceof Bytes) return bytesResponse(result);
    if (row.xml !== undefined && asksForXml(context.req.header('Accept'))) {
      return context.body(toXml(row.xml, { ...result }), 200, {
        'Content-Type': 'application/xml; charset=utf-8',
      });
    }
    return context.json(row.list ? envelope(row, result as Listed) : result);
  };
  // Refusals are answers too: faults strike them as well.
  const refusing = (error: unknown) => answerError(context, parts, error);
  const answering = () => carryOut().catch(refusing);
  return parts.faults ? parts.faults.strike(context, operation, answering) : answering();
}

/** JSON if the caller accepts it or names nothing; XML if it accepts that alone. Source: Configuration, letters. */
function asksForXml(accept = ''): boolean {
  return /\bxml\b/i.test(accept) && !/\bjson\b/i.test(accept);
}

function operationOf(route: Route, query: URLSearchParams): Operation {
  for (const [name, operation] of route.byQuery) if (query.has(name)) return operation;
  const op = query.get('op') ?? undefined;
  const operation = op === undefined ? route.plain : (route.byOp.get(op) ?? route.plain);
  if (operation !== undefined) return operation;
  if (op === undefined) throw refused(codes.mandatoryFieldMissing, 'Mandatory field is missing: op');
  throw refused(codes.unsupportedOp, `The operation ${op.slice(0, 60)} is not supported.`);
}

/** Calls the handler. Path, query and body were parsed with this operation's own row: here the types meet again. */
function run(operation: Operation, call: object): Promise<Listed | object | undefined> {
  const handler: unknown = handlers[operation];
  return (handler as (call: object) => Promise<Listed | object | undefined>)(call);
}

/** A list in its envelope. Source: General conventions, 4. */
function envelope(row: Endpoint, page: Listed): object {
  return { [row.list?.key ?? '']: page.items, total_record_count: page.total, ...page.envelope };
}

/** Where the path is known, the refusal says which methods it has. */
function noSuchRoute(context: Context): Refusal {
  const methods = methodsOf(context.req.path.replace(versionPrefix, ''));
  if (!versionPrefix.test(context.req.path) || methods.length === 0) {
    return new Refusal(404, ours.notFound, 'There is no such resource.');
  }
  const allow = methods.join(', ');
  const message = `The method ${context.req.method} is not allowed here: ${allow} are.`;
  return new Refusal(405, ours.methodNotAllowed, message, { Allow: allow });
}

const versionPrefix = new RegExp(`^/(?:${roots.join('|')})/v1(?=/)`);

function answerError(context: Context<Env>, parts: AppDeps, error: unknown): Response {
  const trackingId = newTrackingId(parts);
  context.set('trackingId', trackingId);
  if (error instanceof Refusal) {
    const { status, headers } = error;
    return Response.json(errorBody(error.code, error.message, trackingId), { status, headers });
  }
  // The caller is gone, or its body never ended: no one reads this answer, and it is no defect of ours.
  if (context.req.raw.signal.aborted) {
    return Response.json(errorBody(ours.notReceived, 'The request did not come to its end.', trackingId), {
      status: 408,
    });
  }
  const operation = context.var.operation ?? context.req.method;
  logDefect({ now: parts.now(), operation, trackingId, error });
  const message = 'General Error - An error has occurred while processing the request.';
  return Response.json(errorBody(codes.generalError, message, trackingId), { status: 500 });
}

function mustBeDecodable(path: string): void {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    throw refused(codes.paramInvalid, 'The path cannot be decoded.');
  }
  if (decoded.includes('\0'))
    throw refused(codes.paramInvalid, 'The path holds a character that is not allowed.');
}
