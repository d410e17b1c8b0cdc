import { codes, ours } from '../../service/codes.ts';
import { codeOf, flagOf, textOf } from '../../service/read.ts';
import type { Department, Printer } from '../../service/shapes/config.ts';
import type { HandlersOf } from '../handler.ts';
import { notThere, refused } from '../rules/refusal.ts';
import { configList, configRecord, type ConfigKind } from '../store/config.ts';
import { fold } from '../store/fold.ts';
import type { Db } from '../store/schema.ts';
import { feeTransactions } from './fee-transactions.ts';
import { letters } from './letters.ts';
import { locations } from './locations.ts';
import { pageOf, theLibrary } from './lookup.ts';
import { tables } from './tables.ts';
import { workflows } from './workflows.ts';

/** Source: Configuration. */
export const configuration: HandlersOf<'conf.'> = {
  ...locations,
  ...tables,
  ...letters,
  ...workflows,
  ...feeTransactions,

  'conf.libraries.list': ({ db }) => listed(db, 'library'),
  'conf.libraries.get': ({ db, path }) => theLibrary(db, path.library_code),
  'conf.departments.list': async ({ db, query }) => {
    const all = (await configList(db, 'department')) as Department[];
    const items = all.filter(
      (one) =>
        (query.type === undefined || codeOf(one.type) === query.type) &&
        (query.library === undefined || codeOf(one.library) === query.library),
    );
    return { items, total: items.length };
  },
  'conf.circDesks.list': async ({ db, path }) => {
    await theLibrary(db, path.library_code);
    return listed(db, 'circ_desk', path.library_code);
  },
  'conf.circDesks.get': async ({ db, path }) => {
    await theLibrary(db, path.library_code);
    const desk = await configRecord(db, 'circ_desk', path.circ_desk_code, path.library_code);
    if (desk) return desk;
    throw notThere(
      codes.parameterMissing,
      `Parameter value missing or invalid: circulation desk ${path.circ_desk_code}.`,
    );
  },

  'conf.depositProfiles.list': ({ db }) => listed(db, 'deposit_profile'),
  'conf.depositProfiles.get': async ({ db, path }) => {
    const profile = await configRecord(db, 'deposit_profile', path.deposit_profile_id);
    if (profile) return profile;
    throw notThere(ours.depositProfileUnknown, `Deposit profile ${path.deposit_profile_id} was not found.`);
  },
  'conf.importProfiles.list': ({ db }) => listed(db, 'import_profile'),
  'conf.importProfiles.get': async ({ db, path }) => {
    const profile = await configRecord(db, 'import_profile', path.profile_id);
    if (profile) return profile;
    throw notThere(codes.importProfileNotFound, `Failed to find the Profile ID: ${path.profile_id}.`);
  },

  'conf.printers.list': async ({ db, query }) => {
    if (query.library !== undefined && !(await configRecord(db, 'library', query.library))) {
      throw refused(codes.printerLibraryInvalid, `The library code is not valid: ${query.library}.`);
    }
    const all = (await configList(db, 'printer')) as Printer[];
    const found = all.filter(
      (one) =>
        (query.library === undefined || codeOf(one.library) === query.library) &&
        (query.printout_queue === undefined || flagOf(one.printout_queue) === query.printout_queue) &&
        (query.code === undefined || textOf(one.code) === query.code) &&
        (query.name === undefined || fold(textOf(one.name)).includes(fold(query.name))),
    );
    const { limit, offset } = pageOf(query);
    return { items: found.slice(offset, offset + limit), total: found.length };
  },
  'conf.printers.get': async ({ db, path }) => {
    const printer = await configRecord(db, 'printer', path.printer_id);
    if (printer) return printer;
    throw notThere(codes.printerNotFound, `Invalid Printer ID: ${path.printer_id}.`);
  },

  'conf.general': ({ db }) => configRecord(db, 'general', ''),
};

async function listed(db: Db, kind: ConfigKind, scope?: string) {
  const items = await configList(db, kind, scope);
  return { items, total: items.length };
}
