import { m } from '../../messages/compiled/messages.js';
import { placesOn } from '../../shared/label-stock.ts';
import { listenUntil } from '../emitter.ts';
import { applyLabelChange } from '../station/label-settings.ts';
import type { HandlersOf } from '../router.ts';
import { labelPage, outlines, sheetCss, sheetsMarkup } from './page.ts';
import { makeLabels, placeOf, type LabelPorts, LabelQueue } from './queue.ts';
import { layOut } from './sheets.ts';

/** Books for the sheet that the settings show: a number of a class, one of Dewey, and one in Hebrew. */
const samples = [
  { callNumber: 'QA76.73.P98 L88 2023', barcode: '31234000000000' },
  { callNumber: '823.914 WOO v. 2', barcode: '31234000000018' },
  { callNumber: '892.4 עגנ 1970', barcode: '31234000000026' },
] as const;

/** Labels of books: they wait for their sheet, and are printed or saved as a file. */
export function labelHandlers(ports: LabelPorts): HandlersOf<'labels'> {
  const { station, printer } = ports;
  const queue = new LabelQueue(ports);
  return {
    'labels.watch': (_input, { signal, report }) => {
      report(queue.view());
      return listenUntil(queue.changes, signal, () => report(queue.view()));
    },
    'labels.add': (item, { signal }) => queue.add(item, signal),
    'labels.remove': ({ id }) => {
      queue.remove(id);
      return Promise.resolve(null);
    },
    'labels.print': () => queue.print(),
    'labels.again': () => queue.again(),
    'labels.test': async () => {
      const { labels } = station;
      const page = labelPage(outlines(labels.stock), labels);
      return (await printer.print(page, placeOf(labels))) ? { file: null } : { file: null, stopped: true };
    },
    'labels.preview': () => {
      const { labels } = station;
      const { mode, library } = station.view();
      const name = library?.label ?? m.labels_sample_library();
      const groups = samples.map(
        (book) => makeLabels({ ...book, library: name }, labels, mode === 'practice').made,
      );
      const { sheets } = layOut(groups, placesOn(labels.stock), labels.next);
      // All of them on a roll, where each is a page of its own.
      const shown = placesOn(labels.stock) === 1 ? sheets : sheets.slice(0, 1);
      const { text } = sheetsMarkup({ sheets: shown }, true);
      return Promise.resolve({ html: text, css: sheetCss(labels.stock), page: labels.stock.page });
    },
    'labels.change': (change) =>
      Promise.resolve(station.changeLabels(applyLabelChange(station.labels, change))),
  };
}
