import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Day, Id, Nothing, type Coded, type Money } from './common.ts';
import type { Failure } from './failure.ts';
import type { ScanView } from './scans.ts';
import type { LibraryView } from './station.ts';

export interface NoteView {
  readonly text: string;
  readonly type: Coded;
  readonly popUp: boolean;
  readonly visibleToPatron: boolean;
  readonly by: string;
  readonly date: string;
}

export interface BlockView {
  readonly label: string;
  readonly note: string;
  readonly date: string;
}

/** A patron as the desk needs to see them. */
export interface PatronView {
  readonly userId: string;
  readonly name: string;
  readonly barcode: string;
  readonly email: string;
  readonly group: Coded;
  readonly accountType: Coded;
  readonly status: Coded;
  readonly active: boolean;
  /** Service date, `''` where there is none. */
  readonly expiry: string;
  readonly expired: boolean;
  readonly notes: readonly NoteView[];
  readonly blocks: readonly BlockView[];
  readonly owed: Money;
  readonly loans: number;
  readonly requests: number;
  readonly fees: number;
  /** A loan was refused because this patron has as many as they may have: no record says so before. */
  readonly atLimit: boolean;
  /** Pop-up notes not yet acknowledged in this session: nothing is lent until they are. */
  readonly unseenNotes: readonly NoteView[];
}

/** One line of a search for patrons. */
export interface PatronHit {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly group: Coded;
  readonly active: boolean;
  readonly expiry: string;
  readonly expired: boolean;
}

/** A code that was scanned is a patron's and an item's: a person says which is meant. */
export interface WhichView {
  /** The scan's. */
  readonly id: string;
  readonly code: string;
  readonly patron: string;
  readonly item: string;
}

/** A card that opened nobody, or what may have been one: it holds the visit of the patron before. */
export interface UnreadCardView {
  /** The scan's; one of its own where a patron was chosen. */
  readonly id: string;
  readonly code: string;
  /** The order from which on scans wait until it is known for whom they are. */
  readonly from: number;
}

/** The orders in which deployed services can give patrons. */
const patronOrders = ['last_name', 'first_name', 'primary_id'] as const;
export type PatronOrder = (typeof patronOrders)[number];

/** Who is at the desk of one window. */
export interface AtDesk {
  /** They stay until another card was read. */
  readonly patron: PatronView | null;
  /** A patron's card was scanned and the service has not answered yet. */
  readonly opening: boolean;
  /** Nothing is lent to the patron until a card is read, or a person says that they are still served; null for neither. */
  readonly unread: UnreadCardView | null;
  /** The order of the first scan of the present visit, which is one patron's, from their card to the next one that is read. */
  readonly visitFrom: number;
}

/** The working session of one window: the patron at the desk, and its scans. */
export interface DeskSessionView extends AtDesk {
  readonly which: WhichView | null;
  readonly scans: readonly ScanView[];
  /** The day on which everything lent from now on is due, `''` where the service's own rules say it. */
  readonly due: string;
}

export type DeskEvent =
  | { readonly type: 'session'; readonly session: DeskSessionView }
  | { readonly type: 'scan'; readonly scan: ScanView }
  | { readonly type: 'which'; readonly which: WhichView | null }
  | ({ readonly type: 'patron' } & AtDesk)
  | { readonly type: 'due'; readonly due: string };

/** Why no read can tell whether something happened, and a person has to look for it before it is done again. */
export type AskPerson =
  | 'noListOfWorkflowRuns'
  | 'noListOfLendingRequests'
  /** The journal keeps what was sent sealed, and the key to it is gone. */
  | 'journalKeyLost'
  /** Another version of Carrel sent it: this one has no such operation. */
  | 'unknownOperation';

/** Another library than the one that is connected. */
export type Elsewhere = Pick<LibraryView, 'mode' | 'name'>;

