import type { WholeSlip } from '../../contract/slips.ts';
import { m } from '../../messages/compiled/messages.js';
import type { Clock, Files, Printer } from '../ports.ts';
import { slipBody, slipCss, slipPage, type SlipLook } from '../slips/page.ts';
import { saveSlip } from '../slips/save.ts';
import { changedSlips, pictureOf } from '../station/slip-settings.ts';
import type { Station } from '../station/station.ts';
import type { HandlersOf } from './part.ts';

export interface SlipDeps {
  readonly station: Pick<Station, 'view' | 'slips' | 'changeSlips'>;
  readonly printer: Printer;
  readonly files: Pick<Files, 'choose' | 'folder'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Slips: made here, from what the window says is on them, and put on paper or into a file. */
export function slipHandlers({ station, printer, files, clock }: SlipDeps): HandlersOf<'slips'> {
  const lookOf = (locale: string): SlipLook => {
    const { mode, library, desk } = station.view();
    const place = { library: library?.label ?? '', desk: desk?.label ?? '' };
    return { ...station.slips, ...place, practice: mode === 'practice', locale, now: clock.now() };
  };

  async function print(slip: WholeSlip, locale: string): Promise<string | null> {
    const { to, folder } = station.slips;
    const look = lookOf(locale);
    const page = slipPage(slip, look);
    if (to === 'pdf') return saveSlip({ folder, kind: slip.kind, at: look.now }, () => printer.pdf(page));
    await printer.print(page);
    return null;
  }

  return {
    'slips.print': async ({ slip, locale }) => ({ file: await print(slip, locale) }),
    'slips.preview': ({ slip, locale }) =>
      Promise.resolve({ html: slipBody(slip, lookOf(locale)).text, css: slipCss }),
    'slips.change': (change) => Promise.resolve(station.changeSlips(changedSlips(station.slips, change))),
    'slips.chooseLogo': async (_, { window }) => {
      const type = { name: m.desktop_picture_type(), extensions: ['png', 'jpg', 'jpeg'] };
      const file = await files.choose(window, { use: 'picture', title: m.desktop_picture_title(), type });
      const logo = file && (await pictureOf(file));
      return station.changeSlips(logo === null ? station.slips : { ...station.slips, logo });
    },
    'slips.removeLogo': () => Promise.resolve(station.changeSlips({ ...station.slips, logo: '' })),
    'slips.chooseFolder': async (_, { window }) => {
      const folder = await files.folder(window, { use: 'slips', title: m.desktop_folder_title() });
      const { slips } = station;
      return station.changeSlips(folder === null ? slips : { ...slips, folder });
    },
  };
}
