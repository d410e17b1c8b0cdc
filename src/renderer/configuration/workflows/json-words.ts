import { m } from '../../../messages/compiled/messages.js';
import type { Expected, JsonFault } from '../../../shared/json-text.ts';
import { countText } from '../../ui/format.ts';
import { longestJson } from '../../../shared/json-text.ts';

const expected: Readonly<Record<Expected, () => string>> = {
  value: m.workflows_json_value,
  name: m.workflows_json_name,
  colon: m.workflows_json_colon,
  comma: m.workflows_json_comma,
  end: m.workflows_json_end,
  quote: m.workflows_json_quote,
  escape: m.workflows_json_escape,
};

function whatIsWrong(why: JsonFault['why']): string {
  if (typeof why === 'object') return expected[why.expected]();
  if (why === 'notAnObject') return m.workflows_json_object();
  return why === 'tooDeep' ? m.workflows_json_deep() : m.workflows_json_inexact();
}

/** What is wrong with the parameters, and where. */
export function faultText({ why, line, column }: JsonFault): string {
  if (why === 'tooLong') return m.workflows_json_long({ most: countText(longestJson) });
  return m.workflows_json_fault({
    ...{ line: countText(line), column: countText(column) },
    what: whatIsWrong(why),
  });
}
