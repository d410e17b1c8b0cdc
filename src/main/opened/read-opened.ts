import { policyIds } from '../../contract/policy.ts';
import type { DraftSetting, WhyNotList } from '../../contract/opened.ts';
import { kindOfFile } from '../command-line/opened-file.ts';
import { catalogue, type PolicyValues } from '../policy/catalogue.ts';
import { judgePolicyFile } from '../policy/check.ts';
import { readPolicyFile } from '../policy/read-file.ts';
import { problemAt } from '../policy/words.ts';
import type { PolicyProblem } from '../../contract/policy.ts';
import { parseList, type TrolleyList } from '../receiving/trolley-list.ts';

/** What an opened file was when it was read. */
export type ReadFile =
  | {
      readonly kind: 'policy';
      readonly problems: readonly PolicyProblem[];
      readonly settings: readonly DraftSetting[];
    }
  | { readonly kind: 'list'; readonly list: TrolleyList }
  | { readonly kind: 'noList'; readonly why: WhyNotList; readonly detail: string };

/** Reads a file that somebody opened, by its ending. Whatever is at the place, it answers and does not throw. */
export const readOpened = async (file: string): Promise<ReadFile> =>
  kindOfFile(file) === 'policy' ? readPolicy(file) : readList(file);

async function readPolicy(file: string): Promise<ReadFile> {
  const judged = await judgePolicyFile(file);
  if (!judged.ok)
    return { kind: 'policy', problems: judged.problems.map((one) => problemAt(file, one)), settings: [] };
  const { mandatory, recommended } = judged.content;
  const settings = [
    ...draftOf(mandatory, true),
    // What is held too is not also recommended.
    ...draftOf(recommended, false).filter(({ id }) => mandatory[id] === undefined),
  ];
  return { kind: 'policy', problems: [], settings };
}

const draftOf = (values: Partial<PolicyValues>, held: boolean): DraftSetting[] =>
  policyIds.flatMap((id) => {
    const value = values[id];
    if (value === undefined) return [];
    // A value is the catalogue's own of the same name.
    const show = catalogue[id].show as (value: unknown) => string;
    return [{ id, title: catalogue[id].title(), value: show(value), held }];
  });

function readList(file: string): ReadFile {
  const no = (why: WhyNotList, detail = ''): ReadFile => ({ kind: 'noList', why, detail });
  const read = readPolicyFile(file, null);
  if (read.is === 'none') return no('missing');
  if (read.is === 'broken') {
    const [problem] = read.problems;
    if (problem?.why === 'tooLarge' || problem?.why === 'notAFile') return no(problem.why);
    return no('notRead', problem?.detail ?? '');
  }
  const list = parseList(read.bytes);
  return list === null ? no('notAList') : { kind: 'list', list };
}
