import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { writeWhole } from '../own-files.ts';
import type { Log } from '../ports.ts';
import { judgeSettings, type PolicyContent } from './judge.ts';

/** A policy that was good. */
export interface GoodPolicy {
  readonly content: PolicyContent;
  /** Since when, as an ISO moment. */
  readonly since: string;
}

const Kept = z.object({
  version: z.literal(1),
  places: z.record(
    z.string(),
    z.object({
      since: z.string(),
      hash: z.string(),
      content: z.object({ mandatory: z.unknown(), recommended: z.unknown() }),
    }),
  ),
});

/** What a content is told apart by: damage of the file would otherwise look like another policy. */
export const hashOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

/**
 * The last good policy of each place, in a file of the program's folder: when a policy breaks, it goes on. It is no
 * protection from the user of the machine, whose folder this is: whoever can edit it must first break the policy.
 */
export class LastGood {
  readonly #file: string;
  readonly #log: Log;
  #places: ReadonlyMap<string, GoodPolicy>;

  constructor(folder: string, log: Log) {
    this.#file = path.join(folder, 'policy-last-good.json');
    this.#log = log;
    this.#places = this.#read();
  }

  of(place: string): GoodPolicy | null {
    return this.#places.get(place) ?? null;
  }

  /** Keeps what is good now, and forgets every other place. If it cannot be written, it holds for this run. */
  keep(places: ReadonlyMap<string, GoodPolicy>): void {
    const before = this.#textOf(this.#places);
    this.#places = places;
    const text = this.#textOf(places);
    if (text === before) return;
    try {
      writeWhole(this.#file, text);
    } catch (error) {
      this.#log.defect(error);
    }
  }

  #textOf(places: ReadonlyMap<string, GoodPolicy>): string {
    const entries = [...places].map(([place, { content, since }]) => [
      place,
      { since, hash: hashOf(content), content },
    ]);
    const kept = { version: 1, places: Object.fromEntries(entries) as z.output<typeof Kept>['places'] };
    return `${JSON.stringify(kept, null, 2)}\n`;
  }

  #read(): ReadonlyMap<string, GoodPolicy> {
    const good = new Map<string, GoodPolicy>();
    try {
      const kept = Kept.parse(JSON.parse(fs.readFileSync(this.#file, 'utf8')));
      for (const [place, { since, hash, content }] of Object.entries(kept.places)) {
        const judged = judgeSettings(content.mandatory, content.recommended);
        if (hashOf(content) === hash && judged.ok) good.set(place, { since, content: judged.content });
        else this.#log.line('policy.lastGoodDamaged');
      }
    } catch (error) {
      if (fs.existsSync(this.#file))
        this.#log.line('policy.lastGoodNotRead', { error: (error as Error).name });
    }
    return good;
  }
}
