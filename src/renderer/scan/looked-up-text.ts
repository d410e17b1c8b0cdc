import type { LookedUp } from '../../contract/scans.ts';
import { m } from '../../messages/compiled/messages.js';
import type { ScannedCommand } from '../../shared/command-barcodes.ts';
import { commandName } from './commands.ts';
import type { ScanText } from './scan-text.ts';

const plain = { meaning: 'information', code: false, sound: 'note' } as const;

/** What was scanned where nothing is done with it. Nobody is named. */
export function lookedUpText(found: LookedUp): ScanText {
  switch (found.kind) {
    case 'patron':
      return { ...plain, outcome: m.app_looked_patron(), what: m.app_looked_patron_open(), consequence: '' };
    case 'item': {
      const where = found.pol === '' ? found.where : m.app_looked_on_order({ pol: found.pol });
      const consequence = [found.callNumber, where].filter(Boolean).join(' · ');
      return { ...plain, outcome: m.app_looked_item(), what: found.title, consequence };
    }
    case 'order':
      return { ...plain, outcome: m.desk_scan_order(), what: found.title, consequence: found.pol };
  }
}

/** The library is being asked what a code is. */
export const lookingText = (code: string): ScanText => ({
  meaning: 'quiet',
  outcome: m.app_looking_up(),
  what: code,
  code: true,
  consequence: '',
  sound: null,
});

/** A code that a scanner began and did not end. */
export const unfinishedText = (code: string): ScanText => ({
  meaning: 'refused',
  outcome: m.failures_word_refused(),
  what: code,
  code: true,
  consequence: m.app_scan_unfinished(),
  todo: m.app_scan_unfinished_do(),
  sound: 'refused',
});

const wheres = {
  desk: m.app_command_at_desk,
  receiving: m.app_command_in_receiving,
  several: m.app_command_of_several,
} as const;

/** A command that was scanned where it does nothing, and where it is done. */
export const commandElsewhereText = (
  { command, number }: ScannedCommand,
  where: keyof typeof wheres,
): ScanText => ({
  ...plain,
  meaning: 'attention',
  outcome: m.app_command_not_done(),
  what: commandName(command, number ?? undefined),
  consequence: wheres[where](),
  sound: 'attention',
});
