import type { ConfigEntry } from './configuration.ts';

type SampleRow = readonly [column0: string, column1: string, column2?: string];

const tables: Readonly<Record<string, { description: string; rows: readonly SampleRow[] }>> = {
  CallNumberTypes: {
    description: 'Which classification the call numbers of a location follow: library, location, type',
    rows: [
      ['MAIN', 'OPEN', '1'],
      ['SCI', 'OPEN', '1'],
      ['LAW', 'OPEN', '8'],
    ],
  },
  PickupLibraries: {
    description: 'Where what belongs to a library can be fetched: owning library, pickup library',
    rows: [
      ['MAIN', 'SCI'],
      ['MAIN', 'LAW'],
      ['SCI', 'MAIN'],
      ['LAW', 'MAIN'],
    ],
  },
  SlipPrinters: {
    description: 'Which printer prints a slip: letter, library, printer',
    rows: [
      ['FulReasourceRequestSlipLetter', 'MAIN', 'MAIN_SLIPS'],
      ['FulTransitSlipLetter', 'MAIN', 'MAIN_SLIPS'],
      ['FulTransitSlipLetter', 'LAW', 'LAW_DESK'],
    ],
  },
};

/** The mapping tables of the practice library. Source: Configuration objects; which there are is ours. */
export function mappingTables(): ConfigEntry[] {
  return Object.entries(tables).map(([name, { description, rows }]) => ({
    kind: 'mapping_table',
    scope: '',
    code: name,
    doc: {
      name,
      description,
      sub_system: { value: 'FULFILLMENT', desc: 'Fulfillment' },
      scope: { value: 'INSTITUTION' },
      link: `/conf/mapping-tables/${name}`,
      row: rows.map(([column0, column1, column2]) => ({
        column0,
        column1,
        ...(column2 === undefined ? {} : { column2 }),
        enabled: { value: 'true' },
      })),
    },
  }));
}
