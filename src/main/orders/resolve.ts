import * as z from 'zod';
import { command, type CommandsOf, effectOn, text } from '../commands/command.ts';
import { didNotHappen, happened, unclear } from '../commands/resolutions.ts';
import { barcodeOf, OrderChange, saidAt } from './fields.ts';

/** In journals of earlier versions: the barcode of an item, the one change there was. */
const BarcodeBefore = z
  .object({ pid: z.string(), barcode: z.string(), wanted: z.string() })
  .transform(({ pid, barcode, wanted }): OrderChange => ({
    fields: [{ path: barcodeOf(pid), was: barcode, wanted }],
  }));

const OrderBefore = z.union([OrderChange, BarcodeBefore]);

/**
 * An update shows in the fields that it changes. An order line is replaced as a whole, so all of them are changed, or
 * none is: where some say one thing and some another, someone has changed the order line since.
 */
export const orderCommands = {
  'acq.pol.update': command({
    before: OrderBefore,
    effects: ({ path }) => [effectOn('order line', text(path, 'pol_id'))],
    replacement: ({ before }) =>
      Object.fromEntries(
        OrderBefore.safeParse(before).data?.fields.map(({ path, wanted }) => [
          JSON.stringify(path),
          wanted,
        ]) ?? [],
      ),
    resolve: async ({ client, options, args, before }) => {
      const pol = await client.call('acq.pol.get', { path: args.path }, options);
      const fields = before.fields.map(({ path, was, wanted }) => ({ is: saidAt(pol, path), was, wanted }));
      if (fields.every(({ is, wanted }) => is === wanted)) return happened(pol);
      return fields.every(({ is, was }) => is === was) ? didNotHappen : unclear;
    },
  }),
} satisfies CommandsOf<'acq.pol.update'>;
