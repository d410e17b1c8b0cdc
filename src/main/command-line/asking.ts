import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { Clock, Log } from '../ports.ts';
import { ownFolder, writeWhole } from '../own-files.ts';
import { NoAnswer, type Question } from './command.ts';

/** How long the running program may take to answer, in milliseconds. */
const answerTimeoutMs = 60_000;
const lookEveryMs = 100;

const questions = ['report', 'provision'] as const satisfies Question[];

/** What a second start hands to the first: by the operating system, within one user. It is parsed like any input. */
const Handed = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('open'),
    link: z.string().max(100_000).nullable(),
    // From the root: the two starts are in folders of their own.
    file: z.string().max(100_000).exactOptional(),
  }),
  z.object({ kind: z.literal('ask'), id: z.uuid(), question: z.enum(questions), input: z.unknown() }),
]);
export type Handed = z.output<typeof Handed>;

/** What a second start wants; null where it is no Carrel of this kind, and only wants to be seen. */
export const readHanded = (data: unknown): Handed | null => Handed.safeParse(data).data ?? null;

/** The file of an answer: in the user's own folder, because the operating system carries nothing back. */
const answerFile = (folder: string, id: string): string => path.join(folder, 'answers', `${id}.json`);

export interface AskingOptions {
  readonly folder: string;
  readonly clock: Clock;
  /** Hands something to the program that runs. True: none runs, and none can start any more. */
  readonly handOver: (handed: Handed) => boolean;
  readonly signal: AbortSignal;
}

/** Asks the program of this user that runs already. Null where none runs. Throws `NoAnswer`. */
export async function askRunning(
  { folder, clock, handOver, signal }: AskingOptions,
  question: Question,
  input: unknown,
): Promise<unknown> {
  const id = randomUUID();
  const file = answerFile(folder, id);
  if (handOver({ kind: 'ask', id, question, input })) return null;
  const end = clock.monotonic() + answerTimeoutMs;
  try {
    while (clock.monotonic() < end) {
      await clock.sleep(lookEveryMs, signal);
      if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, 'utf8')) as unknown;
    }
  } finally {
    fs.rmSync(file, { force: true });
  }
  throw new NoAnswer();
}

/** How each question is answered: with plain JSON, and never null. The input is parsed by whoever answers. */
export type Answers = Readonly<Partial<Record<Question, (input: unknown) => Promise<unknown>>>>;

/** Answers a question of a second start. */
export async function answerAsked(
  { id, question, input }: Extract<Handed, { kind: 'ask' }>,
  {
    folder,
    answers,
    log,
  }: { readonly folder: string; readonly answers: () => Promise<Answers>; readonly log: Log },
): Promise<void> {
  try {
    const answer = await (await answers())[question]?.(input);
    if (answer === undefined) return;
    const file = answerFile(folder, id);
    ownFolder(path.dirname(file));
    writeWhole(file, JSON.stringify(answer));
  } catch (error) {
    log.defect(error); // the one who asked gives up after its time
  }
}
