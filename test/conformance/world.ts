import { LeftOut } from './check.ts';
import { type Answer, objectOf, p, type Service } from './http.ts';
import { Items } from './items.ts';
import type { Codes } from './options.ts';
import { at, type Json, objects, text } from './read.ts';
import { statusOf } from './expect.ts';
import { tidyUser } from './tidy.ts';

/** What may be lent and received, where a person named it. */
export interface Named {
  readonly items: readonly string[];
  readonly pols: readonly string[];
}

/** How many patrons are looked at to find one who has what a check needs. */
const SEARCHED = 300;
const PAGE = 100;

interface Step {
  readonly what: string;
  readonly how: () => Promise<Answer | undefined>;
}

type Counted = 'loans' | 'requests' | 'fees';

interface Patron {
  readonly id: string;
  readonly counts: Readonly<Record<Counted, number>>;
}

/** What the suite finds in the library, what it makes there, and how that is undone. */
export class World {
  readonly service: Service;
  readonly codes: Codes;
  readonly items: Items;
  /** Tells what this run made from everything else. */
  readonly run = Date.now().toString(36);
  readonly #left = new Map<string, string[]>();
  readonly #lasting: Step[] = [];
  readonly #once = new Map<string, Promise<unknown>>();
  #undo: Step[] = [];
  readonly #ids: string[] = [];
  readonly #patrons: Patron[] = [];
  #made = 0;

  constructor(service: Service, codes: Codes, named: Named) {
    this.service = service;
    this.codes = codes;
    this.items = new Items(this, named);
  }

  /** A text that nothing else in the library has. */
  unique(word: string): string {
    this.#made += 1;
    return `conformance-${this.run}-${word}-${this.#made}`;
  }

  /** Has something undone when the check ends, the last made first. */
  undo(what: string, how: () => Promise<Answer | undefined>): void {
    this.#undo.push({ what, how });
  }

  /** Notes something that nothing can undo, under the reason why. */
  stays(why: string, what: string): void {
    this.#left.set(why, [...(this.#left.get(why) ?? []), what]);
  }

  /** What stays in the library for ever, in words for the person who ran the suite. */
  get left(): string[] {
    return [...this.#left].map(([why, what]) => `${why}: ${what.join(', ')}`);
  }

  /** What a user must have. Source: User. */
  record(fields: Json = {}): Json & { primary_id: string } {
    return {
      primary_id: this.unique('user'),
      account_type: { value: this.codes.accountType },
      status: { value: this.codes.userStatus },
      user_group: { value: this.codes.group },
      ...fields,
    };
  }

  /** A user of this check's own. */
  async user(fields: Json = {}): Promise<string> {
    return this.register(await this.service.post('/users', {}, this.record(fields)));
  }

  /** Has a user deleted when the check ends who was just created. */
  register(created: Answer): string {
    const id = text(objectOf(created)['primary_id']);
    if (id === '') throw new LeftOut(`no user could be created: ${statusOf(created)}`);
    this.undo(`user ${id}`, () => tidyUser(this, id));
    return id;
  }

  /** A fee of a user, of this check's own. */
  async fee(user: string, amount: string): Promise<string> {
    const fee = {
      type: { value: this.codes.feeType },
      original_amount: amount,
      owner: { value: this.codes.library },
    };
    const created = await this.service.post(p`/users/${user}/fees`, {}, fee);
    const id = text(objectOf(created)['id']);
    if (id === '') throw new LeftOut(`no fee could be created: ${statusOf(created)}`);
    return id;
  }

  /** Any patron of the library. */
  async anyUser(): Promise<string> {
    const [first] = await this.#users(1, 0);
    if (first === undefined) throw new LeftOut('the service lists no users');
    return first;
  }

  /** A patron who has at least so many loans, requests or fees; undefined where none was found. */
  async userWith(collection: Counted, least = 1): Promise<string | undefined> {
    const fits = ({ counts }: Patron) => counts[collection] >= least;
    for (let known = this.#patrons.find(fits); ; known = this.#patrons.find(fits)) {
      if (known) return known.id;
      if (!(await this.#lookFurther())) return undefined;
    }
  }

  /** The first entry of a user's collection that is found, with the user it is of; undefined where none was. */
  async entryOf(
    collection: string,
    keys: readonly string[],
  ): Promise<{ user: string; entry: Json } | undefined> {
    for (
      let next = 0;
      next < SEARCHED && (next < this.#patrons.length || (await this.#lookFurther()));
      next += 1
    ) {
      const user = this.#ids[next] ?? '';
      const list = objectOf(await this.service.get(p`/users/${user}/` + collection));
      const [entry] = keys.flatMap((key) => objects(list[key]));
      if (entry) return { user, entry };
    }
    return undefined;
  }

  /** Makes something that several checks use, once in a run; it is undone when the run ends. */
  async once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const ofThisCheck = this.#undo;
    this.#undo = this.#lasting;
    try {
      const known = (this.#once.get(name) as Promise<T> | undefined) ?? make();
      this.#once.set(name, known);
      return await known;
    } finally {
      this.#undo = ofThisCheck;
    }
  }

  /** Undoes what the check made that has just ended. */
  async tidy(): Promise<void> {
    await this.#undoAll(this.#undo);
  }

  /** Undoes everything, at the end of a run. */
  async close(): Promise<void> {
    await this.tidy();
    await this.#undoAll(this.#lasting);
    await this.items.giveBack();
  }

  /** Says what could not be undone. */
  async #undoAll(steps: Step[]): Promise<void> {
    for (let last = steps.pop(); last; last = steps.pop()) {
      try {
        const answer = await last.how();
        const gone = answer === undefined || answer.status < 300 || answer.status === 404;
        if (!gone) this.stays(`not undone, ${statusOf(answer)}`, last.what);
      } catch (error) {
        this.stays(`not undone, ${error instanceof Error ? error.message : String(error)}`, last.what);
      }
    }
  }

  async #users(limit: number, offset: number): Promise<string[]> {
    const answer = await this.service.get('/users', { limit, offset });
    return objects(objectOf(answer)['user'])
      .map((user) => text(user['primary_id']))
      .filter(Boolean);
  }

  /** Reads the counts of the next patron of the list; false at its end, or when enough were looked at. */
  async #lookFurther(): Promise<boolean> {
    const next = this.#patrons.length;
    if (next >= SEARCHED) return false;
    if (next % PAGE === 0) this.#ids.push(...(await this.#users(PAGE, next)));
    const id = this.#ids[next];
    if (id === undefined) return false;
    const user = objectOf(await this.service.get(p`/users/${id}`, { expand: 'loans,requests,fees' }));
    const count = (name: string) => Number(text(at(user, `${name}.value`)) || 0);
    this.#patrons.push({
      id,
      counts: { loans: count('loans'), requests: count('requests'), fees: count('fees') },
    });
    return true;
  }
}
