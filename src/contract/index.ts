import type * as z from 'zod';
import { attachments } from './attachments.ts';
import { letters } from './configuration-letters.ts';
import { locations } from './configuration-locations.ts';
import { tables } from './configuration-tables.ts';
import { workflows } from './configuration-workflows.ts';
import { configuration } from './configuration.ts';
import type { Call, Reply } from './define.ts';
import { deposits } from './deposits.ts';
import { desk } from './desk.ts';
import { diagnostics } from './diagnostics.ts';
import { fees } from './fees.ts';
import { firstStart } from './first-start.ts';
import { invoiceImport } from './invoice-import.ts';
import { invoices } from './invoices.ts';
import { journal } from './journal.ts';
import { labels } from './labels.ts';
import { lending } from './lending.ts';
import { links } from './links.ts';
import { loans } from './loans.ts';
import { network } from './network.ts';
import { notes } from './notes.ts';
import { opened } from './opened.ts';
import { openingCheck } from './opening-check.ts';
import { orders } from './orders.ts';
import { patrons } from './patrons.ts';
import { policy } from './policy.ts';
import { purchases } from './purchases.ts';
import { quiet } from './quiet.ts';
import { receiving } from './receiving.ts';
import { reports } from './reports.ts';
import { requests } from './requests.ts';
import { saving } from './saving.ts';
import { scans } from './scans.ts';
import { sharing } from './sharing.ts';
import { slips } from './slips.ts';
import { settingsTransfer } from './settings-transfer.ts';
import { spending } from './spending.ts';
import { station } from './station.ts';
import { takings } from './takings.ts';
import { updates } from './updates.ts';
import { window } from './window.ts';

/** Everything a window may ask of main. */
export const contract = {
  ...station,
  ...window,
  ...links,
  ...opened,
  ...quiet,
  ...journal,
  ...scans,
  ...desk,
  ...notes,
  ...attachments,
  ...patrons,
  ...loans,
  ...fees,
  ...deposits,
  ...takings,
  ...requests,
  ...sharing,
  ...purchases,
  ...receiving,
  ...orders,
  ...invoices,
  ...invoiceImport,
  ...spending,
  ...saving,
  ...configuration,
  ...locations,
  ...tables,
  ...letters,
  ...workflows,
  ...lending,
  ...reports,
  ...openingCheck,
  ...slips,
  ...labels,
  ...policy,
  ...updates,
  ...diagnostics,
  ...firstStart,
  ...settingsTransfer,
  ...network,
};

export type Contract = typeof contract;
export type CallName = keyof Contract;

/** What a window sends. */
export type Input<K extends CallName> = z.input<Contract[K]['input']>;
/** What main's handler gets, after parsing. */
export type Parsed<K extends CallName> = z.output<Contract[K]['input']>;
/** What the window gets back. */
export type Answer<K extends CallName> = Contract[K] extends Call<z.ZodType, infer Out> ? Out : never;
/** What is reported while the call runs; never for a call that reports nothing. */
export type Progress<K extends CallName> = Contract[K] extends Call<z.ZodType, unknown, infer P> ? P : never;

export type ReplyTo<K extends CallName> = Reply<Answer<K>>;
