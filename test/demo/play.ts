import { fees } from './fees.ts';
import { keeping } from './keeping.ts';
import { lending } from './lending.ts';
import { loans } from './loans.ts';
import { patrons } from './patrons.ts';
import { receiving } from './receiving.ts';
import { requests } from './requests.ts';
import { returning } from './returning.ts';
import { takePicture } from './picture.ts';
import { Stage, type Flow } from './stage.ts';

const flows: readonly Flow[] = [patrons, lending, returning, loans, fees, requests, receiving, keeping];

/** What the command line asks for: a new picture for the README; a few flows only, by number. */
interface Options {
  readonly picture: boolean;
  readonly only: readonly number[];
}

/** Plays every flow, and goes on with the next where one fails. Answers the exit code. */
export async function play({ picture, only }: Options): Promise<number> {
  await Stage.clear();
  let passed = 0;
  const failed: string[] = [];
  for (const flow of flows) {
    if (only.length > 0 && !only.includes(flow.number)) continue;
    console.log(`\n${flow.number}. ${flow.title}`);
    const stage = new Stage(flow);
    try {
      await flow.play(stage);
    } catch (error) {
      failed.push(stage.now);
      if (!stage.isReported) console.error(error);
    } finally {
      await stage.close().catch((error: unknown) => console.error(error));
    }
    passed += stage.passed;
  }
  if (picture) await takePicture();
  const words = failed.length === 0 ? 'every flow came out' : `failed at ${failed.join(', ')}`;
  console.log(`\n${passed} steps done, ${failed.length} failed: ${words}. Pictures: out/demo/`);
  return failed.length === 0 ? 0 : 1;
}
