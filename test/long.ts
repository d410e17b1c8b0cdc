/** Set by `npm run test:long`: soaks and long kill runs go on for this many times what an ordinary run does. */
export const longer = process.env.CARREL_LONG === '1' ? 20 : 1;
