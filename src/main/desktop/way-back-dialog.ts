import type { Dialog, MessageBoxOptions } from 'electron';
import { m } from '../../messages/compiled/messages.js';
import type { WayBack } from '../way-back/way.ts';

/** What the user wants of a version that does not start. */
export type WayBackChoice = 'goBack' | 'startAgain' | 'installAgain';

export interface WayBackQuestion {
  readonly version: string;
  readonly former: string;
  readonly times: number;
  /** Null where the journal cannot be read, so that nothing is known of it. */
  readonly way: WayBack | null;
  /** The file that this version was installed from is still there. */
  readonly canInstall: boolean;
}

const counted = (count: number): { readonly count: number; readonly shown: string } => ({
  count,
  shown: count.toLocaleString('en'),
});

function explained({ version, former, way }: WayBackQuestion): string {
  switch (way?.with) {
    case undefined:
      return m.way_back_unreadable({ former });
    case 'present':
      return m.way_back_present({ former });
    case 'kept':
      return m.way_back_kept({ former });
    case 'nothing': {
      const { scans, commands, others } = way.lost;
      return m.way_back_nothing({
        ...{ version, former },
        scans: m.way_back_scans(counted(scans)),
        commands: m.way_back_commands(counted(commands)),
        others: m.way_back_others(counted(others)),
      });
    }
  }
}

/**
 * Asks in a dialog of the system, because a page may be what does not start. Going back is offered only where nothing
 * is lost by it.
 */
export async function askWayBack(
  dialog: Pick<Dialog, 'showMessageBox'>,
  question: WayBackQuestion,
): Promise<WayBackChoice> {
  const { version, former, times, way, canInstall } = question;
  const choices: readonly (readonly [WayBackChoice, string])[] = [
    ...(way !== null && way.with !== 'nothing' ? [['goBack', m.way_back_go({ former })] as const] : []),
    ['startAgain', m.way_back_again({ version })],
    ...(canInstall ? [['installAgain', m.way_back_install({ version })] as const] : []),
  ];
  const options: MessageBoxOptions = {
    type: 'warning',
    title: m.way_back_title(),
    message: m.way_back_what({ version, times }),
    detail: explained(question),
    buttons: choices.map(([, label]) => label),
    defaultId: 0,
    cancelId: choices.findIndex(([choice]) => choice === 'startAgain'),
    noLink: true,
  };
  const { response } = await dialog.showMessageBox(options);
  return choices[response]?.[0] ?? 'startAgain';
}
