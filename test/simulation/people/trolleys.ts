import type {
  BookAnswer,
  BookQuestion,
  TrolleyBook,
  TrolleySettings,
} from '../../../src/contract/trolley.ts';
import type { CastBook } from '../cast.ts';
import type { Chance } from '../chance.ts';
import { pause, type Desk } from '../desk.ts';
import type { Act } from './wanting.ts';

const settings: TrolleySettings = {
  ...{
    mode: 'look',
    date: '2026-11-02',
    confirmedFuture: false,
    department: 'CAT',
    departmentLibrary: 'MAIN',
  },
  ...{ workOrderType: 'AcqWorkOrder', status: 'CopyCataloging' },
};

const booksOf = ({ isClosed, room }: Desk): readonly TrolleyBook[] =>
  isClosed ? [] : (room.trolley?.books ?? []);

const find = (desk: Desk, id: string): TrolleyBook | undefined => booksOf(desk).find((one) => one.id === id);

const isBusy = ({ state }: TrolleyBook): boolean =>
  ['looking', 'waiting', 'receiving', 'keeping'].includes(state);

/** What scans do from now on. */
export async function receiveBooks(desk: Desk, mode: TrolleySettings['mode']): Promise<boolean> {
  const set = await desk.ask('receiving.trolley.set', { settings: { ...settings, mode }, once: false });
  return set.ok;
}

/** A trolley of new books is received, or received and kept, one after the other. */
export const trolley: Act = async (desk, chance) => {
  const mode = chance.pick(['receive', 'keep', 'keep'] as const);
  if (!(await receiveBooks(desk, mode))) return;
  for (let left = 1 + chance.below(6); left > 0; left -= 1) {
    await scanSome(desk, chance, desk.cast.books);
    await pause(chance.between(50, 4000));
    if (chance.happens(0.3)) await seeTo(desk, chance);
    if (chance.happens(0.05)) await desk.scanBook('CRLFINISH');
  }
  await pause(chance.between(500, 60_000));
  await seeTo(desk, chance);
  const ends = chance.next();
  if (ends < 0.3) await end(desk);
  else if (ends < 0.5) await desk.ask('receiving.trolley.putAside', {});
  if (chance.happens(0.8)) await receiveBooks(desk, 'look');
};

/** Whoever comes by goes on with a trolley that lies there, or with the one in the window. */
export const takeUp: Act = async (desk, chance) => {
  const here = desk.room.aside.filter(({ elsewhere }) => elsewhere === null);
  if (here.length > 0) await desk.ask('receiving.trolley.takeUp', { id: chance.pick(here).id });
  else if (booksOf(desk).length === 0) return trolley(desk, chance);
  for (let left = 1 + chance.below(3); left > 0; left -= 1) {
    await pause(chance.between(200, 30_000));
    await seeTo(desk, chance);
  }
  if (chance.happens(0.4)) await end(desk);
};

/** A book is scanned; and perhaps the same once more, as whoever holds it is not sure. */
export async function scanSome(desk: Desk, chance: Chance, books: readonly CastBook[]): Promise<void> {
  const code = chance.pick(chance.pick(books).codes);
  const first = await desk.scanBook(code);
  if (chance.happens(0.6)) return;
  await pause(chance.between(100, 6000));
  const isSame = chance.happens(0.5);
  const second = await desk.scanBook(code);
  if (first?.result?.kind !== 'book' || second?.result?.kind !== 'book' || second.result.again) return;
  const book = desk.model.books.all.get(second.id);
  if (book && isSame && find(desk, first.result.id)) book.sameAs = first.result.id;
}

/** Somebody reads what the books of the trolley ask and say, and does what is to be done. */
export async function seeTo(desk: Desk, chance: Chance): Promise<void> {
  for (const { id } of booksOf(desk)) {
    const book = find(desk, id);
    if (!book || isBusy(book)) continue;
    if (book.question) await answer(desk, chance, book, book.question);
    else if (!book.seen) await desk.ask('receiving.trolley.seen', { ids: [id] });
    else if (book.state === 'refused' && chance.happens(0.5))
      await desk.ask('receiving.trolley.again', { id });
    else if (book.state === 'refused' && chance.happens(0.2)) await drop(desk, id);
    else if (book.state === 'received' && book.unfinished !== null)
      await desk.ask('receiving.trolley.again', { id });
  }
}

async function answer(
  desk: Desk,
  chance: Chance,
  { id }: TrolleyBook,
  question: BookQuestion,
): Promise<void> {
  const known = desk.model.books.all.get(id);
  // It is in the hand already: it is not one more.
  const isInHand = known !== undefined && known.sameAs !== null;
  const given = isInHand ? leave : answerTo(question, chance);
  const isYes = given.kind === 'receive';
  // Said is said, whether or not anybody hears what came of it.
  if (known && isYes) known.isAnother = true;
  const undo = given.kind === 'leave' ? desk.model.books.takenOff([id]) : null;
  const reply = await desk.ask('receiving.trolley.answer', { id, answer: given });
  if (!reply.ok) undo?.();
}

const leave: BookAnswer = { kind: 'leave' };

function answerTo(question: BookQuestion, chance: Chance): BookAnswer {
  const others = ((): readonly BookAnswer[] => {
    switch (question.kind) {
      case 'anotherCopy':
        return [{ kind: 'receive' }];
      case 'wrongBook':
        return [{ kind: 'receive' }, { kind: 'lookUp' }];
      case 'extra':
        return [{ kind: 'receive' }, { kind: 'setAside' }];
      case 'whichOrder':
        return question.orders.map(({ pol }) => ({ kind: 'order', pol }));
      case 'whichIds':
        return [{ kind: 'receiveOnly' }];
    }
  })();
  return chance.happens(0.7) ? chance.pick(others) : leave;
}

async function drop(desk: Desk, id: string): Promise<void> {
  const undo = desk.model.books.takenOff([id]);
  const reply = await desk.ask('receiving.trolley.drop', { id });
  if (!reply.ok) undo();
}

async function end(desk: Desk): Promise<void> {
  // What was not reached is not ended: it has to be there afterwards.
  const ended = booksOf(desk).filter(({ undecided }) => !undecided);
  const undo = desk.model.books.takenOff(ended.map(({ id }) => id));
  const reply = await desk.ask('receiving.trolley.end', {});
  if (!reply.ok) undo();
}

/** Nothing more comes of the books of the trolley by itself. */
async function comesToRest(desk: Desk): Promise<void> {
  for (let waits = 0; waits < 300 && booksOf(desk).some(isBusy); waits += 1) await pause(1000);
}

/** Everything that lies there is worked through to its end. */
export async function clearTrolleys(desk: Desk, chance: Chance): Promise<void> {
  const seen = new Set<string>();
  for (;;) {
    const { trolley: here } = desk.room;
    if (!here || desk.isClosed) return;
    seen.add(here.id);
    for (let rounds = 0; rounds < 5 && booksOf(desk).length > 0; rounds += 1) {
      await comesToRest(desk);
      await seeTo(desk, chance);
      await pause(500);
    }
    await comesToRest(desk);
    if (booksOf(desk).length > 0) await end(desk);
    const next = desk.room.aside.find(({ id, elsewhere }) => elsewhere === null && !seen.has(id));
    if (!next) return;
    seen.add(next.id);
    const reply = await desk.ask('receiving.trolley.takeUp', { id: next.id });
    // The answer may come before the window has been shown it.
    for (let waits = 0; reply.ok && waits < 300 && desk.room.trolley?.id !== next.id; waits += 1)
      await pause(100);
  }
}
