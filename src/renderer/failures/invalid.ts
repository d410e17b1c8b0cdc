import { m } from '../../messages/compiled/messages.js';
import type {
  Failure,
  Invalid,
  JournalTrouble,
  Printing,
  SettingsTrouble,
  Unreachable,
} from '../../contract/failure.ts';
import type { Feature } from '../../contract/policy.ts';
import { mostSlices } from '../../shared/report-slices.ts';
import { invoiceFields } from '../invoices/field-names.ts';
import { lendingOnlyFields } from '../lending/field-names.ts';
import { orderFields } from '../orders/field-names.ts';
import { labelFields } from '../labels/field-names.ts';
import { requestFields } from '../requests/field-names.ts';
import { countText } from '../ui/format.ts';

/** Why a field was not accepted. */
const reasons: Readonly<Record<Invalid, (names: { field: string; detail: string }) => string>> = {
  required: m.failures_invalid_required,
  tooLong: m.failures_invalid_tooLong,
  controlCharacters: m.failures_invalid_controlCharacters,
  notAnAmount: m.failures_invalid_notAnAmount,
  notPositive: m.failures_invalid_notPositive,
  aboveBalance: m.failures_invalid_aboveBalance,
  tooManyDecimals: m.failures_invalid_tooManyDecimals,
  notWhole: m.failures_invalid_notWhole,
  tooLarge: m.failures_invalid_tooLarge,
  notACurrency: m.failures_invalid_notACurrency,
  doesNotAddUp: m.failures_invalid_doesNotAddUp,
  notADate: m.failures_invalid_notADate,
  notATime: m.failures_invalid_notATime,
  beforeStart: m.failures_invalid_beforeStart,
  inThePast: m.failures_invalid_inThePast,
  tooFarAhead: m.failures_invalid_tooFarAhead,
  outOfRange: m.failures_invalid_outOfRange,
  offPage: m.failures_invalid_offPage,
  notHttps: m.failures_invalid_notHttps,
  notAnAddress: m.failures_invalid_notAnAddress,
  notAnEmail: m.failures_invalid_notAnEmail,
  twice: m.failures_invalid_twice,
  notAKey: m.failures_invalid_notAKey,
  alreadySent: m.failures_invalid_alreadySent,
  moved: m.failures_invalid_moved,
  scansOpen: m.failures_invalid_scansOpen,
  noPatron: m.failures_invalid_noPatron,
  draining: m.failures_invalid_draining,
  noDesk: m.failures_invalid_noDesk,
  gone: m.failures_invalid_gone,
  incomplete: m.failures_invalid_incomplete,
  noIds: m.failures_invalid_noIds,
  several: m.failures_invalid_several,
  otherJob: m.failures_invalid_otherJob,
  notOnLoan: m.failures_invalid_notOnLoan,
  alreadyReceived: m.failures_invalid_alreadyReceived,
  otherBook: m.failures_invalid_otherBook,
  noOrderLine: m.failures_invalid_noOrderLine,
  notInDepartment: m.receiving_department_not_there,
  notListed: m.receiving_box_not_listed,
  noItems: m.failures_invalid_noItems,
  orderCancelled: m.failures_invalid_orderCancelled,
  alreadyPaid: m.failures_invalid_alreadyPaid,
  hasAlert: m.failures_invalid_hasAlert,
  notAPicture: m.failures_invalid_notAPicture,
  notAProxy: m.failures_invalid_notAProxy,
  notCertificates: m.failures_invalid_notCertificates,
  fileNotRead: m.failures_invalid_fileNotRead,
  fileNotWritten: m.failures_invalid_fileNotWritten,
  fileNotOpened: m.failures_invalid_fileNotOpened,
  fileTooLarge: m.failures_invalid_fileTooLarge,
  fileEmpty: m.failures_invalid_fileEmpty,
  notNow: m.failures_invalid_notNow,
  otherRoom: m.failures_invalid_otherRoom,
  nothingToUndo: m.failures_invalid_nothingToUndo,
  cannotUndo: m.failures_invalid_cannotUndo,
  malformed: m.failures_invalid_malformed,
};

