/**
 * `npm run demo`: plays a day at the desk and in the receiving room (flows 1 to 7) through the real window, by keyboard
 * only. One line per step: what was done, and what then stood on the screen; a screenshot of each in `out/demo/`.
 * `--screenshot` renews the README's picture too; numbers play those flows only. The exit code says whether every step came out.
 */
import { parseArgs } from 'node:util';
import { buildIfNeeded } from '../../build/bundle.ts';
import { electronHost } from '../../build/electron.ts';
import { provision } from '../../build/provision.ts';
import { fail } from '../../build/run.ts';

const { values, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: { screenshot: { type: 'boolean', default: false } },
});

try {
  const host = await electronHost();
  Object.assign(process.env, host.env);
  provision('demo', host.kind);
  buildIfNeeded();
  // The texts on screen are known only once they were compiled.
  const { play } = await import('./play.ts');
  process.exitCode = await play({ picture: values.screenshot === true, only: positionals.map(Number) });
} catch (error) {
  fail(error);
}
