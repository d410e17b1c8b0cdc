import type { PolicySystem } from '../../../src/main/policy/source.ts';

/** No policy anywhere, as on a computer of its own. */
export const noPolicies: PolicySystem = { read: () => [], folders: [] };
