import type { BookAnswer, BookQuestion } from '../../contract/trolley.ts';
import { m } from '../../messages/compiled/messages.js';
import { countText } from '../ui/format.ts';

/** What can be said to the question of a book. `ids`: a form asks for them first. */
export interface Answer {
  readonly label: string;
  readonly answer: BookAnswer | 'ids';
}

/** So many order lines have their own buttons; one of more than these is scanned. */
const mostOrders = 3;

/** The answers to a question, the likely one first. The last one of most leaves the book as it is. */
export function answersTo(question: BookQuestion): readonly Answer[] {
  const leave: Answer = { label: m.receiving_answer_leave(), answer: { kind: 'leave' } };
  switch (question.kind) {
    case 'anotherCopy':
      return [{ label: m.receiving_answer_copy(), answer: { kind: 'receive' } }, leave];
    case 'extra':
      return [
        { label: m.receiving_answer_set_aside(), answer: { kind: 'setAside' } },
        { label: m.receiving_answer_extra(), answer: { kind: 'receive' } },
      ];
    case 'wrongBook':
      return [
        { label: m.receiving_answer_look_up(), answer: { kind: 'lookUp' } },
        { label: m.receiving_answer_same(), answer: { kind: 'receive' } },
        leave,
      ];
    case 'whichOrder':
      return [
        ...question.orders.slice(0, mostOrders).map(({ pol, open, vendor }): Answer => ({
          label: [
            pol,
            open === null ? '' : m.receiving_answer_open({ count: countText(open) }),
            open === null ? vendor : '',
          ]
            .filter(Boolean)
            .join(' · '),
          answer: { kind: 'order', pol },
        })),
        leave,
      ];
    case 'whichIds':
      return [
        { label: m.receiving_answer_ids(), answer: 'ids' },
        { label: m.receiving_answer_receive_only(), answer: { kind: 'receiveOnly' } },
      ];
  }
}
