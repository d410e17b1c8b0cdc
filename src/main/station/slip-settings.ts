import * as z from 'zod';
import { PrinterChoice, Roll, slipTimes, type SlipSettings } from '../../contract/slips.ts';
import type { Parsed } from '../../contract/index.ts';
import { definedOf } from '../forms/fields.ts';
import { invalid } from '../failure.ts';
import type { ChosenFile } from '../ports.ts';

const habit = (when: (typeof slipTimes)[number]) =>
  z
    .object({
      when: z.enum(slipTimes).default(when),
      text: z.string().default(''),
      printer: PrinterChoice.default({ at: 'system' }),
      roll: Roll.default(null),
    })
    .prefault({});

/** How slips are printed, as it is kept. Each part has what it is at first, so that a new one is no damage. */
export const KeptSlips = z.object({
  to: z.enum(['paper', 'pdf']).default('paper'),
  folder: z.string().default(''),
  names: z.enum(['full', 'short']).default('full'),
  header: z.string().default(''),
  footer: z.string().default(''),
  /** The picture itself, as an address; `''` where there is none. */
  logo: z.string().default(''),
  kinds: z
    .object({
      due: habit('always'),
      return: habit('never'),
      hold: habit('always'),
      transit: habit('ask'),
      payment: habit('ask'),
      session: habit('never'),
      takings: habit('never'),
    })
    .prefault({}),
  pages: PrinterChoice.default({ at: 'ask' }),
});
export type KeptSlips = z.output<typeof KeptSlips>;

/** What windows know of it: the picture stays here. */
export const slipView = (kept: KeptSlips): SlipSettings => ({ ...kept, logo: kept.logo !== '' });

export function changedSlips(kept: KeptSlips, change: Parsed<'slips.change'>): KeptSlips {
  const { kinds, ...rest } = change;
  const next = { ...kept, ...definedOf(rest), kinds: { ...kept.kinds } };
  for (const kind of Object.keys(kinds ?? {}) as (keyof KeptSlips['kinds'])[]) {
    next.kinds[kind] = { ...kept.kinds[kind], ...definedOf(kinds?.[kind] ?? {}) };
  }
  return next;
}

/** A picture of more bytes than this is not for a slip. */
const mostBytes = 200_000;
const beginnings = { png: '89504e470d0a1a0a', jpeg: 'ffd8ff' } as const;

/** A picture that can be on a page without being fetched. Throws where it is none, or more than a slip needs. */
export async function pictureOf(file: Pick<ChosenFile, 'size' | 'read'>): Promise<string> {
  if (file.size > mostBytes) throw invalid('logo', 'notAPicture');
  const bytes = await file.read();
  const hex = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  const type = (['png', 'jpeg'] as const).find((one) => hex.startsWith(beginnings[one]));
  if (type === undefined) throw invalid('logo', 'notAPicture');
  return `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
}
