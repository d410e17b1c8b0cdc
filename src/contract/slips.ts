import * as z from 'zod';
import { rollWidths } from '../shared/limits.ts';
import { Nothing } from './common.ts';
import { asks, type Call } from './define.ts';

/** What a slip is about. The union `Slip` says what each carries. */
export const slipKinds = [
  'due',
  'return',
  'hold',
  'transit',
  'payment',
  'session',
  'takings',
  'route',
  'workOrder',
  'claim',
  'lending',
] as const;
export type SlipKind = (typeof slipKinds)[number];

/** When a slip is printed: only on request, with Enter after it was offered, or automatically. */
export const slipTimes = ['never', 'ask', 'always'] as const;

const Text = z.string().max(2000);
const Lines = <T extends z.ZodType>(line: T) => z.array(line).max(1000).readonly();

/** An amount and its currency, as the service has them. */
const Amount = z.object({ amount: z.string().max(40), currency: z.string().max(3) }).readonly();

/** The patron on a slip. Nothing else of a patron is printed. */
const Reader = z.object({ name: Text, barcode: Text }).readonly();

const Book = z.object({ title: Text, barcode: Text }).readonly();

/** `due`: a moment or day as the service has it. */
const LentBook = z.object({ title: Text, barcode: Text, due: Text }).readonly();

/** A book that was not renewed, and why. */
const KeptBook = z.object({ title: Text, barcode: Text, why: Text }).readonly();

/** A fee that something was paid on, and what is owed of it then; null where that is not known. */
const PaidFee = z.object({ fee: Text, title: Text, paid: Amount, left: Amount.nullable() }).readonly();

/** An item that was received: `received` is the day as the service has it, `''` where it has not been received. */
const ReceivedItem = z
  .object({
    title: Text,
    /** `''` where it has none yet. */
    barcode: Text,
    /** The number of its order line. */
    pol: Text,
    received: Text,
    rush: z.boolean(),
    /** A patron waits for it. Their name is on no paper of the receiving room. */
    onHold: z.boolean(),
  })
  .readonly();

/** What is wrong with the delivery of an order line: too few, not ordered (or too many), or damaged. */
export const claimReasons = ['short', 'extra', 'damaged'] as const;

/** An order line on a claim. */
const ClaimedLine = z
  .object({
    /** `''` for what was not ordered. */
    pol: Text,
    title: Text,
    /** The vendor's own number for it; `''` where there is none. */
    reference: Text,
    why: z.enum(claimReasons),
    count: z.int().min(1).max(1_000_000),
    /** When it should be here, as the service has it; `''` where no day is expected. */
    expected: Text,
  })
  .readonly();

/** How much was taken in one way of paying. */
const Taken = z.object({ method: Text, count: z.int().min(0), sum: Amount }).readonly();

/** The drawer as it was counted when the till was closed. */
const CountedCash = z
  .object({
    ...{ float: Amount, paid: Amount, deposits: Amount, refunded: Amount, expected: Amount },
    ...{ counted: Amount, left: Amount, removed: Amount, other: Amount },
    pieces: Lines(z.object({ value: Amount, count: z.int().min(0), sum: Amount }).readonly()),
    /** Whether it agrees, in words. */
    verdict: Text,
  })
  .readonly();

/**
 * A slip as plain data, in the words of the records; main puts it into its template.
 *
 * - `due`     what was lent or renewed, and until when
 * - `return`  what was given back
 * - `hold`    a book for the hold shelf
 * - `transit` a book on its way to another place
 * - `payment` what was paid on which fee; with cash, what was given and the change
 * - `session` all of one session
 * - `takings` what was taken until now, or until the till was closed, with the drawer as it was counted
 * - `route`   a received item on its way to a department or desk
 * - `workOrder` a received item, and what is still done to it
 * - `claim`   for the vendor: what is short, extra or damaged in a delivery; it goes with what is sent back
 * - `lending` what a partner asks for: it goes with the book from the shelf
 */
export const Slip = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('due'),
    reader: Reader,
    books: Lines(LentBook),
    /** Those of a renewal that are due as before. */
    kept: Lines(KeptBook).default([]),
  }),
  z.object({ kind: z.literal('return'), reader: Reader.nullable(), books: Lines(Book) }),
  z.object({ kind: z.literal('hold'), book: Book, reader: Text, place: Text }),
  z.object({ kind: z.literal('transit'), book: Book, reader: Text, place: Text }),
  z.object({
    kind: z.literal('payment'),
    reader: Reader,
    fees: Lines(PaidFee),
    paid: Amount,
    method: Text,
    /** The number of the payment: ours, or that of the card terminal. */
    transaction: Text.default(''),
    given: Amount.nullable().default(null),
    change: Amount.nullable().default(null),
    /** All that is owed after it; null where it is not known. */
    owed: Amount.nullable().default(null),
  }),
  z.object({
    kind: z.literal('session'),
    reader: Reader.nullable(),
    lent: Lines(LentBook),
    returned: Lines(Book),
    paid: Amount.nullable(),
  }),
  z.object({
    kind: z.literal('takings'),
    from: Text,
    /** `''` while the till is open. */
    to: Text.default(''),
    taken: Lines(Taken),
    sum: Amount,
    cash: CountedCash.nullable().default(null),
    /** What else there is to say of it, in whole lines: what each window took, what differs from the service. */
    lines: Lines(Text).default([]),
  }),
  z.object({ kind: z.literal('route'), item: ReceivedItem, place: Text }),
  z.object({
    kind: z.literal('workOrder'),
    item: ReceivedItem,
    department: Text,
    type: Text,
    status: Text,
  }),
  z.object({
    kind: z.literal('claim'),
    vendor: Text,
    /** The library's account at the vendor; `''` where it has none. */
    account: Text.default(''),
    /** The number of the invoice in the box; `''` where there was none. */
    invoice: Text.default(''),
    lines: Lines(ClaimedLine),
  }),
  z.object({
    kind: z.literal('lending'),
    partner: Text,
    /** The number of the request; `''` where it is not known. */
    requestId: Text,
    /** Ours. */
    externalId: Text,
    title: Text,
    author: Text,
    /** Of what the title is a part: journal, year, volume, issue, pages. */
    within: Text,
    callNumber: Text,
    /** The day as the service has it; `''` where none was given. */
    neededBy: Text,
    /** In words: a copy, or the thing itself. */
    format: Text,
    notes: Lines(Text),
  }),
]);
/** As a window hands it over; what has a default may be left out. */
export type Slip = z.input<typeof Slip>;
/** As main has it. */
export type WholeSlip = z.output<typeof Slip>;

