import type { TrolleyMode } from '../../contract/trolley.ts';
import { m } from '../../messages/compiled/messages.js';
import { atOnce, type Action, type RunAction } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import type { CommandBarcode } from '../../shared/command-barcodes.ts';
import { resultText } from '../ui/list/action-result.ts';
import { notNow } from './settings.svelte.ts';
import type { ReceivingSession } from './session.svelte.ts';

/** What is done with the trolley: how its books are received, what they ask, and the trolley itself. */
export function trolleyActions(shell: Shell) {
  const openSession = (): ReceivingSession | null => (shell.room === 'receiving' ? shell.receiving : null);
  const inRoom =
    (condition: (session: ReceivingSession) => string | null = () => null) =>
    (): string | null => {
      const session = openSession();
      return session ? condition(session) : m.actions_not_in_receiving();
    };
  const here = { group: 'receiving', where: 'receiving' } as const;
  const run = (act: (session: ReceivingSession) => Promise<unknown>) => async (): Promise<null> => {
    const session = openSession();
    if (session) await act(session);
    return null;
  };
  /** Says by a sound that the key does nothing now. */
  const onUnmet = (): void => shell.station.speaker.play('attention');
  const mode = (
    to: TrolleyMode,
    key: string,
    command: CommandBarcode,
    label: () => string,
    button: () => string,
  ) =>
    ({
      ...{ ...here, id: `trolley-${to}`, label, button, key, command, commandRoom: 'receiving' },
      condition: inRoom(),
      run: () => openSession()?.settings.set({ mode: to }) ?? Promise.resolve(null),
    }) satisfies Action;
  /** By the number on the printed card; without one the settings open. */
  const numbered = (
    id: string,
    command: CommandBarcode,
    label: () => string,
    table: 'departments' | 'statuses',
  ) => {
    const choose: RunAction = (number) => {
      const session = openSession();
      if (!session) return Promise.resolve(null);
      if (number !== undefined) return session.settings.chooseNumber(table, number);
      session.settings.isOpen = true;
      return Promise.resolve(null);
    };
    return {
      ...{ ...here, id, label, command, commandRoom: 'receiving', palette: null },
      condition: inRoom(),
      run: choose,
    } satisfies Action;
  };
  /** A key that comes too soon after the question was put does nothing. */
  const answer = (index: number): Action => ({
    ...{ ...here, id: `trolley-answer-${index + 1}`, key: `Ctrl+${index + 1}`, palette: null },
    label: m.receiving_keys_answer,
    condition: inRoom(({ questions, choices }) =>
      (questions.answers[index] ?? choices?.[index]) ? null : '',
    ),
    run: run(async (session) => {
      const choice = session.questions.current ? null : session.choices?.[index];
      if (!shell.stages.receiving.isArmed) return;
      if (choice) session.choose(choice.pol);
      else await session.questions.answer(index);
    }),
  });
  const toSee = inRoom(({ questions }) =>
    questions.current?.kind === 'alerts' ? null : m.receiving_nothing_to_see(),
  );
  return {
    look: mode('look', 'Shift+F2', 'SETLOOK', m.receiving_keys_look, m.receiving_mode_look),
    each: mode('receive', 'Shift+F3', 'SETRECEIVE', m.receiving_keys_each, m.receiving_mode_receive),
    eachKept: mode('keep', 'Shift+F12', 'SETKEEP', m.receiving_keys_each_kept, m.receiving_mode_keep),
    settings: {
      ...here,
      id: 'trolley-settings',
      label: m.receiving_keys_settings,
      key: 'Alt+D',
      condition: inRoom(),
      run: run(async ({ settings }) => {
        settings.isOpen = !settings.isOpen;
        return Promise.resolve();
      }),
    },
    department: numbered('trolley-department', 'DEPT', m.receiving_department, 'departments'),
    status: numbered('trolley-status', 'STEP', m.receiving_work_status, 'statuses'),
    nextStatus: {
      ...{ ...here, id: 'trolley-next-status', label: m.receiving_keys_next_status, key: 'Alt+N' },
      ...{ command: 'NEXT', commandRoom: 'receiving' },
      condition: inRoom(),
      run: async () => {
        const session = openSession();
        // While the department's work is on the screen, it is that of its current item.
        if (!session?.department.isOpen) return session?.settings.nextStatus() ?? null;
        const { department } = session;
        if (!department.isScanning && (department.list !== 'department' || department.nextStatus === ''))
          return notNow(m.receiving_department_work_last());
        await department.changeStatus();
        return null;
      },
    },
    seen: {
      ...{ ...here, id: 'trolley-seen', label: m.receiving_keys_seen, button: m.receiving_seen },
      ...{ key: 'F7', command: 'SEEN', commandRoom: 'receiving' },
      condition: toSee,
      onUnmet,
      run: async () => {
        // What came on the stage a moment ago nobody can have read.
        if (!shell.stages.receiving.isArmed) return notNow(m.receiving_too_soon());
        await openSession()?.questions.see();
        return null;
      },
      fromPalette: { condition: toSee, run: run(({ questions }) => questions.see()) },
    },
    answerFirst: answer(0),
    answerSecond: answer(1),
    answerThird: answer(2),
    answerFourth: answer(3),
    finishAll: {
      ...{ ...here, id: 'finish-all', label: m.receiving_keys_finish_all, button: m.receiving_finish_all },
      ...{ key: 'Ctrl+F8', command: 'FINISHLIST', commandRoom: 'receiving' },
      condition: inRoom(({ unfinished }) =>
        unfinished.finishable > 0 && !unfinished.job.progress ? null : m.actions_nothing_unfinished(),
      ),
      run: run(({ unfinished }) => unfinished.finishAll()),
    },
    tryAgain: {
      ...{
        ...here,
        id: 'trolley-try-again',
        label: m.receiving_keys_try_again,
        button: m.receiving_book_again,
      },
      key: 'Alt+Q',
      condition: inRoom(({ trolley }) =>
        trolley.undecided.length > 0 ? null : m.receiving_nothing_to_try(),
      ),
      run: run(({ trolley }) => trolley.tryUndecided()),
    },
    tickAll: {
      ...{ ...here, id: 'items-all', label: m.receiving_keys_all, key: 'Alt+A', palette: null },
      condition: inRoom(({ orderLine }) => (orderLine.view ? null : '')),
      run: atOnce(() => openSession()?.orderLine.tickAll()),
    },
    putAside: {
      ...{ ...here, id: 'trolley-aside', label: m.receiving_keys_aside, button: m.receiving_aside },
      key: 'Alt+P',
      condition: inRoom(({ trolley, box }) =>
        trolley.rows.length > 0 || box.check ? null : m.receiving_trolley_empty(),
      ),
      run: run(({ trolley }) => trolley.putAside()),
    },
    saveList: shell.policy.unlessOff(
      'exports',
      {
        ...{
          ...here,
          id: 'trolley-save-list',
          label: m.receiving_keys_save_list,
        },
        condition: inRoom(({ trolley }) => (trolley.waits ? null : m.receiving_list_none())),
        run: async () => {
          const session = openSession();
          const reply = await session?.trolley.saveList();
          if (reply) shell.results.reportText(resultText({ word: m.saving_saved(), text: reply }));
          return null;
        },
      },
      (why) => shell.results.reportNotNow(why),
    ),
    takeUp: {
      ...{ ...here, id: 'trolley-take-up', label: m.receiving_keys_take_up, button: m.receiving_take_up },
      key: 'Alt+U',
      condition: inRoom(({ trolley }) => (trolley.nextAside ? null : m.receiving_aside_none())),
      run: run(async ({ trolley }) => {
        if (trolley.nextAside) await trolley.takeUp(trolley.nextAside.id);
      }),
    },
  } as const satisfies Readonly<Record<string, Action>>;
}
