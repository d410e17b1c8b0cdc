import { codes, ours } from '../../service/codes.ts';
import { arrayOf, textOf } from '../../service/read.ts';
import type { CircDesk, Location } from '../../service/shapes/config.ts';
import type { HandlersOf } from '../handler.ts';
import { locationToKeep, mustBeUnused, mustKeepCode } from '../rules/location.ts';
import { notThere, refused } from '../rules/refusal.ts';
import { addConfig, configList, configRecord, removeConfig, replaceConfig } from '../store/config.ts';
import { isLocationInUse } from '../store/items.ts';
import type { Db } from '../store/schema.ts';
import { mustBeInTable, theLibrary } from './lookup.ts';

/** Source: Configuration. */
export const locations: HandlersOf<'conf.locations.'> = {
  'conf.locations.list': async ({ db, path }) => {
    await theLibrary(db, path.library_code);
    const items = await configList(db, 'location', path.library_code);
    return { items, total: items.length };
  },

  'conf.locations.get': ({ db, path }) => theLocation(db, path),

  'conf.locations.create': async ({ db, path, body }) => {
    const scope = path.library_code;
    await theLibrary(db, scope);
    const location = locationToKeep(body, scope);
    await mustBeInTable(db, 'LocationTypes', body.type.value, codes.locationTypeInvalid, 'type');
    if (await configRecord(db, 'location', body.code, scope)) {
      throw refused(
        ours.locationExists,
        `Library ${scope} has a location with the code ${body.code.slice(0, 60)} already.`,
      );
    }
    await addConfig(db, { kind: 'location', code: body.code, scope }, location);
    return location;
  },

  'conf.locations.update': async ({ db, path, body }) => {
    await theLocation(db, path);
    mustKeepCode(body, path.location_code);
    const location = locationToKeep(body, path.library_code);
    await mustBeInTable(db, 'LocationTypes', body.type.value, codes.locationTypeInvalid, 'type');
    await replaceConfig(db, keyOf(path), location);
    return location;
  },

  'conf.locations.delete': async ({ db, path }) => {
    await theLocation(db, path);
    const { library_code: scope, location_code: code } = path;
    mustBeUnused(code, {
      hasItems: await isLocationInUse(db, scope, code),
      library: await theLibrary(db, scope),
    });
    await removeConfig(db, keyOf(path));
    await removeFromDesks(db, scope, code);
    return undefined;
  },
};

interface LocationPath {
  readonly library_code: string;
  readonly location_code: string;
}

const keyOf = (path: LocationPath) =>
  ({ kind: 'location', code: path.location_code, scope: path.library_code }) as const;

async function theLocation(db: Db, path: LocationPath): Promise<Location> {
  await theLibrary(db, path.library_code);
  const location = await configRecord<Location>(db, 'location', path.location_code, path.library_code);
  if (location) return location;
  throw notThere(
    ours.locationNotFound,
    `Location ${path.location_code} of library ${path.library_code} was not found.`,
  );
}

async function removeFromDesks(db: Db, scope: string, location: string): Promise<void> {
  for (const desk of (await configList(db, 'circ_desk', scope)) as CircDesk[]) {
    const served = arrayOf(desk['location'] as Location[] | undefined);
    const remaining = served.filter((one) => textOf(one.code) !== location);
    if (remaining.length === served.length) continue;
    await replaceConfig(
      db,
      { kind: 'circ_desk', code: textOf(desk.code), scope },
      { ...desk, location: remaining },
    );
  }
}
