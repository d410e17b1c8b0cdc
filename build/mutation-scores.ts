/** What came of the faults in one file. */
export interface FileScore {
  readonly file: string;
  readonly noticed: number;
  /** A test ran through it, and passed. */
  readonly unnoticed: number;
  /** No test of its area runs through it. */
  readonly unreached: number;
  /** In what is made once, when a file is loaded. */
  readonly untried: number;
}

interface Run {
  readonly files: readonly FileScore[];
  readonly commit: string;
  readonly at: Date;
}

const scoreOf = (files: readonly FileScore[]): number => {
  const noticed = files.reduce((sum, file) => sum + file.noticed, 0);
  const tried = files.reduce((sum, file) => sum + file.noticed + file.unnoticed + file.unreached, 0);
  return tried === 0 ? 100 : (100 * noticed) / tried;
};

const cells = (name: string, files: readonly FileScore[]): string => {
  const count = (key: Exclude<keyof FileScore, 'file'>): number =>
    files.reduce((sum, file) => sum + file[key], 0);
  const counts = [count('noticed'), count('unnoticed'), count('unreached'), count('untried')];
  return `| ${[name, scoreOf(files).toFixed(1), ...counts].join(' | ')} |`;
};

/** The table of all areas with what came of a run of one of them in place of its run before, and that run's score. */
export function withArea(
  text: string,
  area: string,
  { files, commit, at }: Run,
): { readonly text: string; readonly score: number } {
  const section = [
    `## ${area}`,
    '',
    `${at.toISOString().slice(0, 10)}, at ${commit}.`,
    '',
    '| file | score | noticed | unnoticed | unreached | untried |',
    '| --- | --- | --- | --- | --- | --- |',
    ...files
      .toSorted((one, other) => one.file.localeCompare(other.file))
      .map((one) => cells(one.file, [one])),
    cells('all', files),
    '',
  ].join('\n');
  const [head = '', ...others] = text.split(/^(?=## )/m);
  const rest = others.filter((one) => !one.startsWith(`## ${area}\n`)).map((one) => `${one.trimEnd()}\n`);
  const sections = [...rest, section].toSorted((one, other) => one.localeCompare(other));
  return {
    text: `${[head.trimEnd(), ...sections.map((one) => one.trimEnd())].join('\n\n')}\n`,
    score: scoreOf(files),
  };
}
