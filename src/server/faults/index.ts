import { type Context, Hono } from 'hono';
import { codes } from '../../service/codes.ts';
import type { Operation } from '../../service/endpoints.ts';
import type { Caller } from '../http/caller.ts';
import { rowOf } from '../http/routes.ts';
import { aboveThreshold } from '../http/threshold.ts';
import { refused } from '../rules/refusal.ts';
import type { FaultPanel, Ports } from '../ports.ts';
import { type FaultRule, FaultRules, Faults, transformations } from './rules.ts';
import { transformed } from './transform.ts';

/** The faults of one library, none at first: for `npm run server -- --faults`, and for tests. */
export function faultPanel(ports: Ports): FaultPanel {
  const faults = new Faults(ports);
  return {
    routes: faultRoutes(faults),
    strike: (context, operation, carryOut) => withFaults(context, faults, operation, carryOut),
  };
}

/** The trainer's panel: GET shows the faults that are set, POST sets a list of them, DELETE clears them. */
function faultRoutes(faults: Faults): Hono {
  const panel = new Hono();
  panel.get('/', (context) => context.json({ rules: faults.rules }));
  panel.post('/', async (context) => {
    const rules = FaultRules.safeParse(await context.req.json().catch(() => undefined));
    if (!rules.success) {
      const where = rules.error.issues[0]?.path.map(String).join('.') ?? '';
      throw refused(codes.paramInvalid, `A fault is not valid: ${where}.`);
    }
    faults.set(rules.data);
    return context.json({ rules: faults.rules });
  });
  panel.delete('/', (context) => {
    faults.set([]);
    return context.body(null, 204);
  });
  return panel;
}

/** Carries out a call with the faults that strike it. */
async function withFaults(
  context: Context,
  faults: Faults,
  operation: Operation,
  carryOut: () => Promise<Response>,
): Promise<Response> {
  const struck = faults.strike(operation);
  if (struck.length === 0) return carryOut();
  for (const rule of struck) {
    if (rule.fault === 'delay') await faults.sleep(rule.ms);
  }
  for (const rule of struck) {
    const instead = insteadOf(context, rule);
    if (instead) return instead;
  }
  let response = await carryOut();
  for (const rule of struck) response = await spoiled(context, response, rule, operation, faults.sleep);
  return response;
}

/** The answer of a fault that keeps the call from happening. */
function insteadOf(context: Context, rule: FaultRule): Response | undefined {
  if (rule.fault === 'drop-before') return hangUp(context);
  if (rule.fault === 'status') return refusalWithoutEffect(rule.status ?? 503);
  if (rule.fault === 'html') {
    const page =
      '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in to the network</h1></body></html>';
    return new Response(page, {
      status: rule.status ?? 200,
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    });
  }
  return undefined;
}

/** What gateways answer; 429 in its recorded words. Neither has a tracking id. */
function refusalWithoutEffect(status: number): Response {
  if (status === 429) return aboveThreshold();
  const error = { errorCode: codes.generalError, errorMessage: 'The service is temporarily unavailable' };
  return Response.json({ errorsExist: true, errorList: { error: [error] } }, { status });
}

/** The answer, spoiled after everything was done. */
async function spoiled(
  context: Context,
  response: Response,
  rule: FaultRule,
  operation: Operation,
  sleep: Ports['sleep'],
): Promise<Response> {
  if (rule.fault === 'drop-after') return hangUp(context);
  if (rule.fault === 'empty') return new Response(null, { status: response.status });
  const how = transformations.find((one) => one === rule.fault);
  if (!['truncated', 'half-json', 'slow'].includes(rule.fault) && how === undefined) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { status } = response;
  const headers = new Headers(response.headers);
  headers.delete('Content-Length');
  if (bytes.length === 0) return new Response(null, { status, headers });
  if (how) {
    if (!isJson(headers)) return new Response(bytes, { status, headers });
    const body = JSON.parse(new TextDecoder().decode(bytes)) as unknown;
    return new Response(JSON.stringify(transformed(how, body, rowOf(operation))), { status, headers });
  }
  const half = bytes.slice(0, Math.ceil(bytes.length / 2));
  if (rule.fault === 'half-json') return new Response(half, { status, headers });
  const body = rule.fault === 'slow' ? dribble(bytes, rule.ms, sleep) : cut(half, context, sleep);
  return new Response(body, { status, headers });
}

/** A record of ours, and not a file that happens to be JSON. */
function isJson(headers: Headers): boolean {
  return (
    !headers.has('Content-Disposition') &&
    headers.get('Content-Type')?.startsWith('application/json') === true
  );
}

/** Sends an answer in ten pieces over this time. */
function dribble(bytes: Uint8Array, ms: number, sleep: Ports['sleep']): ReadableStream<Uint8Array> {
  const size = Math.max(1, Math.ceil(bytes.length / 10));
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      if (sent >= bytes.length) {
        controller.close();
        return;
      }
      await sleep(ms / 10);
      controller.enqueue(bytes.slice(sent, sent + size));
      sent += size;
    },
  });
}

/** Sends the beginning of an answer, then ends the connection. */
function cut(beginning: Uint8Array, context: Context, sleep: Ports['sleep']): ReadableStream<Uint8Array> {
  let isStarted = false;
  return new ReadableStream({
    async pull(controller) {
      if (!isStarted) {
        isStarted = true;
        controller.enqueue(beginning);
        return;
      }
      await sleep(20);
      socketOf(context).destroy();
      controller.close();
    },
  });
}

/** Ends the connection without an answer. The response only closes the call on our side: nobody gets it. */
function hangUp(context: Context): Response {
  socketOf(context).destroy();
  return new Response(null, { status: 204 });
}

function socketOf(context: Context) {
  return (context.env as Caller).incoming.socket;
}
