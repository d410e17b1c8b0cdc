import fc from 'fast-check';

// The usual run draws the same cases each time: what it says of a change is of the change. New ones are drawn by
// `npm run test:long`, which names the seed of what it finds.
if (process.env.CARREL_LONG !== '1') fc.configureGlobal({ seed: 20_261_121 });
