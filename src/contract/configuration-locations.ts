import * as z from 'zod';
import type { LocationField } from '../shared/location-fields.ts';
import type { ReadyFile } from './attachments.ts';
import { type Accepted, type Coded, Id, Intent, Nothing } from './common.ts';
import { asks, type Call } from './define.ts';
import type { Elsewhere } from './desk.ts';
import type { Failure } from './failure.ts';
import { type Charset, charsets, separators } from './invoice-import.ts';

/** Longer than anything that main accepts, so that main can say what is too long. */
const Typed = z.string().max(20_000);

/** A location as it is edited. Types and units are codes, as typed or chosen. */
export const LocationForm = z.object({
  code: Typed,
  name: Typed,
  type: Typed,
  externalName: Typed,
  description: Typed,
  fulfillmentUnit: Typed,
  callNumberType: Typed,
  /** Whether it is left out of what is published. */
  suppress: z.boolean(),
});
export type LocationForm = z.output<typeof LocationForm>;

/** The record as it was read: opaque to the window, which hands it back so that main can tell what changed since. */
const Seen = z.looseObject({});

/** A location in a list. */
export interface LocationRow {
  readonly code: string;
  readonly name: string;
  readonly type: Coded;
  readonly externalName: string;
}

/** A location in full. */
export interface LocationRecord extends LocationRow {
  readonly seen: z.output<typeof Seen>;
  readonly form: LocationForm;
  readonly fulfillmentUnit: Coded;
  readonly callNumberType: Coded;
  /** Null where the record does not say. */
  readonly suppressed: boolean | null;
  /** Every other field, under the service's name and as it came. */
  readonly others: readonly { readonly field: string; readonly value: string }[];
}

/** What is done with a location by a row of a file. */
export type RowAct = 'make' | 'change' | 'delete';

/** What a row of a file changes; texts as they are shown. */
export interface FieldChange {
  readonly field: LocationField;
  readonly was: string;
  readonly is: string;
}

/** Why a file, or a row of it, is not taken as it is. */
export type RowReason =
  /** There is nothing in the file. */
  | 'empty'
  /** It is no text: a PDF, a spreadsheet, a picture. */
  | 'notText'
  /** Quotation marks are not closed, or close in the middle of a value. */
  | 'quotes'
  /** The detail is how many rows are read at most. */
  | 'tooManyRows'
  | 'noRows'
  /** No column is the code. */
  | 'noCodeColumn'
  /** Two columns are the same field. */
  | 'columnTwice'
  /** A column that is no field we write; the detail is its name. */
  | 'columnUnused'
  /** Nothing is deleted: of a row in the file it is not known which location it is. */
  | 'deletesBarred'
  | 'required'
  /** Another row has this code; the detail is its line. */
  | 'codeTwice'
  /** Another row, or a location of the library, has a code that differs in case or blanks only: the detail. */
  | 'codeAlike'
  /** No path of the service can name it. */
  | 'codeOdd'
  | 'tooLong'
  | 'controlCharacters'
  | 'malformed'
  /** Neither true nor false. */
  | 'notAFlag'
  /** The library system's table of types does not have it. */
  | 'typeUnknown'
  /** The row has more or fewer values than the row of names; the detail is how many. */
  | 'rowLength'
  /** What a spreadsheet would reckon. It is text here. */
  | 'formula';

/** Something in a file that a person has to see. */
export interface RowProblem {
  /** `wrong`: what has it is not sent. `check`: it is. */
  readonly kind: 'wrong' | 'check';
  readonly field: LocationField | 'code' | '';
  readonly reason: RowReason;
  readonly detail: string;
}

/** A row of a file beside the library, or a location that is not in the file and is to be deleted. */
export interface PreviewRow {
  /** The line in the file, from 1; 0 for a location that is not in it. */
  readonly line: number;
  /** `same`: the location is as in the file. `none`: it cannot be sent, see its problems. */
  readonly act: RowAct | 'same' | 'none';
  readonly code: string;
  readonly name: string;
  readonly changes: readonly FieldChange[];
  readonly problems: readonly RowProblem[];
}

/** A file beside a fresh read of a library's locations. Nothing was sent. */
export interface LocationPreview extends ReadyFile {
  /** Names this preview, for `start`. */
  readonly preview: string;
  readonly library: string;
  readonly charset: Charset;
  readonly separator: (typeof separators)[number];
  /** Of the file as a whole. */
  readonly problems: readonly RowProblem[];
  readonly rows: readonly PreviewRow[];
  /** How many rows there are of each act. */
  readonly counts: Readonly<Record<PreviewRow['act'], number>>;
}

/**
 * What came of a row.
 *
 * - `done`: the library system has accepted it; `alreadySo`: it was as wanted already, and nothing was sent
 * - `changedElsewhere`, `gone`, `taken`: someone else has changed or deleted it since the preview, or made one with its
 *   code; nothing was written
 * - `refused`: with the reason; `failed`: it did not come to an answer, and is tried again
 * - `unclear`: sent and not confirmed; it is looked up before anything is sent again
 */
export type RowState =
  'toDo' | 'done' | 'alreadySo' | 'changedElsewhere' | 'gone' | 'taken' | 'refused' | 'failed' | 'unclear';

