import type { Ports } from '../ports.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A tracking id in the form of recorded responses: `E01-2111011158123-QWERT-AWAE1234567890`. */
export function newTrackingId({ now, random }: Pick<Ports, 'now' | 'random'>): string {
  const below = (limit: number) => Math.floor(random() * limit);
  const time = now().toISOString().replace(/\D/g, '').slice(6, 17);
  const letters = Array.from({ length: 5 }, () => LETTERS[below(LETTERS.length)]).join('');
  return `E01-${time}-${letters}-AWAE${String(below(10 ** 10)).padStart(10, '0')}`;
}

/** An error in the recorded shape. Source: Errors; the shape is from recorded responses. */
export function errorBody(code: string, message: string, trackingId: string): object {
  return {
    errorsExist: true,
    errorList: { error: [{ errorCode: code, errorMessage: message, trackingId }] },
    result: null,
  };
}
