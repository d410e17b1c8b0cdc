import { boxCheck, claimAgain } from './boxes.ts';
import { changeHold, hold, purchase, share } from './asking.ts';
import { charge, deposit, dispute, pay, payAll, paySplit, takings, waive } from './fees.ts';
import { scanOnly, scanRoom, strayCard } from './commands.ts';
import { importAgain, importFile } from './imports.ts';
import { invoice, resume } from './invoices.ts';
import { borrow, giveBack, renew, setDue } from './lending.ts';
import { finish, finishAll, receive, receiveBare } from './receiving.ts';
import { attach, edit, join, note, unnote } from './records.ts';
import { editTable } from './tables.ts';
import { takeUp, trolley } from './trolleys.ts';
import type { Act } from './wanting.ts';

/** Somebody looks at what is unclear, and asks again. */
const look: Act = async (desk, chance) => {
  if (desk.unclear.length > 0) await desk.lookAgain(chance.pick(desk.unclear).id);
};

/** Everything that people do. */
export const acts = {
  ...{ borrow, giveBack, renew, setDue, charge, pay, payAll, paySplit, waive, dispute, deposit, takings },
  ...{ hold, changeHold, purchase, share, note, edit, join, attach, receive, finish, look },
  ...{ invoice, resume, receiveBare, finishAll, scanOnly, scanRoom, unnote },
  ...{ trolley, takeUp, importFile, importAgain, boxCheck, claimAgain, editTable, strayCard },
} satisfies Record<string, Act>;
export type ActName = keyof typeof acts;

/** How often each of these is done, of a hundred or so. */
const often = {
  ...{ borrow: 16, giveBack: 10, renew: 5, setDue: 4, charge: 8, pay: 12, payAll: 5, paySplit: 4 },
  ...{ waive: 5, dispute: 4, deposit: 5, takings: 2, hold: 5, changeHold: 4, purchase: 4, share: 4 },
  ...{ note: 3, edit: 3, join: 3, attach: 2, receive: 6, finish: 2, look: 4 },
} satisfies Partial<Record<ActName, number>>;

const asOftenAs = <N extends ActName>(often: Partial<Record<N, number>>): N[] =>
  (Object.keys(often) as N[]).flatMap((name) => Array.from({ length: often[name] ?? 0 }, () => name));

export const usual: readonly ActName[] = asOftenAs(often);

/** The same, and the work of the receiving room. */
export const withRoom: readonly ActName[] = [
  ...usual,
  ...asOftenAs({ trolley: 18, takeUp: 6, invoice: 8, resume: 3, importFile: 3, importAgain: 1 }),
  ...asOftenAs({ boxCheck: 4, claimAgain: 2 }),
];
