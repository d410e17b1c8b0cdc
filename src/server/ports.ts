import type { Context, Hono } from 'hono';
import type { Operation } from '../service/endpoints.ts';

/**
 * What may come between a call and its answer: the fault panel, which is part of the server that runs alone and not of
 * the program's own practice library.
 */
export interface FaultPanel {
  /** The panel itself: reads, sets and clears the faults. */
  readonly routes: Hono;
  /** Carries out a call with the faults that strike it. */
  strike(context: Context, operation: Operation, carryOut: () => Promise<Response>): Promise<Response>;
}

/** What the server takes from the world beside its database: a simulation brings its own. */
export interface Ports {
  readonly now: () => Date;
  /** Milliseconds that only go forward, from any beginning. */
  readonly monotonic: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** From 0 up to, but not with, 1: for chances and for tracking ids, never for a secret. */
  readonly random: () => number;
}

/** Those of the machine, but for what is given. */
export function portsFrom(input: { readonly [Port in keyof Ports]?: Ports[Port] | undefined }): Ports {
  return {
    now: input.now ?? (() => new Date()),
    monotonic: input.monotonic ?? (() => performance.now()),
    sleep: input.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    random: input.random ?? Math.random,
  };
}
