import type { EffectiveSetting, PolicyPlace, PolicyView, WaitingSetting } from '../../contract/policy.ts';
import { m } from '../../messages/compiled/messages.js';
import { catalogue } from './catalogue.ts';
import { lineOf } from './words.ts';

const states: Readonly<Record<PolicyPlace['state'], () => string>> = {
  none: m.policy_state_none,
  inForce: m.policy_state_inForce,
  lastGood: m.policy_state_lastGood,
  broken: m.policy_state_broken,
};

const reasons: Readonly<Record<WaitingSetting['why'], () => string>> = {
  work: m.policy_waits_work,
  noService: m.policy_waits_noService,
  unknown: m.policy_waits_unknown,
  notWritten: m.policy_waits_notWritten,
};

function originText({ origin }: EffectiveSetting): string {
  switch (origin.from) {
    case 'mandatory':
      return m.policy_from_mandatory({ place: origin.place });
    case 'recommended':
      return m.policy_from_recommended({ place: origin.place });
    case 'user':
      return m.policy_from_user();
    case 'default':
      return m.policy_from_default();
  }
}

const block = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];

/** Everything about the policy of this computer in lines of plain text, for the clipboard and for paper. */
export function sheetText(
  view: PolicyView,
  settings: readonly EffectiveSetting[],
  about: { readonly host: string; readonly version: string; readonly now: Date },
): string {
  const { places, problems, waiting, state } = view;
  return [
    m.policy_sheet_title({ host: about.host }),
    m.policy_sheet_made({ version: about.version, moment: about.now.toISOString() }),
    states[state](),
    ...block(
      m.policy_sheet_places(),
      places.map((one) => `${one.place}: ${states[one.state]()}${one.since && ` (${one.since})`}`),
    ),
    ...block(m.policy_sheet_problems(), problems.map(lineOf)),
    ...block(
      m.policy_sheet_waiting(),
      waiting.map(({ id, value, why }) => `${catalogue[id].title()}: ${value} (${reasons[why]()})`),
    ),
    ...block(
      m.policy_sheet_settings(),
      settings.flatMap((one) => [
        `${one.title} (${one.id}): ${one.value === '' ? '–' : one.value.replaceAll('\n', '; ')}`,
        `    ${originText(one)}`,
      ]),
    ),
    '',
  ].join('\n');
}
