const isLong = process.env.CARREL_LONG === '1';

/** Set by `npm run test:long`: soaks and long kill runs go on for this many times what an ordinary run does. */
export const longer = isLong ? 20 : 1;

/** How many malformed answers, or messages, a fuzz test plays. */
export const fuzzed = isLong ? 100_000 : 3000;

/** How many bursts of a scanner a fuzz test plays: each on a clock of its own, which takes its time. */
export const bursts = isLong ? 100_000 : 2000;

/** A fuzz test's own time limit: a hang is to be told from a long run. */
export const fuzzMs = isLong ? 1_800_000 : 480_000;
