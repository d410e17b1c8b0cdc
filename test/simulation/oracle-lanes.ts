import type { Fault, Seen, SeenStation } from './oracle.ts';

/** Hardly any more calls than these leave a workstation in a second. Source: client, limiter. */
const fullRate = 7;

/** So long a command may wait for those before it although their answers have come: calls wait for their turn. */
const longestHoldMs = 3500;

/**
 * A patron's next book is lent while it is looked for what came of the one before. Tasks that read a record anew before
 * they change it hold up its patron's commands meanwhile: patrons of whom that was asked are left out.
 */
export function heldFaults({ name, intended }: SeenStation, { model, sent }: Seen): Fault[] {
  const calls = sent.get(name) ?? [];
  /** So many leave in a second, and all others wait. */
  const isFull = (from: number, to: number): boolean =>
    calls.filter((at) => at >= from && at <= to).length >= (fullRate * (to - from)) / 1000;
  const reread = [...model.askings.values()].flatMap(
    ({ wish }) => /^(?:edit|note|change request) .*?(\S+)$/.exec(wish.what)?.[1] ?? [],
  );
  const faults: Fault[] = [];
  const before = new Map<string, (typeof all)[number][]>();
  const all = [...intended.values()];
  for (const one of all) {
    const { id, operation, queue, at, leftAt, step } = one;
    const earlier = before.get(queue) ?? [];
    before.set(queue, [...earlier, one]);
    const open = earlier.filter((other) => other.answeredAt === null || other.answeredAt > at);
    const freeAt = Math.max(at, ...open.map((other) => other.answeredAt ?? Infinity));
    const isOfPatron = queue.startsWith('patron:') && !reread.includes(queue.slice('patron:'.length));
    if (!isOfPatron || leftAt === null || !earlier.some((other) => other.isUnclear)) continue;
    if (leftAt - freeAt <= longestHoldMs || isFull(freeAt, leftAt)) continue;
    const seconds = ((leftAt - freeAt) / 1000).toFixed(1);
    const what = `${operation} ${id.slice(0, 8)} of ${name} waited ${seconds} s for one that was looked for`;
    faults.push({ wrong: 'defect', what, step });
  }
  return faults;
}