/** What to do about it, where the sentence alone does not say so. */
const todos: Readonly<Partial<Record<Invalid, () => string>>> = {
  alreadySent: m.failures_invalid_do_alreadySent,
  moved: m.failures_invalid_do_moved,
  scansOpen: m.failures_invalid_do_scansOpen,
  noPatron: m.failures_invalid_do_noPatron,
  draining: m.failures_invalid_do_draining,
  noDesk: m.failures_invalid_do_noDesk,
  gone: m.failures_invalid_do_gone,
  incomplete: m.failures_invalid_do_incomplete,
  noIds: m.failures_invalid_do_noIds,
  several: m.failures_invalid_do_several,
  otherJob: m.failures_invalid_do_otherJob,
  notOnLoan: m.failures_invalid_do_notOnLoan,
  otherBook: m.failures_invalid_do_otherBook,
  noOrderLine: m.failures_invalid_do_noOrderLine,
  noItems: m.failures_invalid_do_noItems,
  orderCancelled: m.failures_invalid_do_orderCancelled,
  alreadyPaid: m.failures_invalid_do_alreadyPaid,
  hasAlert: m.failures_invalid_do_hasAlert,
  fileNotRead: m.failures_invalid_do_fileNotRead,
  fileNotWritten: m.failures_invalid_do_fileNotWritten,
  fileNotOpened: m.failures_invalid_do_fileNotOpened,
  fileTooLarge: m.failures_invalid_do_fileTooLarge,
  fileEmpty: m.failures_invalid_do_fileEmpty,
  cannotUndo: m.failures_invalid_do_cannotUndo,
};

/** What the fields of main's inputs are called on screen. */
const fields: Readonly<Record<string, () => string>> = {
  text: m.failures_field_text,
  barcode: m.failures_field_barcode,
  amount: m.failures_field_amount,
  banknotes: m.failures_field_banknotes,
  due: m.failures_field_due,
  date: m.failures_field_date,
  reason: m.failures_field_reason,
  address: m.failures_field_address,
  root: m.failures_field_root,
  key: m.failures_field_key,
  user: m.failures_field_user,
  password: m.failures_field_password,
  proxy: m.failures_field_proxy,
  library: m.failures_field_library,
  desk: m.failures_field_desk,
  department: m.failures_field_department,
  pickupLibrary: m.failures_field_pickupLibrary,
  comment: m.failures_field_comment,
  note: m.failures_field_note,
  type: m.failures_field_type,
  profile: m.failures_field_profile,
  op: m.failures_field_op,
  mmsId: m.failures_field_mmsId,
  holdingId: m.failures_field_holdingId,
  lastInterest: m.failures_field_lastInterest,
  startDay: m.failures_field_startDay,
  startTime: m.failures_field_startTime,
  endDay: m.failures_field_endDay,
  endTime: m.failures_field_endTime,
  item: m.failures_field_item,
  patron: m.failures_field_patron,
  pol: m.failures_field_pol,
  primaryId: m.patrons_field_primary_id,
  firstName: m.patrons_field_first_name,
  middleName: m.patrons_field_middle_name,
  lastName: m.patrons_field_last_name,
  gender: m.patrons_field_gender,
  birth: m.patrons_field_birth,
  language: m.patrons_field_language,
  accountType: m.patrons_field_account_type,
  status: m.patrons_field_status,
  group: m.patrons_field_group,
  campus: m.patrons_field_campus,
  expiry: m.patrons_field_expiry,
  purge: m.patrons_field_purge,
  'identifiers.type': m.patrons_identifier_type,
  'identifiers.value': m.patrons_identifier,
  'identifiers.note': m.patrons_identifier_note,
  'addresses.lines': m.patrons_field_addresses,
  'emails.address': m.patrons_email,
  'phones.number': m.patrons_phone,
  workflow: m.workflows_id,
  parameters: m.workflows_parameters,
  ...lendingOnlyFields,
  ...requestFields,
  ...orderFields,
  ...invoiceFields,
  ...labelFields,
};

