import * as z from 'zod';
import type { Extent, LabelStock } from '../shared/label-stock.ts';
import { Id, Nothing } from './common.ts';
import { asks, type Call } from './define.ts';
import type { Failure } from './failure.ts';
import { PrinterChoice, type Printed } from './slips.ts';

/** Which labels a book gets. */
export const labelChoices = ['both', 'spine', 'barcode'] as const;
export type LabelChoice = (typeof labelChoices)[number];

/** A number of millimetres, or of labels. Whether a layout can be printed is judged as a whole. */
const Measure = z.number().min(-1_000_000).max(1_000_000);

export const Stock = z
  .object({
    page: z.object({ width: Measure, height: Measure }).readonly(),
    label: z.object({ width: Measure, height: Measure }).readonly(),
    columns: Measure,
    rows: Measure,
    gap: z.object({ across: Measure, down: Measure }).readonly(),
    margin: z.object({ left: Measure, top: Measure }).readonly(),
  })
  .readonly() satisfies z.ZodType<LabelStock>;

/** How this station prints its labels. */
export interface LabelSettings {
  /** On paper, or as a file in the folder of the slips. */
  readonly to: 'paper' | 'pdf';
  readonly printer: PrinterChoice;
  readonly what: LabelChoice;
  /** Whether a sheet is printed by itself once it is full. */
  readonly whenFull: boolean;
  readonly stock: LabelStock;
  /** The place of the next label on the sheet in the printer: 1 is at the top left, then along the row. */
  readonly next: number;
}

/** Why one of the labels of a book is not printed: the record has not what it says, or it does not fit the label. */
export type LabelProblem = 'noCallNumber' | 'noBarcode' | 'callNumberTooLong' | 'barcodeTooLong';

/** A book whose labels wait for their sheet. */
export interface WaitingLabels {
  readonly id: string;
  readonly title: string;
  readonly barcode: string;
  readonly callNumber: string;
  /** How many labels it gets. */
  readonly count: number;
  /** Which labels it does not get, and why. */
  readonly problems: readonly LabelProblem[];
}

/** The labels that wait, and the sheet they wait for. */
export interface LabelQueueView {
  /** The oldest first. Those of another library wait until it is connected. */
  readonly waiting: readonly WaitingLabels[];
  /** How many labels are on the sheet with those that wait: an earlier print used some of its places. */
  readonly used: number;
  /** How many labels a sheet has. */
  readonly places: number;
  /** Whether labels can be printed again. */
  readonly again: boolean;
}

/** What came of printing labels. */
export interface PrintedLabels extends Printed {
  /** How many labels were printed; 0 where none could be. */
  readonly count: number;
  readonly sheets: number;
}

/** What came of adding a book. */
export interface AddedLabels {
  /** Its labels waited already; what the record says now has taken their place. */
  readonly already: boolean;
  readonly labels: WaitingLabels;
  /** The sheet was full and was printed; null where it was not. */
  readonly printed: PrintedLabels | null;
  /** Why the full sheet was not printed: its labels wait. */
  readonly failure: Failure | null;
}

/** A sheet as it will lie in the printer: markup and its style sheet, for a root of its own. */
export interface LabelPreview {
  readonly html: string;
  readonly css: string;
  readonly page: Extent;
}

const Text = z.string().max(2000);

/** An item, by its three ids or by its barcode; what is not known is `''`. */
const LabelledItem = z.object({ mmsId: Text, holdingId: Text, pid: Text, barcode: Text, title: Text });

export const labels = {
  /** Runs until it is aborted; reports first what waits, then each change. */
  'labels.watch': asks(Nothing).answers<null, LabelQueueView>(),
  /** Reads the item and has its labels wait. A sheet that is full then is printed, where the station has it so. */
  'labels.add': asks(LabelledItem).answers<AddedLabels>(),
  'labels.remove': asks(z.object({ id: Id })).answers<null>(),
  /** Prints all that wait, on as many sheets as that takes. */
  'labels.print': asks(Nothing).answers<PrintedLabels>(),
  /** Prints what was printed last once more, from the next place on. */
  'labels.again': asks(Nothing).answers<PrintedLabels>(),
  /** Prints the outline of each label with its number, to be held against the stock. */
  'labels.test': asks(Nothing).answers<Printed>(),
  /** A sheet of made-up labels. */
  'labels.preview': asks(Nothing).answers<LabelPreview>(),
  /** A stock that cannot be printed on is refused: the field and the reason are said, and nothing is changed. */
  'labels.change': asks(
    z
      .object({
        to: z.enum(['paper', 'pdf']),
        printer: PrinterChoice,
        what: z.enum(labelChoices),
        whenFull: z.boolean(),
        stock: Stock,
        next: Measure,
      })
      .partial(),
  ).answers<LabelSettings>(),
} satisfies Record<string, Call>;
