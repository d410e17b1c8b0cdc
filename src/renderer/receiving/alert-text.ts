import type { Alert } from '../../contract/trolley.ts';
import { m } from '../../messages/compiled/messages.js';
import { countText } from '../ui/format.ts';

/** What the first of the alerts is called: it is said first, the others after it. */
export function alertWord([first]: readonly Alert[]): string {
  switch (first?.kind) {
    case 'interested':
    case 'requested':
      return m.receiving_alert_wanted();
    case 'requestsUnread':
      return m.receiving_alert_unread();
    case 'rush':
      return m.receiving_rush();
    case 'note':
      return m.receiving_note();
    case undefined:
      return '';
  }
}

/** All alerts of a book in one line: "hold for Rivka Ben-Ami · rush · keep the dust jacket". */
export function alertLine(alerts: readonly Alert[]): string {
  return alerts.map(wordsOf).filter(Boolean).join(' · ');
}

function wordsOf(alert: Alert, index: number): string {
  switch (alert.kind) {
    case 'interested':
      return patronsWords(alert.patrons);
    case 'requested':
      return requestWords(alert);
    case 'requestsUnread':
      return index === 0 ? m.receiving_alert_unread_first() : m.receiving_alert_unread_also();
    case 'rush':
      return index === 0 ? m.receiving_alert_rush_first() : m.receiving_alert_rush();
    case 'note':
      return alert.text;
  }
}

type Interested = Extract<Alert, { kind: 'interested' }>['patrons'][number];

/** "hold for Rivka Ben-Ami, 李明 · tell Ming · for Noa Adler": the ones with a hold are told of it, too. */
function patronsWords(patrons: readonly Interested[]): string {
  const names = (whose: (patron: Interested) => boolean): string =>
    patrons
      .filter(whose)
      .map(({ name }) => name)
      .join(', ');
  const parts = [
    { name: names(({ hold }) => hold), words: m.receiving_then_hold },
    { name: names(({ hold, notify }) => !hold && notify), words: m.receiving_alert_notify },
    { name: names(({ hold, notify }) => !hold && !notify), words: m.receiving_alert_interested },
  ];
  return parts
    .map(({ name, words }) => name && words({ name }))
    .filter(Boolean)
    .join(' · ');
}

function requestWords({ requester, place, count }: Extract<Alert, { kind: 'requested' }>): string {
  const who =
    requester === ''
      ? count === null
        ? m.receiving_alert_requested()
        : m.receiving_alert_requests({ count, shown: countText(count) })
      : m.receiving_alert_requested_by({ name: requester });
  return place === '' ? who : m.receiving_alert_requested_at({ who, place });
}