/** The name of a field, also of one in an entry of a list: `emails.2.address`. */
function fieldName(field: string): string {
  return fields[field.replaceAll(/\.\d+(?=\.|$)/g, '')]?.() ?? m.failures_field_other();
}

const none = (): string => '';

/** What main says beside the reason, or the field that it names, where that makes for a plainer sentence. */
const closer: Readonly<Record<string, { readonly what: () => string; readonly todo: () => string }>> = {
  'malformed fundKinds': { what: m.failures_fund_kinds, todo: none },
  'twice number': { what: m.failures_invoice_number_twice, todo: m.failures_invoice_number_twice_do },
  'malformed existedBefore': {
    what: m.failures_invoice_existed_before,
    todo: m.failures_invoice_existed_before_do,
  },
  'twice location': { what: m.configuration_locations_code_taken, todo: none },
  'malformed mixed': { what: m.failures_mixed, todo: m.failures_mixed_do },
  'malformed noRule': { what: m.failures_no_rule, todo: m.failures_no_rule_do },
  'malformed checkDigit': { what: m.failures_misread, todo: m.failures_misread_do },
  'malformed orderLine': { what: m.failures_order_here, todo: m.failures_order_here_do },
  'malformed patron': { what: m.failures_patron_here, todo: m.failures_patron_here_do },
  'noPatron unreadCard': { what: m.failures_unread_card, todo: m.failures_unread_card_do },
  'noPatron notKnownWhose': { what: m.failures_not_known_whose, todo: m.failures_not_known_whose_do },
  'noPatron notesUnseen': { what: m.failures_notes_unseen, todo: m.failures_notes_unseen_do },
  'required orNumber': { what: m.sharing_need_title, todo: none },
  'required journalOrNumber': { what: m.sharing_need_journal, todo: none },
  'required orCatalogue': { what: m.sharing_need_purchase, todo: none },
  'malformed noCitation': { what: m.lending_paste_none, todo: m.lending_paste_none_do },
  'malformed bibtex': { what: m.lending_paste_no_bibtex, todo: m.lending_paste_malformed_do },
  'malformed ris': { what: m.lending_paste_no_ris, todo: m.lending_paste_malformed_do },
  'tooLong citation': { what: m.lending_paste_long, todo: m.lending_paste_long_do },
  'required citation': { what: m.lending_paste_empty, todo: none },
  'required agree_to_copyright_terms': { what: m.sharing_not_agreed, todo: none },
  'notPositive shipping_cost': { what: m.sharing_shipping_below, todo: none },
  'controlCharacters text': { what: m.failures_unreadable, todo: m.failures_unreadable_do },
  'gone text': { what: m.failures_code_unknown, todo: m.failures_code_unknown_do },
  'gone invoiceNumber': { what: m.receiving_box_no_invoice, todo: m.receiving_box_no_invoice_do },
  'noOrderLine invoiceNumber': {
    what: m.receiving_box_nothing_to_check,
    todo: m.receiving_box_nothing_to_check_do,
  },
  'notNow check': { what: m.receiving_box_twice, todo: m.receiving_box_twice_do },
  'gone check': { what: m.receiving_box_none, todo: none },
  'required invoiceNumber': { what: m.receiving_box_no_number, todo: none },
  'gone pid': { what: m.receiving_item_gone, todo: m.failures_invalid_do_gone },
  'hasAlert alerts.LINES_TOTAL_MISMATCH': {
    what: m.invoices_alert_total,
    todo: m.failures_invalid_do_hasAlert,
  },
  'noItems barcode': { what: m.failures_barcode_no_copies, todo: m.failures_barcode_no_copies_do },
  'noIds wrong': { what: m.failures_ids_wrong, todo: m.failures_ids_wrong_do },
  'noIds itemId': { what: m.failures_no_return_by_id, todo: m.failures_no_return_by_id_do },
  'fileNotOpened onlySaved': { what: m.failures_only_saved, todo: m.failures_only_saved_do },
  'noOrderLine known': { what: m.failures_order_not_known, todo: m.failures_order_not_known_do },
  'twice orderLine': { what: m.failures_barcode_in_order, todo: m.failures_barcode_twice_do },
  'twice trolley': { what: m.failures_barcode_on_trolley, todo: m.failures_barcode_twice_do },
  'twice given': { what: m.failures_barcode_just_given, todo: m.failures_barcode_twice_do },
  'tooLarge calls': { what: m.takings_compare_many, todo: m.takings_compare_clock },
  'tooLarge days': {
    what: () => m.takings_compare_too_many({ most: countText(mostSlices) }),
    todo: m.takings_compare_clock,
  },
  'required poLine': { what: m.failures_not_ordered, todo: m.failures_not_ordered_do },
};

