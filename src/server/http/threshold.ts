import { codes } from '../../service/codes.ts';
import type { Ports } from '../ports.ts';

/** Lets so many calls pass in any second; 0 lets all pass. What is refused does not count. */
export function perSecondLimit(calls: number, monotonic: Ports['monotonic']): () => boolean {
  if (calls === 0) return () => true;
  const passed: number[] = Array.from({ length: calls }, () => -Infinity);
  let eldest = 0;
  return () => {
    const now = monotonic();
    if (now - (passed[eldest] ?? 0) < 1000) return false;
    passed[eldest] = now;
    eldest = (eldest + 1) % calls;
    return true;
  };
}

/** The recorded refusal above the threshold: a word for a code, and no tracking id. Source: recorded responses. */
export function aboveThreshold(): Response {
  const error = {
    errorCode: codes.perSecondThreshold,
    errorMessage: 'HTTP requests are more than allowed per second',
  };
  return Response.json({ errorsExist: true, errorList: { error: [error] }, result: null }, { status: 429 });
}
