import type { CellPlace } from './grid-types.ts';
import type { GridModel } from './grid-model.svelte.ts';

/** The cell that is drawn at a point, or around an element; null where there is none. */
function cellAt(element: Element | null): CellPlace | null {
  const cell = element?.closest<HTMLElement>('[data-column]');
  const key = cell?.closest<HTMLElement>('[data-key]')?.dataset['key'];
  return cell && key !== undefined ? { row: key, column: Number(cell.dataset['column']) } : null;
}

/** Pixels that each frame scrolls while something is dragged past the edge. */
const pull = 12;

/** Follows the pointer that went down until it goes up; meanwhile an edge that it passes scrolls the grid. */
function follow(
  grid: HTMLElement,
  onmove: (event: PointerEvent) => void,
  onend: (done: boolean) => void,
): void {
  const over = new AbortController();
  const { signal } = over;
  let last: PointerEvent | null = null;
  const scroll = (): void => {
    if (signal.aborted) return;
    const edge = grid.getBoundingClientRect();
    if (last && last.clientY > edge.bottom) grid.scrollTop += pull;
    else if (last && last.clientY < edge.top) grid.scrollTop -= pull;
    requestAnimationFrame(scroll);
  };
  requestAnimationFrame(scroll);
  const end = (done: boolean): void => {
    over.abort();
    onend(done);
  };
  window.addEventListener(
    'pointermove',
    (event) => {
      last = event;
      onmove(event);
    },
    { signal },
  );
  window.addEventListener('pointerup', () => end(true), { signal });
  window.addEventListener('pointercancel', () => end(false), { signal });
}

interface PointerPlace {
  readonly grid: HTMLElement;
  readonly model: GridModel;
  /** In which place the rows that are dragged would come; null while none are. */
  readonly ondrop: (place: number | null) => void;
  /** The place between two rows that is nearest to a point. */
  readonly placeAt: (clientY: number) => number;
}

/** A press of the pointer in a grid: chooses a cell, a block by dragging, rows by their numbers, and moves rows by their grips. */
export function onGridPointer(event: PointerEvent, { grid, model, ondrop, placeAt }: PointerPlace): void {
  const target = event.target instanceof Element ? event.target : null;
  if (event.button !== 0 || target?.closest('textarea, button')) return;
  const number = target?.closest<HTMLElement>('[role="rowheader"]');
  const key = number?.closest<HTMLElement>('[data-key]')?.dataset['key'];
  const lastColumn = model.columns.length - 1;
  if (key !== undefined) {
    const isChosen = model.rowsInBlock.some((row) => row.key === key);
    const isGrip = target?.closest('[data-grip]') !== null;
    if (event.shiftKey) model.extendTo({ row: key, column: lastColumn });
    else if (!isGrip || !isChosen) model.select({ row: key, column: 0 }, { row: key, column: lastColumn });
    event.preventDefault();
    if (isGrip) dragRows();
    else
      follow(
        grid,
        ({ clientX, clientY }) => {
          const over = cellAt(document.elementFromPoint(clientX, clientY)) ?? null;
          if (over) model.extendTo({ row: over.row, column: lastColumn });
        },
        () => undefined,
      );
    return;
  }
  const cell = cellAt(target);
  if (!cell) return;
  event.preventDefault();
  if (event.shiftKey) model.extendTo(cell);
  else model.select(cell);
  follow(
    grid,
    ({ clientX, clientY }) => {
      const over = cellAt(document.elementFromPoint(clientX, clientY));
      if (over) model.extendTo(over);
    },
    () => undefined,
  );

  function dragRows(): void {
    let place: number | null = null;
    follow(
      grid,
      ({ clientY }) => {
        place = placeAt(clientY);
        ondrop(model.noMoving ? null : place);
      },
      (done) => {
        ondrop(null);
        if (done && place !== null) model.moveRowsTo(place);
      },
    );
  }
}