/** A command whose outcome is unclear: it was sent, and it is not known whether it happened. */
export interface UnclearView {
  readonly id: string;
  readonly operation: string;
  /** What was asked for: the operation, or which of the several things that one does (`return`, `deposit.pay`). */
  readonly act: string;
  readonly at: string;
  /** What it was about, in the words of the record: a title, a fee, an order line. */
  readonly about: string;
  /** The primary id of the patron it was for; `''` where it was for none, or cannot be read. */
  readonly userId: string;
  /** The fees that it may have changed: until it is known, none of them is paid again. */
  readonly feeIds: readonly string[];
  /** Where only a person can tell; null where a read may. */
  readonly askPerson: AskPerson | null;
  readonly lastFailure: Failure | null;
  /** What the last read found: the service could not be asked, nothing so far, or an effect that may be another command's. */
  readonly seen: 'notAsked' | 'notFound' | 'cannotTell';
  /** Until when main looks for it; null if main does not look, or looks for as long as the service does not answer. */
  readonly until: string | null;
  /** The other library at which it was asked for: there alone it can be found out. Null for the one that is connected. */
  readonly elsewhere: Elsewhere | null;
  /**
   * It was reported wrongly, and the user has to see that: as not having happened, and it has; or as having happened, and
   * the service has refused it. Null otherwise.
   */
  readonly late: 'happened' | 'refused' | null;
  /** The later change of the same record that it undid by having happened late; null where there was none. */
  readonly undid: Pick<UnclearView, 'id' | 'at'> | null;
}

/** What is known of a command that was unclear. */
export type CommandOutcome = 'happened' | 'didNotHappen' | 'unclear';

/** A book that was lent, or perhaps was, and is not due yet on the day that was set by hand. */
export interface LentNotDueView {
  readonly id: string;
  /** Its title, or its barcode where that is all that is known. */
  readonly what: string;
  /** The day set by hand: `YYYY-MM-DD`. */
  readonly due: string;
  readonly since: string;
  /** Why it is not due then; null where the program ended in between. */
  readonly failure: Failure | null;
  /** Being given its day at this moment. */
  readonly running: boolean;
  /** The other library that lent it: there alone it can be given its day. Null for the one that is connected. */
  readonly elsewhere: Elsewhere | null;
}

export const desk = {
  /** Runs until it is aborted; reports first the session as it is now, then each change. */
  'desk.watch': asks(Nothing).answers<null, DeskEvent>(),
  'desk.search': asks(
    z.object({
      text: z.string().max(1000),
      order: z.enum(patronOrders).default('last_name'),
      limit: z.int().min(1).max(100),
      offset: z.int().min(0),
    }),
  ).answers<{ readonly patrons: readonly PatronHit[]; readonly total: number }>(),
  /** Opens a patron chosen from a search, in the order of the scans around it. */
  'desk.open': asks(z.object({ userId: Id })).answers<PatronView>(),
  /** The patron of the last card, once the service has answered; null for nobody. Refused (`noPatron`) while that card is unread. */
  'desk.here': asks(Nothing).answers<PatronView | null>(),
  /** A person says that the patron at the desk is still served, whatever card that was: what waited goes on for them. */
  'desk.still': asks(z.object({ id: Id })).answers<null>(),
  /** Reads the open patron anew. */
  'desk.refresh': asks(Nothing).answers<PatronView>(),
  /** The pop-up notes were seen: what was held goes on. */
  'desk.acknowledge': asks(Nothing).answers<PatronView>(),
  /** Gives the next loans of this session a due date by hand, until it is taken away with null. */
  'desk.due': asks(z.object({ due: Day.nullable() })).answers<{ readonly due: string }>(),
  /** A person says what a code is that is a patron's and an item's. */
  'desk.which': asks(z.object({ id: Id, is: z.enum(['patron', 'item']) })).answers<null>(),
  /** Ends the session. Refused (`scansOpen`) while a scan is not settled. */
  'desk.end': asks(Nothing).answers<{ readonly lent: number; readonly returned: number }>(),
  /** The commands whose outcome is unclear. Runs until aborted. */
  'desk.unclear': asks(Nothing).answers<null, readonly UnclearView[]>(),
  /** Books that are not due yet on the day set by hand. Runs until aborted. */
  'desk.lentNotDue': asks(Nothing).answers<null, readonly LentNotDueView[]>(),
  /** Gives one of them its day. */
  'desk.giveDue': asks(z.object({ id: Id })).answers<null>(),
  /** A person has seen to it elsewhere: it leaves the list. */
  'desk.settleDue': asks(z.object({ id: Id })).answers<null>(),
  /** Looks again whether an unclear command happened. */
  'desk.lookAgain': asks(z.object({ id: Id })).answers<{ readonly found: CommandOutcome }>(),
  /** What is known by now of a command that was unclear. Nothing is asked of the service. */
  'desk.outcome': asks(z.object({ id: Id })).answers<{ readonly found: CommandOutcome }>(),
  /** The user has seen that a command turned up late: it leaves the list. */
  'desk.seenLate': asks(z.object({ id: Id })).answers<null>(),
  /** A person has looked elsewhere and says what came of it. */
  'desk.decide': asks(z.object({ id: Id, happened: z.boolean() })).answers<null>(),
} satisfies Record<string, Call>;
