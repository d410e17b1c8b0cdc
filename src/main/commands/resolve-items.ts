import { isDeepStrictEqual } from 'node:util';
import { dateOf, textOf } from '../../service/read.ts';
import { copyOf } from '../views/order.ts';
import { whereaboutsOf } from './before.ts';
import { didNotHappen, happened, unclear } from './found.ts';
import type { ResolversOf } from './resolver.ts';

/** A receipt and a barcode show in the order line's copy; a scan-in in the item's process type and work order. */
export const itemCommands: ResolversOf<'acq.pol.' | 'bibs.'> = {
  'acq.pol.update': async ({ client, options, args, before }) => {
    const pol = await client.call('acq.pol.get', { path: args.path }, options);
    const barcode = textOf(copyOf(pol, before.pid)?.copy.barcode);
    if (barcode === before.wanted) return happened(pol);
    return barcode === before.barcode ? didNotHappen : unclear;
  },

  'acq.pol.items.receive': async ({ client, options, args, before }) => {
    const { pol_id: polId, item_id: pid } = args.path;
    const pol = await client.call('acq.pol.get', { path: { pol_id: polId } }, options);
    const placed = copyOf(pol, pid);
    if (!placed) return unclear;
    const received = dateOf(placed.copy.receive_date);
    if (received === before.received) return received === '' ? didNotHappen : unclear;
    return happened({ item_data: { pid, barcode: placed.copy.barcode } });
  },

  /** A scan-in at a desk that changed nothing may be done again: it says where the item goes, and moves nothing twice. */
  'bibs.items.scanIn': async ({ client, options, args, before }) => {
    const item = await client.call('bibs.items.get', { path: args.path }, options);
    const now = whereaboutsOf(item);
    const unchanged = isDeepStrictEqual(now, before);
    const department = args.query?.department;
    if (department === undefined) return unchanged ? didNotHappen : happened(item);
    if (now.department === department && now.process.startsWith('WORK_ORDER')) return happened(item);
    return unchanged ? didNotHappen : unclear;
  },
};
