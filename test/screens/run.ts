/**
 * `npm run screens`: takes a picture of every screen in each of its states, in several sizes, colours and directions,
 * into `out/screens/`. For people who look at them; words name those that are wanted: `npm run screens -- desk fees`.
 * The exit code says whether every screen was reached.
 */
import { buildIfNeeded } from '../../build/bundle.ts';
import { electronHost } from '../../build/electron.ts';
import { provision } from '../../build/provision.ts';
import { fail } from '../../build/run.ts';

try {
  const host = await electronHost();
  Object.assign(process.env, host.env);
  provision('demo', host.kind);
  buildIfNeeded();
  // The texts on screen are known only once they were compiled.
  const { shootAll } = await import('./shoot.ts');
  process.exitCode = await shootAll(process.argv.slice(2));
} catch (error) {
  fail(error);
}