/** What is wrong with what was entered, and what to do where the sentence alone does not say so. */
export function invalidWords(failure: Extract<Failure, { kind: 'invalid' }>): { what: string; todo: string } {
  // The window's own words, by way of main.
  if (failure.reason === 'notNow' && failure.detail !== '') return { what: failure.detail, todo: '' };
  const close = closer[`${failure.reason} ${failure.detail}`] ?? closer[`${failure.reason} ${failure.field}`];
  return {
    what:
      close?.what() ?? reasons[failure.reason]({ field: fieldName(failure.field), detail: failure.detail }),
    todo: (close?.todo ?? todos[failure.reason])?.() ?? '',
  };
}

interface FailureWords {
  readonly what: () => string;
  readonly todo: () => string;
}

const unreachable: Readonly<Record<Unreachable, FailureWords>> = {
  noSuchHost: { what: m.failures_unreachable_noSuchHost, todo: m.failures_unreachable_do_noSuchHost },
  connectionRefused: {
    what: m.failures_unreachable_connectionRefused,
    todo: m.failures_unreachable_do_connectionRefused,
  },
  timeout: { what: m.failures_unreachable_timeout, todo: m.failures_unreachable_do_timeout },
  certificate: { what: m.failures_unreachable_certificate, todo: m.failures_unreachable_do_certificate },
  notThatService: {
    what: m.failures_unreachable_notThatService,
    todo: m.failures_unreachable_do_notThatService,
  },
  unreadable: { what: m.failures_unreachable_unreadable, todo: m.failures_unreachable_do_unreadable },
  network: { what: m.failures_unreachable_network, todo: m.failures_unreachable_do_network },
  proxyNotFound: {
    what: m.failures_unreachable_proxyNotFound,
    todo: m.failures_unreachable_do_proxyNotFound,
  },
  proxyUnreachable: {
    what: m.failures_unreachable_proxyUnreachable,
    todo: m.failures_unreachable_do_proxyUnreachable,
  },
  proxyCertificate: {
    what: m.failures_unreachable_proxyCertificate,
    todo: m.failures_unreachable_do_proxyCertificate,
  },
  proxyRefused: { what: m.failures_unreachable_proxyRefused, todo: m.failures_unreachable_do_proxyRefused },
  proxyLogin: { what: m.failures_unreachable_proxyLogin, todo: m.failures_unreachable_do_proxyLogin },
  proxyLoginRefused: {
    what: m.failures_unreachable_proxyLoginRefused,
    todo: m.failures_unreachable_do_proxyLoginRefused,
  },
  proxyLoginKind: {
    what: m.failures_unreachable_proxyLoginKind,
    todo: m.failures_unreachable_do_proxyLoginKind,
  },
  proxyKind: { what: m.failures_unreachable_proxyKind, todo: m.failures_unreachable_do_proxyKind },
  didNotHappen: { what: m.failures_unreachable_didNotHappen, todo: m.failures_unreachable_do_didNotHappen },
};

