import { expect, test } from 'vitest';
import { columnTracks } from '../../../../src/renderer/ui/grid/column-widths.ts';
import type { GridColumn } from '../../../../src/renderer/ui/grid/grid-types.ts';

const column = (id: string, kind: GridColumn['kind'] = 'text'): GridColumn => ({
  id,
  label: id,
  kind,
  fresh: '',
});

test('columns share the width by what is in them, and none has to be wider than its share', () => {
  const columns = [column('code'), column('text'), column('on', 'flag')];
  const rows = [{ key: '1', cells: ['A', 'x'.repeat(300), 'true'] }];
  const share = 'max(3ch, (100cqi - 4.5rem) / 3)';
  expect(columnTracks(columns, rows)).toBe(
    `4.5rem minmax(min(9ch, ${share}), 9fr) minmax(min(10ch, ${share}), 40fr) minmax(min(7ch, ${share}), 7ch)`,
  );
});
