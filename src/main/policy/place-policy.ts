import type { PolicyPlace } from '../../contract/policy.ts';
import type { Clock } from '../ports.ts';
import type { PolicyContent } from './judge.ts';
import { hashOf, type LastGood } from './last-good.ts';
import type { Source } from './source.ts';

/** The policy of one place. `content` is null where it is broken and none was ever good. */
export interface PlacePolicy {
  readonly place: string;
  readonly state: PolicyPlace['state'];
  readonly content: PolicyContent | null;
  readonly since: string;
}

const severity: readonly PolicyPlace['state'][] = ['none', 'inForce', 'lastGood', 'broken'];

/** The worst state of all places. */
export const worstOf = (places: readonly PlacePolicy[]): PolicyPlace['state'] =>
  places.map(({ state }) => state).toSorted((a, b) => severity.indexOf(b) - severity.indexOf(a))[0] ?? 'none';

/** A place for a window. */
export const placeView = ({ place, state, content, since }: PlacePolicy): PolicyPlace => ({
  ...{ place, state, since },
  settings: content ? Object.keys(content.mandatory).length + Object.keys(content.recommended).length : 0,
});

/** What is in force of a place: what it says, or, where that is broken, what was good there last. */
export function placeInForce(
  { place, judged }: Source,
  lastGood: LastGood,
  clock: Pick<Clock, 'now'>,
): PlacePolicy {
  if (judged === null) return { place, state: 'none', content: null, since: '' };
  const last = lastGood.of(place);
  if (!judged.ok) {
    if (!last) return { place, state: 'broken', content: null, since: '' };
    return { place, state: 'lastGood', ...last };
  }
  const { content } = judged;
  const isSame = last !== null && hashOf(last.content) === hashOf(content);
  return { place, state: 'inForce', content, since: isSame ? last.since : clock.now().toISOString() };
}
