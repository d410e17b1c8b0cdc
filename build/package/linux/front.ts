/**
 * Takes fpm's place for electron-builder: makes deb and rpm out of the same arguments, with the system's own tools and
 * with the same bytes each time. fpm would be fetched from the internet, and keeps the times of the build.
 */
import { fail } from '../../run.ts';
import { buildDeb } from './deb.ts';
import { buildRpm } from './rpm.ts';
import { parseRequest } from './request.ts';

try {
  const request = parseRequest(process.argv.slice(2));
  switch (request.target) {
    case 'deb':
      buildDeb(request);
      break;
    case 'rpm':
      buildRpm(request);
      break;
    default:
      throw new Error(`no package of the kind ${request.target} is made here`);
  }
} catch (error) {
  fail(error);
}