const expired: FailureWords = {
  what: m.failures_unreachable_certificate_expired,
  todo: m.failures_unreachable_do_certificate_clock,
};
const early: FailureWords = {
  what: m.failures_unreachable_certificate_early,
  todo: m.failures_unreachable_do_certificate_clock,
};
const authority: FailureWords = {
  what: m.failures_unreachable_certificate_authority,
  todo: m.failures_unreachable_do_certificate_authority,
};
const name: FailureWords = {
  what: m.failures_unreachable_certificate_name,
  todo: m.failures_unreachable_do_certificate_name,
};

/** What is wrong with a certificate, by OpenSSL's names and Node's. */
const certificates: Readonly<Record<string, FailureWords>> = {
  CERT_HAS_EXPIRED: expired,
  CERT_NOT_YET_VALID: early,
  DEPTH_ZERO_SELF_SIGNED_CERT: authority,
  SELF_SIGNED_CERT_IN_CHAIN: authority,
  UNABLE_TO_GET_ISSUER_CERT: authority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: authority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: authority,
  CERT_UNTRUSTED: authority,
  ERR_TLS_CERT_ALTNAME_INVALID: name,
  HOSTNAME_MISMATCH: name,
};

/** Why the service was not reached, and what to do. */
export function unreachableWords({ why, detail }: Extract<Failure, { kind: 'unreachable' }>): {
  what: string;
  todo: string;
} {
  const words = (why === 'certificate' ? certificates[detail] : undefined) ?? unreachable[why];
  return { what: words.what(), todo: words.todo() };
}

/** Why something is not on paper, and what to do. */
export const printing: Readonly<
  Record<Printing, (detail: string) => { readonly what: string; readonly todo: string }>
> = {
  noPrinter: () => ({ what: m.failures_printer_noPrinter(), todo: m.failures_printer_do_noPrinter() }),
  notThere: (printer) => ({
    what: m.failures_printer_notThere({ printer }),
    todo: m.failures_printer_do_notThere(),
  }),
  notListed: () => ({ what: m.failures_printer_notListed(), todo: m.failures_printer_do_notListed() }),
  refused: () => ({ what: m.failures_printer_refused(), todo: m.failures_printer_do_refused() }),
  noFolder: () => ({ what: m.failures_printer_noFolder(), todo: m.failures_printer_do_noFolder() }),
  notSaved: () => ({ what: m.failures_printer_notSaved(), todo: m.failures_printer_do_notSaved() }),
  slow: () => ({ what: m.failures_printer_slow(), todo: m.failures_printer_do_slow() }),
};

/** Why the journal did not take it, and what to do. */
export const journalTrouble: Readonly<
  Record<JournalTrouble, () => { readonly what: string; readonly todo: string }>
> = {
  closed: () => ({ what: m.failures_journal_closed(), todo: m.failures_journal_closed_do() }),
  full: () => ({ what: m.failures_journal_full(), todo: m.failures_journal_full_do() }),
  notWritten: () => ({ what: m.failures_journal_notWritten(), todo: m.failures_journal_notWritten_do() }),
  damaged: () => ({ what: m.failures_journal_damaged(), todo: m.failures_journal_damaged_do() }),
};

/** Why a change of the settings was not kept, and what to do. */
export const settingsTrouble: Readonly<
  Record<SettingsTrouble, () => { readonly what: string; readonly todo: string }>
> = {
  full: () => ({ what: m.failures_settings_full(), todo: m.failures_settings_full_do() }),
  notWritten: () => ({ what: m.failures_settings_notWritten(), todo: m.failures_settings_notWritten_do() }),
};

/** What a policy has switched off. */
export const switchedOff: Readonly<Record<Feature, () => string>> = {
  feeWaiving: () => m.failures_off_feeWaiving(),
  exports: () => m.failures_off_exports(),
  forcedPayment: () => m.failures_off_forcedPayment(),
};
