import { codes } from '../../service/codes.ts';
import { arrayOf, codeOf, countOf, dateOf, dayOf, flagOf, textOf } from '../../service/read.ts';
import type { Letter } from '../../service/shapes/letter.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import type { Handlers } from '../handler.ts';
import { serviceDate } from '../rules/calendar.ts';
import { notThere, refused } from '../rules/refusal.ts';
import { cannotStart, finished, textParameter } from '../rules/workflow.ts';
import { configRecord, type ConfigKind } from '../store/config.ts';
import { nextNumber } from '../store/counters.ts';
import type { Document } from '../store/documents.ts';
import { overdueLoans, saveLoan } from '../store/loans.ts';
import { activeHolds } from '../store/requests.ts';
import type { Db } from '../store/schema.ts';
import { replaceUser, usersWithBlocks } from '../store/users.ts';
import { saveInstance } from '../store/workflow-instances.ts';
import { cancelRequest } from './request-cancel.ts';

/** What a workflow works with. */
interface WorkflowRun {
  readonly db: Db;
  readonly now: Date;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What a workflow does, and how often it did it. */
type WorkflowTask = (run: WorkflowRun) => Promise<Readonly<Record<string, number>>>;

/** Source: Configuration. */
export const workflows: Pick<Handlers, 'conf.workflows.run'> = {
  'conf.workflows.run': async ({ db, path, body, now }) => {
    const id = path.workflow_id;
    const workflow = await configRecord(db, 'workflow', id);
    if (!workflow) throw notThere(codes.workflowNotFound, `Workflow not found: ${id.slice(0, 100)}.`);
    const work = Object.hasOwn(works, id) ? works[id] : undefined;
    if (!work || !flagOf(workflow['active'] as Letter['enabled'])) {
      throw refused(codes.workflowInactive, `Workflow inactive: ${id}.`);
    }
    const parameters = body ?? {};
    const result = await work({ db, now, parameters });
    const number = await nextNumber(db, 'workflow');
    const instance = finished({ id: number, workflow: id, now, parameters, result });
    await saveInstance(db, id, instance);
    return instance;
  },
};

/** The letter that reminds of what is overdue: without it there is nothing to send. */
const OVERDUE_LETTER = 'OverdueAndLostLoanLetter';

const works: Readonly<Record<string, WorkflowTask>> = {
  /** Reminds of every overdue loan, once a day at most; with `library`, of that library's only. */
  OVERDUE_NOTICES: async ({ db, now, parameters }) => {
    const library = textParameter('OVERDUE_NOTICES', parameters, 'library');
    if (library !== undefined) await mustExist(db, 'library', library, 'OVERDUE_NOTICES');
    const letter = await configRecord<Letter>(db, 'letter', OVERDUE_LETTER);
    if (!flagOf(letter?.enabled)) {
      throw cannotStart('OVERDUE_NOTICES', `the letter ${OVERDUE_LETTER} is not enabled`);
    }
    const today = serviceDate(now);
    let sent = 0;
    for (const { userKey, loan } of await overdueLoans(db, now)) {
      if (library !== undefined && codeOf(loan.library) !== library) continue;
      if (loan['last_notice_date'] === today) continue;
      await saveLoan(db, userKey, { ...loan, last_notice_date: today, notices: noticesOf(loan) + 1 });
      sent += 1;
    }
    return { notices: sent };
  },

  /** Cancels the holds of which the last day of interest is over; what waited for them goes back. */
  EXPIRE_HOLDS: async ({ db, now }) => {
    const today = serviceDate(now);
    let expired = 0;
    for (const stored of await activeHolds(db)) {
      const { last_interest_date: last, expiry_date: expiry } = stored.request;
      const day = dayOf(dateOf(last)) ?? dayOf(dateOf(expiry));
      if (day === null || `${day}Z` >= today) continue;
      await cancelRequest(db, stored, { reason: 'CannotBeFulfilled', note: 'Expired', now });
      expired += 1;
    }
    return { expired };
  },

  /** Removes expired blocks: they prevent no loan any more, but are still shown with the patron. */
  REMOVE_EXPIRED_BLOCKS: async ({ db, now }) => {
    const today = serviceDate(now);
    let removed = 0;
    for (const { key, user } of await usersWithBlocks(db)) {
      const blocks = arrayOf(user.user_block);
      const remaining = blocks.filter((block) => {
        const until = dayOf(dateOf(block.expiry_date));
        return until === null || `${until}Z` >= today;
      });
      if (remaining.length === blocks.length) continue;
      await replaceUser(db, key, { ...user, user_block: remaining });
      removed += blocks.length - remaining.length;
    }
    return { removed };
  },
};

function noticesOf(loan: Loan): number {
  return countOf(textOf(loan['notices'] as number | undefined)) ?? 0;
}

async function mustExist(db: Db, kind: ConfigKind, code: string, workflow: string): Promise<void> {
  const found: Document | undefined = await configRecord(db, kind, code);
  if (!found) throw cannotStart(workflow, `the parameter ${kind} names none, ${code.slice(0, 60)}`);
}
