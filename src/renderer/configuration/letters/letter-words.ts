import type { Coded } from '../../../contract/common.ts';
import type { LetterField, XmlFault } from '../../../contract/configuration-letters.ts';
import { m } from '../../../messages/compiled/messages.js';
import { countText } from '../../ui/format.ts';
import { mostLetterDepth, mostLetterText } from '../../../shared/limits.ts';

/** What a field of a letter is called. */
export const fieldNames: Readonly<Record<LetterField, () => string>> = {
  enabled: m.letters_enabled,
  customized: m.letters_customized,
  channel: m.letters_channel,
  subject: m.letters_subject,
  body: m.letters_body,
  template: m.letters_template,
};

/** The channels that letters have gone by wherever we have seen some. Assumption: the description names none. */
const known: Readonly<Record<string, () => string>> = {
  EMAIL: m.letters_channel_email,
  PRINT: m.letters_channel_print,
  SMS: m.letters_channel_sms,
};

export const knownChannels: readonly Coded[] = Object.keys(known).map((code) => ({ code, label: code }));

/** What a channel is called: by the service, or by us where it gives the code alone. */
export const channelText = ({ code, label }: Coded): string =>
  label === code ? (known[code]?.() ?? code) : label;

export const yesText = (is: boolean): string => (is ? m.letters_yes() : m.letters_no());

/** How much a text is, where it is too long to be shown. */
export const linesText = (text: string): string => {
  const count = text === '' ? 0 : text.split('\n').length;
  return m.letters_lines({ count, shown: countText(count) });
};

const reasons: Readonly<Record<XmlFault['why'], (fault: XmlFault) => string>> = {
  notWellFormed: ({ detail }) => m.letters_fault_xml({ detail }),
  documentType: () => m.letters_fault_document_type(),
  notXsl: () => m.letters_fault_not_xsl(),
  tooLong: () => m.letters_fault_too_long({ most: countText(mostLetterText) }),
  tooDeep: () => m.letters_fault_too_deep({ most: countText(mostLetterDepth) }),
};

/** What is wrong with a text, in words. */
export const faultWords = (fault: XmlFault): string => reasons[fault.why](fault);

/** The same with its place. */
export const faultText = (fault: XmlFault): string =>
  fault.why === 'tooLong'
    ? faultWords(fault)
    : m.letters_fault_at({
        line: countText(fault.line),
        column: countText(fault.column),
        words: faultWords(fault),
      });
