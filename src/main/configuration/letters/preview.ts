import * as z from 'zod';
import type { LetterPreview } from '../../../contract/configuration-letters.ts';
import type { Parsed } from '../../../contract/index.ts';
import type { TransformOrder } from './transform/messages.ts';
import { xmlFaultOf } from './xml-fault.ts';

/** The process that makes one preview. */
export interface TransformProcess {
  post(message: TransformOrder): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (code: number) => void): void;
  kill(): void;
}

/** Starts such a process. May throw. */
export type StartTransform = () => TransformProcess;

/** The most characters that a letter may come to: more is none that a person reads. */
const longestResult = 500_000;

const about = { said: z.string().max(10_000), notRead: z.array(z.string().max(500)).max(20) };
const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('made'), html: z.string().max(longestResult), ...about }),
  z.object({ type: z.literal('tooLarge') }),
  z.object({ type: z.literal('failed'), ...about }),
]);
type Message = z.output<typeof Message>;

/** In milliseconds: for the start of a process, and for its work. A letter takes some hundredths of a second. */
const limits = { start: 30_000, work: 5000 } as const;

/**
 * What a template makes of a sample. Both are read first, so that what goes into the process has no document type; the
 * work is done there without network and files, and the process is ended in any case. Rejects with the signal's reason.
 */
export async function previewLetter(
  start: StartTransform,
  { template, sample }: Parsed<'configuration.letters.preview'>,
  signal: AbortSignal,
): Promise<LetterPreview> {
  for (const [of, text] of [['template', template] as const, ['sample', sample] as const]) {
    const fault = await xmlFaultOf(text, of, signal);
    if (fault) return { kind: 'fault', of, fault };
  }
  signal.throwIfAborted();
  const process = start();
  const { promise, resolve, reject } = Promise.withResolvers<LetterPreview>();
  let timer = setTimeout(() => resolve({ kind: 'ended' }), limits.start);
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  process.onMessage((data) => {
    const message = Message.safeParse(data).data;
    if (message?.type !== 'ready') {
      resolve(message ? previewOf(message) : { kind: 'ended' });
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(() => resolve({ kind: 'tooSlow', seconds: limits.work / 1000 }), limits.work);
  });
  process.onExit(() => resolve({ kind: 'ended' }));
  process.post({ template, sample, longest: longestResult });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    process.kill();
  }
}

function previewOf(message: Exclude<Message, { type: 'ready' }>): LetterPreview {
  if (message.type === 'tooLarge') return { kind: 'tooLarge', most: longestResult };
  const { said, notRead } = message;
  if (message.type === 'failed') return { kind: 'failed', said, notRead };
  return { kind: 'made', html: message.html, said, notRead };
}
