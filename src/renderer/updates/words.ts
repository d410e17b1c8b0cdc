import type { UpdateLogLine, UpdatesView, UpdateTrouble, UpdateWaitsFor } from '../../contract/updates.ts';
import { m } from '../../messages/compiled/messages.js';
import type { Meaning } from '../ui/meanings.ts';

type Words = () => string;

/** Who installs a newer version. */
export const installer: Readonly<Record<UpdatesView['by'], Words>> = {
  itself: m.updates_by_itself,
  machine: m.updates_by_machine,
  nobody: m.updates_by_nobody,
};

interface ModeOption {
  readonly value: UpdatesView['mode'];
  readonly label: string;
}
const automatic: ModeOption = { value: 'automatic', label: m.updates_mode_automatic() };
const ask: ModeOption = { value: 'ask', label: m.updates_mode_ask() };
const off: ModeOption = { value: 'off', label: m.updates_mode_off() };

/** How updates can be wanted. Where IT installs them, there is nothing to ask about: Carrel tells of them, or not. */
export const modes: Readonly<Record<'itself' | 'machine', readonly ModeOption[]>> = {
  itself: [automatic, ask, off],
  machine: [{ value: 'automatic', label: m.updates_mode_tell() }, off],
};

/** The option that a mode is. */
export const modeShown = ({ mode, by }: UpdatesView): UpdatesView['mode'] =>
  by === 'machine' && mode === 'ask' ? 'automatic' : mode;

/** What an update that is ready waits for. */
export const waiting: Readonly<Record<UpdateWaitsFor, Words>> = {
  window: m.updates_waits_window,
  person: m.updates_waits_person,
  desk: m.updates_waits_desk,
  idle: m.updates_waits_idle,
  clarity: m.updates_waits_clarity,
};

/** What happened, what did not, and what to do. */
export const troubles: Readonly<Record<UpdateTrouble, Words>> = {
  noAnswer: m.updates_no_answer,
  proxyLogin: m.updates_proxy_login,
  feedRefused: m.updates_feed_refused,
  notAFeed: m.updates_not_a_feed,
  otherProduct: m.updates_other_product,
  unknownKey: m.updates_unknown_key,
  altered: m.updates_altered,
  malformed: m.updates_malformed,
  expired: m.updates_expired,
  tooEarly: m.updates_too_early,
  older: m.updates_older,
  sameNumber: m.updates_same_number,
  otherFile: m.updates_other_file,
  diskFull: m.updates_disk_full,
  notDownloaded: m.updates_not_downloaded,
  notKept: m.updates_not_kept,
  notInstalled: m.updates_not_installed,
};

export const events: Readonly<Record<UpdateLogLine['event'], Words>> = {
  found: m.updates_log_found,
  downloaded: m.updates_log_downloaded,
  installing: m.updates_log_installing,
  installed: m.updates_log_installed,
  refused: m.updates_log_refused,
  wentBack: m.updates_log_went_back,
};

/** How it stands, in one line. */
export function stateOf({ state, by, newer, trouble }: UpdatesView): {
  readonly meaning: Meaning;
  readonly word: string;
} {
  const version = newer?.version ?? '';
  switch (state) {
    case 'idle':
      return { meaning: 'quiet', word: trouble ? m.updates_unknown() : m.updates_idle() };
    case 'checking':
      return { meaning: 'quiet', word: m.updates_checking() };
    case 'newest':
      return { meaning: 'done', word: m.updates_newest() };
    case 'available': {
      const words = by === 'machine' ? m.updates_available_it : m.updates_available;
      return { meaning: 'information', word: words({ version }) };
    }
    case 'downloading':
      return { meaning: 'quiet', word: m.updates_downloading({ version }) };
    case 'ready':
      return { meaning: 'information', word: m.updates_ready({ version }) };
    case 'installing':
      return { meaning: 'attention', word: m.updates_installing({ version }) };
  }
}

/** An update that waits for too long: what can be done, which depends on what it waits for. Words are all that happens. */
export function overdueOf({ state, by, newer, waitsFor }: UpdatesView, date: string): string {
  const version = newer?.version ?? '';
  if (by === 'machine') return m.updates_overdue_it({ version, date });
  if (state === 'idle' || state === 'newest') return m.updates_overdue_look({ version, date });
  if (state === 'available') return m.updates_overdue_download({ date });
  if (state !== 'ready' || waitsFor === 'clarity') return m.updates_overdue_wait({ date });
  const words = waitsFor === 'person' || waitsFor === 'window' ? m.updates_overdue_ask : m.updates_overdue;
  return words({ date });
}
