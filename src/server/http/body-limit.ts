import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ours } from '../../service/codes.ts';
import { Refusal } from '../rules/refusal.ts';

/**
 * Refuses a body of more than so many bytes. Where its length was said, that is judged, and the body is left for the
 * adapter to read by its short way; only what comes in pieces is counted.
 */
export function atMost(maxSize: number): MiddlewareHandler {
  const tooLarge = (): never => {
    throw new Refusal(413, ours.tooLarge, `The body is larger than ${maxSize / 1024 / 1024} MiB.`);
  };
  const counting = bodyLimit({ maxSize, onError: tooLarge });
  return (context, next) => {
    if (context.req.header('Transfer-Encoding') !== undefined) return counting(context, next);
    return Number(context.req.header('Content-Length') ?? 0) > maxSize ? tooLarge() : next();
  };
}
