import {
  boxBooks,
  countBox,
  openTroubles,
  type BoxLine,
  type BoxTrouble,
} from '../../../src/shared/box-check.ts';
import type { Chance } from '../chance.ts';
import { pause, type Desk } from '../desk.ts';
import type { Wish } from '../model.ts';
import { receiveBooks, scanSome, seeTo } from './trolleys.ts';
import { until, type Act } from './wanting.ts';

const newDay = '2026-12-14';

/** A box is checked against its invoice, or against order lines: what is short, extra or damaged is claimed. */
export const boxCheck: Act = async (desk, chance) => {
  const mode = chance.pick(['look', 'receive', 'keep'] as const);
  if (!(await receiveBooks(desk, mode))) return;
  const listed = Array.from({ length: 1 + chance.below(4) }, () => chance.pick(desk.cast.books));
  const numbers = listed.map(({ pol }) => pol);
  const text = chance.happens(0.4) ? (invoiceAtHand(desk, chance) ?? numbers[0] ?? '') : numbers.join('\n');
  const begun = await desk.ask('receiving.box.begin', { from: { kind: 'typed', text } });
  if (begun.ok && begun.value.choices.length > 0) {
    const { invoiceId } = chance.pick(begun.value.choices);
    await desk.ask('receiving.box.begin', { from: { kind: 'invoice', invoiceId } });
  }
  for (let left = chance.below(6); left > 0; left -= 1) {
    await scanSome(desk, chance, chance.happens(0.7) ? listed : desk.cast.books);
    await pause(chance.between(50, 4000));
    if (chance.happens(0.3)) await seeTo(desk, chance);
  }
  await pause(chance.between(500, 60_000));
  await seeTo(desk, chance);
  await damaged(desk, chance);
  await claim(desk, chance);
  if (chance.happens(0.3)) await desk.ask('receiving.box.end', {});
  if (chance.happens(0.8)) await receiveBooks(desk, 'look');
};

/** Whoever comes by claims what nobody has, or is not sure whether somebody has. */
export const claimAgain: Act = async (desk, chance) => {
  if (desk.isClosed || !desk.room.trolley?.check) return boxCheck(desk, chance);
  await claim(desk, chance);
};

/** The number of an invoice that was entered here. */
function invoiceAtHand({ model, station }: Desk, chance: Chance): string | null {
  const made = [...model.invoices.values()].filter(
    ({ told, wish }) => told?.ok === true && wish.station === station.name,
  );
  return made.length === 0 ? null : chance.pick(made).plan.number;
}

async function damaged(desk: Desk, chance: Chance): Promise<void> {
  const books = desk.isClosed ? [] : (desk.room.trolley?.books ?? []);
  if (books.length === 0 || chance.happens(0.6)) return;
  await desk.ask('receiving.box.damaged', { id: chance.pick(books).id, damaged: true });
}

/** What is wrong with the box by now, as the window lists it. */
function linesOf(desk: Desk): readonly BoxLine[] {
  const { trolley } = desk.room;
  if (!trolley?.check) return [];
  const { check, books } = trolley;
  return countBox(check.lines, boxBooks(books), new Set(check.damaged)).lines;
}

/** Has everything noted that is wrong and was not noted yet, as the window lists it. */
async function claim(desk: Desk, chance: Chance): Promise<void> {
  const check = desk.room.trolley?.check;
  if (!check || desk.isClosed) return;
  for (const line of linesOf(desk).filter(({ pol }) => pol !== '')) {
    const noted = (why: BoxTrouble): number =>
      check.notes.find((note) => note.pol === line.pol && note.why === why)?.noted ?? 0;
    for (const why of openTroubles(line, noted)) {
      /** By the count: where one more has come meanwhile, that is noted too. */
      const wishes = new Map<number, Wish>();
      const wishNow = (): Wish => {
        const count = linesOf(desk).find(({ pol }) => pol === line.pol)?.[why] ?? 0;
        const wish = wishes.get(count) ?? desk.wish(`claim ${count} ${why} of ${line.pol}`);
        wishes.set(count, wish);
        return wish;
      };
      const given = { pol: line.pol, why, day: why === 'short' ? newDay : '' };
      const ask = () =>
        desk.command(wishNow(), 'receiving.box.note', (intent) => ({ intent, ...given }), chance);
      // Two people at one table, or one who is not sure: it is written once all the same.
      if (chance.happens(0.15)) void pause(chance.between(0, 2000)).then(ask);
      await until(desk, chance, ask);
    }
  }
}
