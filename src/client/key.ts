import { InvalidArgumentError } from './errors.ts';

const visibleAscii = /^[\x21-\x7e]+$/;

/**
 * The header that carries the key. A key that no header can carry is refused here, without repeating it: the
 * platform's own message would hold the whole header. Source: Authentication.
 */
export function authorization(key: string): string {
  if (key === '') {
    throw new InvalidArgumentError({
      place: 'connection',
      field: 'key',
      reason: 'empty',
      detail: 'expected an API key',
    });
  }
  if (!visibleAscii.test(key)) {
    throw new InvalidArgumentError({
      place: 'connection',
      field: 'key',
      reason: 'invalid',
      detail: 'expected letters, digits and signs only: no spaces, line ends or accented letters',
    });
  }
  return `apikey ${key}`;
}
