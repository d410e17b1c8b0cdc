import { readInterchange } from './edifact.ts';
import { invoiceOf } from './invoic.ts';
import { type FileInvoice, mostLines, type Problems } from './parsed.ts';
import { at, type Message, type Segment } from './segments.ts';

/** So many segments are read: more than any invoice has for so many lines. */
const mostSegments = mostLines * 40;

/**
 * Reads the invoices of an EDIFACT interchange: messages of the type INVOIC. An interchange that ends in the middle
 * is not read at all, and other messages in it are named. Source: ISO 9735; EDItEUR, Library EDI Implementation
 * Guidelines, L.8.
 */
export function readMessages(text: string, problems: Problems): FileInvoice[] {
  const { segments, broken } = readInterchange(text);
  if (broken) {
    const { reason, place, text: detail } = broken;
    problems.add(reason, { place, detail });
    return [];
  }
  const tooMany = segments[mostSegments];
  if (tooMany) {
    problems.add('tooManyLines', { place: tooMany.place, detail: String(mostLines) });
    return [];
  }
  const messages = messagesIn(segments, problems);
  if (messages === null) return [];
  const invoices = messages.filter(({ header }) => isInvoice(header, problems));
  if (messages.length === 0) problems.add('noSegment', { detail: 'UNH' });
  const lines = invoices.flatMap((message) => message.segments.filter(({ tag }) => tag === 'LIN'));
  const tooFar = lines[mostLines];
  if (tooFar) {
    problems.add('tooManyLines', { place: tooFar.place, detail: String(mostLines) });
    return [];
  }
  const sender = segments.find(({ tag }) => tag === 'UNB');
  return invoices.map((message, nth) =>
    invoiceOf(message, { sender: sender ? at(sender, 1) : '', nth, problems }),
  );
}

/** The messages of an interchange; null where one of them, or the interchange, has no end. */
function messagesIn(segments: readonly Segment[], problems: Problems): Message[] | null {
  const messages: Message[] = [];
  let header: Segment | null = null;
  let within: Segment[] = [];
  for (const segment of segments) {
    const { tag, place } = segment;
    if (tag === 'UNH' || tag === 'UNZ') {
      if (header) return open(problems, place, 'UNT');
      header = tag === 'UNH' ? segment : null;
      within = [];
    } else if (tag === 'UNT') {
      if (!header) return open(problems, place, 'UNH');
      const count = within.length + 2;
      if (at(segment, 0) !== String(count)) problems.add('count', { place, detail: String(count) });
      messages.push({ header, segments: within });
      header = null;
    } else if (header) within.push(segment);
  }
  const last = segments.at(-1);
  if (last && (header || last.tag !== 'UNZ')) {
    problems.add('truncated', { place: last.place, detail: last.tag });
    return null;
  }
  if (last && at(last, 0) !== String(messages.length)) {
    problems.add('count', { place: last.place, detail: String(messages.length) });
  }
  return messages;
}

function open(problems: Problems, place: Segment['place'], tag: string): null {
  problems.add('noSegment', { place, detail: tag });
  return null;
}

function isInvoice(header: Segment, problems: Problems): boolean {
  const type = at(header, 1);
  if (type === 'INVOIC') return true;
  problems.add('otherMessage', { place: header.place, detail: type });
  return false;
}
