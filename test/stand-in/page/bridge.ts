import type { Codec, Functions, Wire } from './codec.ts';

/** What the two worlds of a page tell each other. */
type BridgeMessage =
  | { type: 'call'; id: number; args: Wire }
  | { type: 'answer'; outcome: Outcome }
  | { type: 'settled'; promise: number; outcome: Outcome }
  | { type: 'note'; note: string; value: Wire };

/** How a call went; a promise is answered by its number first, and told of once it settles. */
type Outcome = { value: Wire } | { thrown: Wire } | { promise: number };

type AnyFunction = (...args: unknown[]) => unknown;

/**
 * The context bridge: functions and values between the preload's world and the page's own, over DOM events whose
 * names only the two know. The same code runs on both sides. A call is answered while it is being dispatched.
 */
export function openBridge(here: string, there: string, { toWire, fromWire }: Codec) {
  const inputs: AnyFunction[] = [];
  const numbers = new WeakMap<AnyFunction, number>();
  const promises = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (reason: unknown) => void }
  >();
  const listeners = new Map<string, (value: unknown) => void>();
  let lastPromise = 0;
  let answer: Outcome | undefined;

  const tell = (report: BridgeMessage): void => {
    document.dispatchEvent(new CustomEvent(there, { detail: JSON.stringify(report) }));
  };

  const functions: Functions = {
    give(f) {
      const known = numbers.get(f);
      if (known !== undefined) return known;
      numbers.set(f, inputs.push(f) - 1);
      return inputs.length - 1;
    },
    take:
      (id) =>
      (...args) => {
        const before = answer;
        answer = undefined;
        tell({ type: 'call', id, args: toWire(args, functions) });
        const outcome = answer as Outcome | undefined;
        answer = before;
        if (!outcome) throw new Error('stand-in: the other world did not answer');
        if ('thrown' in outcome) throw fromWire(outcome.thrown) as Error;
        if ('value' in outcome) return fromWire(outcome.value, functions);
        return new Promise((resolve, reject) => promises.set(outcome.promise, { resolve, reject }));
      },
  };

  const thrownOutcome = (thrown: unknown): Outcome => {
    const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { thrown: toWire(Object.assign(new Error(message), { name, stack })) };
  };

  const follow = (value: Promise<unknown>): Outcome => {
    const promise = ++lastPromise;
    const settled = (outcome: Outcome): void => tell({ type: 'settled', promise, outcome });
    value
      .then((result) => settled({ value: toWire(result, functions) }))
      .catch((thrown: unknown) => settled(thrownOutcome(thrown)));
    return { promise };
  };

  const call = (id: number, args: Wire): Outcome => {
    try {
      const value = inputs[id]?.(...(fromWire(args, functions) as unknown[]));
      return value instanceof Promise ? follow(value) : { value: toWire(value, functions) };
    } catch (thrown) {
      return thrownOutcome(thrown);
    }
  };

  document.addEventListener(here, (event) => {
    const report = JSON.parse((event as CustomEvent<string>).detail) as BridgeMessage;
    switch (report.type) {
      case 'call':
        tell({ type: 'answer', outcome: call(report.id, report.args) });
        break;
      case 'answer':
        answer = report.outcome;
        break;
      case 'settled': {
        const waiting = promises.get(report.promise);
        promises.delete(report.promise);
        if ('thrown' in report.outcome) waiting?.reject(fromWire(report.outcome.thrown));
        else if ('value' in report.outcome) waiting?.resolve(fromWire(report.outcome.value, functions));
        break;
      }
      case 'note':
        listeners.get(report.note)?.(fromWire(report.value, functions));
        break;
    }
  });

  return {
    /** Tells the other side something, without an answer. */
    note: (note: string, value: unknown): void =>
      tell({ type: 'note', note, value: toWire(value, functions) }),
    onNote: (note: string, listener: (value: unknown) => void): void => void listeners.set(note, listener),
  };
}

export type Bridge = ReturnType<typeof openBridge>;
