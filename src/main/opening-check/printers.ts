import type { CheckLine } from '../../contract/opening-check.ts';
import { slipKinds, type PrinterChoice, type PrinterView } from '../../contract/slips.ts';
import type { Failure } from '../../contract/failure.ts';
import type { StationView } from '../../contract/station.ts';
import { failureOf } from '../failure.ts';
import type { Log, Printer } from '../ports.ts';

type PrinterLine = Extract<CheckLine, { kind: 'printer' }>;
type Use = PrinterLine['uses'][number];

/** What is printed at this station, and where: slips that it never prints by itself are printed all the same. */
function choicesOf({ slips, labels }: StationView): readonly (readonly [Use, PrinterChoice])[] {
  return [
    ...(slips.to === 'pdf'
      ? []
      : slipKinds
          .filter((kind) => slips.kinds[kind].when !== 'never')
          .map((kind) => [kind, slips.kinds[kind].printer] as const)),
    ...(labels.to === 'pdf' ? [] : [['labels', labels.printer] as const]),
    ['pages', slips.pages] as const,
  ];
}

/** Whether the printers of slips, labels and pages are there. One that is chosen each time need not be. */
export async function printerLines(
  view: StationView,
  printer: Pick<Printer, 'list'>,
  log: Pick<Log, 'defect'>,
): Promise<readonly PrinterLine[]> {
  let list: readonly PrinterView[] = [];
  let failure: Failure | null = null;
  try {
    list = await printer.list();
  } catch (error) {
    failure = failureOf(error, log);
  }
  const byChoice = Map.groupBy(choicesOf(view), ([, choice]) =>
    choice.at === 'printer' ? `printer ${choice.name}` : choice.at,
  );
  const lines = [...byChoice].map(([id, all]) => lineOf(id, all, list, failure));
  const { slips, labels } = view;
  if (slips.to !== 'pdf' && labels.to !== 'pdf') return lines;
  const uses: Use[] = [
    ...(slips.to === 'pdf' ? slipKinds.filter((kind) => slips.kinds[kind].when !== 'never') : []),
    ...(labels.to === 'pdf' ? (['labels'] as const) : []),
  ];
  const answer = slips.folder === '' ? 'look' : 'ok';
  return [
    ...lines,
    { kind: 'printer', id: 'folder', at: 'folder', label: slips.folder, uses, answer, failure: null },
  ];
}

function lineOf(
  id: string,
  all: readonly (readonly [Use, PrinterChoice])[],
  list: readonly PrinterView[],
  failure: Failure | null,
): PrinterLine {
  const uses = all.map(([use]) => use);
  const choice = all[0]?.[1] ?? { at: 'ask' };
  const found = list.find((one) =>
    choice.at === 'system' ? one.isDefault : choice.at === 'printer' && one.name === choice.name,
  );
  const name = choice.at === 'printer' ? choice.name : '';
  const line = {
    kind: 'printer',
    id: `printed ${id}`,
    at: choice.at,
    label: found?.label ?? name,
    uses,
  } as const;
  if (choice.at === 'ask' || found) return { ...line, answer: 'ok', failure: null };
  return { ...line, answer: failure ? 'unknown' : 'look', failure };
}
