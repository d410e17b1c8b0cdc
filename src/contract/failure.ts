import type { Feature, PolicyId } from './policy.ts';

/** Why the service could not be spoken to, or could not be understood. */
export type Unreachable =
  | 'noSuchHost'
  | 'connectionRefused'
  | 'timeout'
  | 'certificate'
  | 'notThatService'
  | 'unreadable'
  | 'network'
  /** A proxy or firewall on the way did not let the call through: the service has not seen it. */
  | 'proxyNotFound'
  | 'proxyUnreachable'
  | 'proxyCertificate'
  | 'proxyRefused'
  | 'proxyLogin'
  | 'proxyLoginRefused'
  | 'proxyLoginKind'
  | 'proxyKind'
  /** A command left, the answer did not come, and a read has shown that nothing happened: it may be asked again. */
  | 'didNotHappen';

/**
 * Why something was not printed: no printer was chosen and the system has no default one, the chosen one is not there
 * (its name is the detail), it did not take it, it did not answer in time, or the list of printers could not be read. Of
 * a slip that was to be a file: no folder was chosen, or it could not be written.
 */
export type Printing = 'noPrinter' | 'notThere' | 'refused' | 'slow' | 'notListed' | 'noFolder' | 'notSaved';

/**
 * Why the journal did not take it: it cannot be used until a person has seen to it (the window says why), it takes
 * nothing now (a full disk, a disk that fails), or a part of it that was met is damaged.
 */
export type JournalTrouble = 'closed' | 'full' | 'notWritten' | 'damaged';

/** Why a change of the settings was not kept: the disk is full, or its file cannot be written. */
export type SettingsTrouble = 'full' | 'notWritten';

/** What is wrong with a field of the input. */
export type Invalid =
  | 'required'
  | 'tooLong'
  | 'controlCharacters'
  | 'notAnAmount'
  | 'notPositive'
  | 'aboveBalance'
  | 'tooManyDecimals'
  | 'notWhole'
  /** More than can be meant; the detail is the most. */
  | 'tooLarge'
  | 'notACurrency'
  /** Parts do not come to their whole; the detail is what they come to. */
  | 'doesNotAddUp'
  | 'notADate'
  | 'notATime'
  | 'beforeStart'
  | 'inThePast'
  | 'tooFarAhead'
  | 'outOfRange'
  /** Labels that do not fit their page. */
  | 'offPage'
  | 'notHttps'
  | 'notAnAddress'
  | 'notAnEmail'
  | 'twice'
  | 'notAKey'
  | 'alreadySent'
  /** The station was connected to another library since it was asked. */
  | 'moved'
  | 'scansOpen'
  | 'noPatron'
  /** Nobody new is taken at the desk: an installer waits until it is quiet. */
  | 'draining'
  | 'noDesk'
  /** What was acted on is not there any more, such as an entry of a list that another window has handled. */
  | 'gone'
  /** What was read is not whole: what is not in it may be there. Detail: what came, and of how many. */
  | 'incomplete'
  /** The record has not the ids that its operation needs. */
  | 'noIds'
  /** There are several, and a person has to say which is meant. */
  | 'several'
  /** The invoice is that of another one being entered at this station. */
  | 'otherJob'
  | 'notOnLoan'
  | 'alreadyReceived'
  /** The book on the table has another ISBN than its order line. Scanned again, it is looked up by itself. */
  | 'otherBook'
  /** No order line was found. Detail `known`: the library system has no search, this station's were looked through. */
  | 'noOrderLine'
  /** The item has no work order in the department from which it was to be sent on. */
  | 'notInDepartment'
  /** The box that is checked should not have it: it was set aside, and not received. */
  | 'notListed'
  /** The order line has no items at all; of a `barcode`: its record names none, and none can be given one there. */
  | 'noItems'
  | 'orderCancelled'
  | 'alreadyPaid'
  /** The library system has an alert on the record that nobody has accepted; the detail is its own words. */
  | 'hasAlert'
  | 'notAPicture'
  /** The words are no way to a network, or one that is not spoken here. */
  | 'notAProxy'
  /** The file holds no certificates. */
  | 'notCertificates'
  | 'fileNotRead'
  | 'fileNotWritten'
  | 'fileNotOpened'
  | 'fileTooLarge'
  | 'fileEmpty'
  /** A command barcode asks for what cannot be done now; the detail says why, in the window's words. */
  | 'notNow'
  /** A command barcode of another room, which the detail names. */
  | 'otherRoom'
  | 'nothingToUndo'
  | 'cannotUndo'
  | 'malformed';