/** A row of a job. */
export interface JobRow extends Pick<PreviewRow, 'line' | 'code' | 'name' | 'changes'> {
  readonly act: RowAct;
  readonly state: RowState;
  readonly failure: Failure | null;
}

/** A file that is being written into a library, row by row. */
export interface LocationJob {
  readonly id: string;
  readonly since: string;
  /** The code of the library whose locations they are. */
  readonly library: string;
  /** The file's name. */
  readonly file: string;
  readonly total: number;
  readonly written: number;
  /** Rows with an outcome that is not `done` or `alreadySo`. */
  readonly notWritten: number;
  readonly unclear: number;
  /** It is under way now; false while it is paused. */
  readonly running: boolean;
  /** Every row has its outcome. */
  readonly finished: boolean;
  /** Why it stopped; null where a person paused it, or the program ended. */
  readonly failure: Failure | null;
  /** The library system to which it belongs, where that is not the connected one. */
  readonly elsewhere: Elsewhere | null;
}

export interface LocationJobInFull extends LocationJob {
  readonly rows: readonly JobRow[];
}

const InLibrary = z.object({ library: Id });
const Job = z.object({ id: Intent });

export const locations = {
  /** The libraries, and the code of this workstation's own; `''` where it has none. */
  'configuration.locations.libraries': asks(Nothing).answers<{
    readonly own: string;
    readonly libraries: readonly Coded[];
  }>(),
  /** The locations of a library, and the types that a location can have. */
  'configuration.locations.list': asks(InLibrary).answers<{
    readonly locations: readonly LocationRow[];
    readonly types: readonly Coded[];
  }>(),
  /** A location as it is at this moment. */
  'configuration.locations.read': asks(InLibrary.extend({ code: Id })).answers<LocationRecord>(),
  /** Fails with `twice` of `code`, and nothing sent, where the library has one with this code. */
  'configuration.locations.create': asks(InLibrary.extend({ intent: Intent, form: LocationForm })).answers<
    Accepted<LocationRecord>
  >(),
  /** Writes what differs between `form` and the record as it was `seen`; a `conflict` where that was changed since. */
  'configuration.locations.update': asks(
    InLibrary.extend({ intent: Intent, seen: Seen, form: LocationForm }),
  ).answers<Accepted<LocationRecord>>(),
  'configuration.locations.delete': asks(InLibrary.extend({ intent: Intent, code: Id })).answers<null>(),
  /** Saves all locations of a library as CSV where the person chooses; null where they thought better of it. */
  'configuration.locations.export': asks(InLibrary).answers<{ readonly savedAs: string } | null>(),

  /** Lets the person choose a file; null where they thought better of it. */
  'configuration.locations.import.open': asks(Nothing).answers<ReadyFile | null>(),
  /** A file was dropped on the window, which sends its content piece by piece. */
  'configuration.locations.import.begin': asks(
    z.object({ name: z.string().min(1).max(255), size: z.int().min(0) }),
  ).answers<ReadyFile>(),
  /** The next piece; answers how many bytes are there. */
  'configuration.locations.import.piece': asks(
    z.object({ file: z.uuid(), bytes: z.base64().max(400_000) }),
  ).answers<{ readonly received: number }>(),
  /**
   * Reads the file, and the library's locations, and puts both beside each other. What is null is found out.
   * `deletes`: locations that are not in the file are to be deleted.
   */
  'configuration.locations.import.preview': asks(
    InLibrary.extend({
      file: z.uuid(),
      charset: z.enum(charsets).nullable(),
      separator: z.enum(separators).nullable(),
      deletes: z.boolean(),
    }),
  ).answers<LocationPreview>(),
  /** The file is not wanted any more. */
  'configuration.locations.import.forget': asks(z.object({ file: z.uuid() })).answers<null>(),
  /**
   * Keeps what a preview shows as a job; nothing is sent until it is run. Fails with `gone` where the window has
   * another preview by now, and with `moved` where the workstation has another library.
   */
  'configuration.locations.import.start': asks(
    z.object({ intent: Intent, preview: z.uuid() }),
  ).answers<LocationJobInFull>(),

  /** The jobs of all libraries, oldest first, whenever they change. */
  'configuration.locations.watch': asks(Nothing).answers<null, readonly LocationJob[]>(),
  'configuration.locations.job': asks(Job).answers<LocationJobInFull>(),
  /**
   * Goes on with a job until it is finished, paused, or cannot go on, and reports each row. Fails with `gone` where it
   * is none of this library's, and with `notNow` while it runs.
   */
  'configuration.locations.run': asks(Job).answers<
    LocationJobInFull,
    { readonly nth: number; readonly row: JobRow }
  >(),
  /** Stops before the next row. */
  'configuration.locations.pause': asks(Job).answers<null>(),
  /** Takes a job off the list: what is not done of it is not done any more. Fails with `notNow` while it runs. */
  'configuration.locations.dismiss': asks(Job).answers<null>(),
  /** Saves the outcomes of a job, in the words of the screen; null where the person thought better of it. */
  'configuration.locations.saveOutcomes': asks(
    z.object({
      name: z.string().min(1).max(100),
      rows: z.array(z.array(z.string().max(20_000)).max(20)).max(10_000),
    }),
  ).answers<{ readonly savedAs: string } | null>(),
} satisfies Record<string, Call>;
