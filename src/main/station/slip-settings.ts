import * as z from 'zod';
import { PrinterChoice, Roll, type SlipSettings, slipTimes } from '../../contract/slips.ts';
import type { Parsed } from '../../contract/index.ts';
import { definedOf } from '../forms/fields.ts';
import { invalid } from '../failure.ts';
import type { ChosenFile } from '../ports.ts';

const slipKind = (when: (typeof slipTimes)[number]) =>
  z
    .object({
      when: z.enum(slipTimes).default(when),
      text: z.string().default(''),
      printer: PrinterChoice.default({ at: 'system' }),
      roll: Roll.default(null),
    })
    .prefault({});

/** The stored settings of slips. Each has a default, so that a new one does not count as damage. */
export const StoredSlips = z.object({
  to: z.enum(['paper', 'pdf']).default('paper'),
  folder: z.string().default(''),
  names: z.enum(['full', 'short']).default('full'),
  header: z.string().default(''),
  footer: z.string().default(''),
  /** The picture as a data URL; `''` if there is none. */
  logo: z.string().default(''),
  kinds: z
    .object({
      due: slipKind('always'),
      return: slipKind('never'),
      hold: slipKind('always'),
      transit: slipKind('ask'),
      payment: slipKind('ask'),
      session: slipKind('never'),
      takings: slipKind('never'),
      route: slipKind('never'),
      workOrder: slipKind('never'),
      claim: slipKind('never'),
      lending: slipKind('never'),
    })
    .prefault({}),
  pages: PrinterChoice.default({ at: 'ask' }),
});
export type StoredSlips = z.output<typeof StoredSlips>;

/** The settings for a window, without the picture itself. */
export const slipView = (stored: StoredSlips): SlipSettings => ({ ...stored, logo: stored.logo !== '' });

export function applySlipChange(stored: StoredSlips, change: Parsed<'slips.change'>): StoredSlips {
  const { kinds, ...rest } = change;
  const next = { ...stored, ...definedOf(rest), kinds: { ...stored.kinds } };
  for (const kind of Object.keys(kinds ?? {}) as (keyof StoredSlips['kinds'])[]) {
    next.kinds[kind] = { ...stored.kinds[kind], ...definedOf(kinds?.[kind] ?? {}) };
  }
  return next;
}

/** The largest picture for a slip, in bytes. */
const maxBytes = 200_000;
const signatures = { png: '89504e470d0a1a0a', jpeg: 'ffd8ff' } as const;

/** The picture as a data URL, which a page need not fetch. Throws if the file is no picture, or too large. */
export async function pictureOf(file: Pick<ChosenFile, 'size' | 'read'>): Promise<string> {
  if (file.size > maxBytes) throw invalid('logo', 'notAPicture');
  const bytes = await file.read();
  const hex = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  const type = (['png', 'jpeg'] as const).find((one) => hex.startsWith(signatures[one]));
  if (type === undefined) throw invalid('logo', 'notAPicture');
  return `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
}