/** A field that cannot be accepted, and why. */
export interface FieldProblem {
  readonly field: string;
  readonly reason: Invalid;
  readonly detail: string;
}

/**
 * Every way in which something asked of main can fail, and the screens' only source of error text: each kind, and
 * for a refusal each operation and code, has its message in plain words.
 */
export type Failure =
  /** The service said no. */
  | {
      readonly kind: 'refused';
      readonly operation: string;
      readonly status: number;
      /** The service's error code, `''` where it gave none. */
      readonly code: string;
      /** The service's own words. */
      readonly message: string;
      readonly trackingId: string | null;
    }
  | { readonly kind: 'unreachable'; readonly why: Unreachable; readonly detail: string }
  /** A command left, and what came of it is not known. `journalId` names its entry. */
  | {
      readonly kind: 'unknown-outcome';
      readonly operation: string;
      readonly journalId: string;
      readonly trackingId: string | null;
    }
  /** `others`: further problems of a form that is validated as a whole. */
  | ({ readonly kind: 'invalid'; readonly others?: readonly FieldProblem[] } & FieldProblem)
  | { readonly kind: 'unauthorized'; readonly trackingId: string | null }
  | { readonly kind: 'throttled' }
  /** The command would have the same effect as one whose outcome is still unclear. Nothing was sent. */
  | {
      readonly kind: 'unsettled';
      readonly operation: string;
      readonly journalId: string;
      /** When that was asked for. */
      readonly at: string;
    }
  /** The record was changed since it was read. Nothing was written. */
  | {
      readonly kind: 'conflict';
      readonly differences: readonly { readonly field: string; readonly was: string; readonly is: string }[];
    }
  /**
   * The OS keychain is missing, locked, or refused, and nothing was stored; it did not answer in time, and may store it
   * yet; or it did not give, or remove, what it should have.
   */
  | {
      readonly kind: 'locked';
      readonly why:
        | 'noKeychain'
        | 'keychainLocked'
        | 'keychainRefused'
        | 'keychainTimeout'
        | 'keyNotGiven'
        | 'keyNotRemoved';
    }
  /** Which of the libraries it knows the station is connected to, a person has to say first. Nothing was sent. */
  | { readonly kind: 'whichLibrary' }
  /** So much is unclear or unfinished at the library that the station was to leave. It is still there. */
  | { readonly kind: 'leaving'; readonly unclear: number; readonly unfinished: number }
  | { readonly kind: 'cancelled' }
  /** A slip was not printed, or it is unknown whether it was (`slow`). No record of the library is affected. */
  | { readonly kind: 'printer'; readonly why: Printing; readonly detail: string }
  /** Nothing was done: without the journal nothing is. */
  | { readonly kind: 'journal'; readonly why: JournalTrouble }
  /** What an earlier run asked for may have happened: the row that would say so may have gone with a part of the journal. */
  | { readonly kind: 'rowLost' }
  /** A setting could not be saved: the station keeps the one before. */
  | { readonly kind: 'settings'; readonly why: SettingsTrouble }
  /** A policy holds the setting: the station keeps it. `place` is the file, or the key of the registry, that says so. */
  | { readonly kind: 'settings'; readonly why: 'locked'; readonly setting: PolicyId; readonly place: string }
  /** A policy has switched this off, or cannot be read (`broken`): nothing was done. */
  | {
      readonly kind: 'switchedOff';
      readonly feature: Feature;
      readonly place: string;
      readonly broken: boolean;
    }
  /** A defect of the program. The log has the details under `id`. */
  | { readonly kind: 'defect'; readonly id: string };