/** The system's default printer, one of its printers, or the one that the user chooses in the print dialog each time. */
export const PrinterChoice = z.discriminatedUnion('at', [
  z.object({ at: z.literal('system') }).readonly(),
  /** `name`: what the system calls it, which is not what it shows. */
  z.object({ at: z.literal('printer'), name: z.string().min(1).max(1000) }).readonly(),
  z.object({ at: z.literal('ask') }).readonly(),
]);
export type PrinterChoice = z.output<typeof PrinterChoice>;

/** A printer of this machine. */
export interface PrinterView {
  /** What the system calls it: this one is passed to it. */
  readonly name: string;
  /** What people call it. */
  readonly label: string;
  readonly isDefault: boolean;
}

/** How wide the roll in the printer is, in millimetres; null for sheets of paper. */
export const Roll = z.number().min(rollWidths.least).max(rollWidths.most).nullable();

/** How one kind of slip is printed. */
export interface SlipHabit {
  readonly when: (typeof slipTimes)[number];
  /** The library's own words on it. */
  readonly text: string;
  readonly printer: PrinterChoice;
  readonly roll: number | null;
}

/** What has a printer of its own: each kind of slip, and the pages of a window. */
export const printedKinds = [...slipKinds, 'pages'] as const;
export type PrintedKind = (typeof printedKinds)[number];

/** What came of printing. */
export interface Printed {
  /** Where it was written to, if it was a file. */
  readonly file: string | null;
  /** The user closed the print dialog: nothing was printed. */
  readonly stopped?: true;
}

/** How this station prints its slips. In its texts `{patron}`, `{library}`, `{desk}` and `{date}` are replaced by what they name. */
export interface SlipSettings {
  /** On paper, each kind at its printer; or each as a file in the folder. */
  readonly to: 'paper' | 'pdf';
  /** `''` where none is chosen. */
  readonly folder: string;
  /** Whether a slip that others see (hold, transit) has the patron's name in full. */
  readonly names: 'full' | 'short';
  readonly header: string;
  readonly footer: string;
  /** Whether there is a picture at the head. */
  readonly logo: boolean;
  readonly kinds: Readonly<Record<SlipKind, SlipHabit>>;
  /** Where the pages of a window are printed, on the paper that the printer usually has. */
  readonly pages: PrinterChoice;
}

/** A slip as it will lie on the page: markup and its style sheet, for a root of its own. */
export interface SlipPreview {
  readonly html: string;
  readonly css: string;
}

/** The texts of slips that a library can write itself. */
const OwnText = z.string().max(1000);

/** Numbers and dates on paper are written as they are on screen: the window says how. */
const Locale = z.string().max(100);

export const slips = {
  /** Prints a slip, or writes it as a file. */
  'slips.print': asks(z.object({ slip: Slip, locale: Locale })).answers<Printed>(),
  /** The printers of this machine, as they are now. */
  'slips.printers': asks(Nothing).answers<readonly PrinterView[]>(),
  /** Prints a test page, without a name, on the printer of such slips or of the pages of a window. */
  'slips.test': asks(z.object({ of: z.enum(printedKinds), locale: Locale })).answers<Printed>(),
  /** The same slip, shown only. */
  'slips.preview': asks(z.object({ slip: Slip, locale: Locale })).answers<SlipPreview>(),
  'slips.change': asks(
    z
      .object({
        to: z.enum(['paper', 'pdf']),
        names: z.enum(['full', 'short']),
        header: OwnText,
        footer: OwnText,
        kinds: z.partialRecord(
          z.enum(slipKinds),
          z.object({ when: z.enum(slipTimes), text: OwnText, printer: PrinterChoice, roll: Roll }).partial(),
        ),
        pages: PrinterChoice,
      })
      .partial(),
  ).answers<SlipSettings>(),
  /** Asks for a picture, or for a folder; nothing changes where the person thought better of it. */
  'slips.chooseLogo': asks(Nothing).answers<SlipSettings>(),
  'slips.removeLogo': asks(Nothing).answers<SlipSettings>(),
  'slips.chooseFolder': asks(Nothing).answers<SlipSettings>(),
} satisfies Record<string, Call>;
