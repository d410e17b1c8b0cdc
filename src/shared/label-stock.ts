/** A length across and one down, in millimetres. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** How labels lie on their page. Lengths are in millimetres. A roll is a page of one label. */
export interface LabelStock {
  readonly page: Extent;
  readonly label: Extent;
  readonly columns: number;
  readonly rows: number;
  /** Between two labels. */
  readonly gap: { readonly across: number; readonly down: number };
  /** From the page's left and top edge to the first label, whichever way the screen is read. */
  readonly margin: { readonly left: number; readonly top: number };
}

/** What is wrong with a field of a stock: too small or too large for any stock, not a whole number, or off the page. */
export interface StockProblem {
  readonly field: StockField;
  readonly reason: 'outOfRange' | 'notWhole' | 'offPage';
}

/** The fields of a stock, in the order of their form, and what each may be. Lengths are in millimetres. */
export const stockRanges = {
  'page.width': { least: 15, most: 500 },
  'page.height': { least: 10, most: 500 },
  columns: { least: 1, most: 30 },
  rows: { least: 1, most: 60 },
  'label.width': { least: 10, most: 500 },
  'label.height': { least: 8, most: 500 },
  'margin.left': { least: 0, most: 200 },
  'margin.top': { least: 0, most: 200 },
  'gap.across': { least: 0, most: 200 },
  'gap.down': { least: 0, most: 200 },
} as const;
export type StockField = keyof typeof stockRanges;
export const stockFields = Object.keys(stockRanges) as readonly StockField[];

/** The values of a stock by their fields. */
export type StockValues = Readonly<Record<StockField, number>>;

export const stockValues = ({ page, label, columns, rows, gap, margin }: LabelStock): StockValues => ({
  'page.width': page.width,
  'page.height': page.height,
  columns,
  rows,
  'label.width': label.width,
  'label.height': label.height,
  'margin.left': margin.left,
  'margin.top': margin.top,
  'gap.across': gap.across,
  'gap.down': gap.down,
});

export const stockOf = (values: StockValues): LabelStock => ({
  page: { width: values['page.width'], height: values['page.height'] },
  label: { width: values['label.width'], height: values['label.height'] },
  columns: values.columns,
  rows: values.rows,
  gap: { across: values['gap.across'], down: values['gap.down'] },
  margin: { left: values['margin.left'], top: values['margin.top'] },
});

/** Stock is cut to a tenth of a millimetre, and its makers round their measures. */
const tolerance = 0.1;

/** How far so many labels reach, from the edge of the page. */
const reach = (margin: number, count: number, length: number, gap: number): number =>
  margin + count * length + (count - 1) * gap;

/** What is wrong with a stock, the first field first; none where it can be printed on. */
export function stockProblems(stock: LabelStock): readonly StockProblem[] {
  const values = stockValues(stock);
  const problems = stockFields.flatMap((field): StockProblem[] => {
    const { least, most } = stockRanges[field];
    const value = values[field];
    if (!(value >= least && value <= most)) return [{ field, reason: 'outOfRange' }];
    const isCount = field === 'columns' || field === 'rows';
    return isCount && !Number.isInteger(value) ? [{ field, reason: 'notWhole' }] : [];
  });
  if (problems.length > 0) return problems;
  const { page, label, columns, rows, gap, margin } = stock;
  const across = reach(margin.left, columns, label.width, gap.across);
  const down = reach(margin.top, rows, label.height, gap.down);
  return [
    ...(across > page.width + tolerance ? [{ field: 'columns', reason: 'offPage' } as const] : []),
    ...(down > page.height + tolerance ? [{ field: 'rows', reason: 'offPage' } as const] : []),
  ];
}

/** How many labels a page has. */
export const placesOn = ({ columns, rows }: Pick<LabelStock, 'columns' | 'rows'>): number => columns * rows;

/** Stock that libraries commonly buy, by the name of its layout. The measures are those its makers print on the box. */
export const commonStock = {
  /** A4, 24 labels of 70 × 37 mm. */
  a4By24: {
    page: { width: 210, height: 297 },
    label: { width: 70, height: 37 },
    columns: 3,
    rows: 8,
    gap: { across: 0, down: 0 },
    margin: { left: 0, top: 0.5 },
  },
  /** A4, 65 labels of 38.1 × 21.2 mm. */
  a4By65: {
    page: { width: 210, height: 297 },
    label: { width: 38.1, height: 21.2 },
    columns: 5,
    rows: 13,
    gap: { across: 2.5, down: 0 },
    margin: { left: 4.75, top: 10.7 },
  },
  /** Letter, 30 labels of 2⅝ × 1 inch. */
  letterBy30: {
    page: { width: 215.9, height: 279.4 },
    label: { width: 66.7, height: 25.4 },
    columns: 3,
    rows: 10,
    gap: { across: 3.1, down: 0 },
    margin: { left: 4.8, top: 12.7 },
  },
  /** A roll of labels of 57 × 32 mm. */
  roll: {
    page: { width: 57, height: 32 },
    label: { width: 57, height: 32 },
    columns: 1,
    rows: 1,
    gap: { across: 0, down: 0 },
    margin: { left: 0, top: 0 },
  },
} as const satisfies Readonly<Record<string, LabelStock>>;
export type CommonStock = keyof typeof commonStock;
