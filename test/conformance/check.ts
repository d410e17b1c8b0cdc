import type { Operation } from '../../src/service/endpoints.ts';
import type { Codes } from './options.ts';
import type { Service } from './http.ts';
import type { World } from './world.ts';

/** What a check is given: the service, what the suite knows and makes there, and a place for tolerated differences. */
export interface Trial {
  readonly service: Service;
  readonly world: World;
  readonly codes: Codes;
  /** Notes what the service does otherwise than described, but in a way that callers are told to bear. */
  differs(what: string, expected: string, got: string): void;
}

/** One rule of the description, tried on a service. */
export interface Check {
  /** A check that writes is left out where the suite may only read. */
  readonly kind: 'read' | 'write';
  readonly operations: readonly Operation[];
  /** Where the rule stands: the section of the description, and the rule's number. */
  readonly rule: string;
  readonly name: string;
  readonly run: (trial: Trial) => Promise<void>;
}

/** The checks of one area of the service. */
export interface Area {
  readonly title: string;
  readonly checks: readonly Check[];
}

type Names = Operation | readonly Operation[];

function check(kind: Check['kind'], names: Names, rule: string, name: string, run: Check['run']): Check {
  return { kind, operations: typeof names === 'string' ? [names] : names, rule, name, run };
}

/** A check that only reads. */
export const read = (names: Names, rule: string, name: string, run: Check['run']) =>
  check('read', names, rule, name, run);

/** A check that changes something, and sees to it that this is undone. */
export const write = (names: Names, rule: string, name: string, run: Check['run']) =>
  check('write', names, rule, name, run);

/** What was expected and what came instead. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch';

  constructor(what: string, expected: string, got: string) {
    super(`${what}: expected ${expected}, got ${got}`);
  }
}

/** A check that cannot be made here, and why: the service has nothing to make it with. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut';
}
