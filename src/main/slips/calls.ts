import type { Printed, PrintedKind, WholeSlip } from '../../contract/slips.ts';
import { m } from '../../messages/compiled/messages.js';
import type { Clock, Files, Printer, PrintPlace } from '../ports.ts';
import { slipBody, slipCss, type SlipLook, slipPage, testPage } from './page.ts';
import { saveSlip } from './save.ts';
import { applySlipChange, pictureOf } from '../station/slip-settings.ts';
import type { Station } from '../station/station.ts';
import type { HandlersOf } from '../router.ts';

export interface SlipDeps {
  readonly station: Pick<Station, 'view' | 'slips' | 'changeSlips'>;
  readonly printer: Printer;
  readonly files: Pick<Files, 'choose' | 'folder'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Slips: made from what the window sends, and printed or saved as a file. */
export function slipHandlers({ station, printer, files, clock }: SlipDeps): HandlersOf<'slips'> {
  const lookOf = (locale: string): SlipLook => {
    const { mode, library, desk } = station.view();
    const place = { library: library?.label ?? '', desk: desk?.label ?? '' };
    return { ...station.slips, ...place, practice: mode === 'practice', locale, now: clock.now() };
  };

  const onPaper = async (page: string, place: PrintPlace): Promise<Printed> =>
    (await printer.print(page, place)) ? { file: null } : { file: null, stopped: true };

  async function print(slip: WholeSlip, locale: string): Promise<Printed> {
    const { to, folder, kinds } = station.slips;
    const look = lookOf(locale);
    if (to === 'pdf') {
      const make = () => printer.pdf(slipPage(slip, look));
      return { file: await saveSlip({ folder, kind: slip.kind, at: look.now }, make) };
    }
    const place = kinds[slip.kind];
    return onPaper(slipPage(slip, look, place.roll), place);
  }

  function placeOf(of: PrintedKind): PrintPlace {
    const { kinds, pages } = station.slips;
    return of === 'pages' ? { printer: pages, roll: null } : kinds[of];
  }

  return {
    'slips.print': ({ slip, locale }) => print(slip, locale),
    'slips.printers': () => printer.list(),
    'slips.test': ({ of, locale }) => onPaper(testPage(of, placeOf(of), lookOf(locale)), placeOf(of)),
    'slips.preview': ({ slip, locale }) =>
      Promise.resolve({ html: slipBody(slip, lookOf(locale)).text, css: slipCss }),
    'slips.change': (change) => Promise.resolve(station.changeSlips(applySlipChange(station.slips, change))),
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
