/**
 * When it is known what came of a command, in milliseconds of a clock that never jumps. It is the one place for it.
 *
 * A command *happened* when the service says so, or a read finds its effect. It *did not happen* when the service itself
 * refused it, or when reads still do not find it long after its request left. Everything else is unclear, and the same
 * effect is not asked for again meanwhile. Source: design, "The journal and the queue".
 */

/** From here on after its request left, a read that does not find its effect says something. Across a restart: after it. */
export const restMs = 120_000;

/** Two reads must say so, and be apart by this much. */
export const agreeAfterMs = 5000;

/** Whoever asked waits for these looks, each after a pause; nobody else does. */
export const firstLooks: readonly number[] = [0, 1000, 3000];

/** How often the service is asked after that, and how much longer each pause grows while it cannot be asked. */
export const lookEveryMs = 30_000;
export const longestPauseMs = 600_000;

/** What silence has settled is read once more after this time. */
export const recheckAfterMs = 600_000;
