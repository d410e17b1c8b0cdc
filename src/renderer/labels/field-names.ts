import { m } from '../../messages/compiled/messages.js';
import type { StockField } from '../../shared/label-stock.ts';

/** What the fields of a stock are called, in its form and where one is refused. */
export const stockFieldNames: Readonly<Record<StockField, () => string>> = {
  'page.width': m.labels_page_width,
  'page.height': m.labels_page_height,
  columns: m.labels_columns,
  rows: m.labels_rows,
  'label.width': m.labels_label_width,
  'label.height': m.labels_label_height,
  'margin.left': m.labels_margin_left,
  'margin.top': m.labels_margin_top,
  'gap.across': m.labels_gap_across,
  'gap.down': m.labels_gap_down,
};

/** The names of the fields of main's inputs. */
export const labelFields: Readonly<Record<string, () => string>> = {
  next: m.labels_next,
  ...Object.fromEntries(Object.entries(stockFieldNames).map(([field, name]) => [`stock.${field}`, name])),
};
