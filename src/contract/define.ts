import type * as z from 'zod';
import type { Failure } from './failure.ts';

/**
 * One thing a window may ask of main. Main validates the input by its schema before anything happens; the answer
 * and the progress are typed, and not parsed again: main made them.
 */
export interface Call<I extends z.ZodType = z.ZodType, Out = unknown, Progress = unknown> {
  readonly input: I;
  /** Types only, never set. */
  readonly answers?: Out;
  readonly reports?: Progress;
}

/** `asks(schema).answers<Out>()`, or `.answers<Out, Progress>()` for a call that reports while it runs. */
export const asks = <I extends z.ZodType>(input: I) => ({
  answers: <Out, Progress = never>(): Call<I, Out, Progress> => ({ input }),
});

/** What crosses back: the fields of thrown errors do not survive the crossing, so a failure is a value. */
export type Reply<Out> =
  { readonly ok: true; readonly value: Out } | { readonly ok: false; readonly failure: Failure };
