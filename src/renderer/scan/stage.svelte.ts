import { beforeText, type ScanText } from './scan-text.ts';

/** How long a refusal has to be on the stage, in milliseconds, before somebody can have seen it. */
const seenAfterMs = 1500;
/** How long an answering key does nothing after what it answers has changed, in milliseconds. */
const armAfterMs = 300;

/** A result on the stage. */
export interface StageResult {
  /** The scan's id, or another that no other result has. */
  readonly id: string;
  readonly text: ScanText;
}

/** Something on the stage that waits for an answer; it keeps the stage until it has one, or is put aside. */
export interface StageQuestion extends StageResult {
  readonly answers: readonly { readonly label: string; readonly key: string; readonly do: () => void }[];
  /** Missing where the next scans wait for the answer. */
  readonly putAside?: { readonly key: string; readonly do: () => void };
  /** What helps beside the answers; they mostly say it themselves, so that of the text is not shown. */
  readonly todo?: string;
}

/** Something was to be done, and was not. A card that may not borrow is none: the patron's place says so too. */
const isRefusal = ({ text: { sound } }: StageResult): boolean => sound === 'refused';

/** What is on the screen has been there long enough to be answered by a key. */
export class Arming {
  isArmed = $state(false);

  /**
   * Something else is on the screen: a key that was meant for what was there before does not answer it. Answers the
   * function that ends this, because in another room nobody sees what would be answered.
   */
  arm(then: () => void = () => undefined): () => void {
    this.isArmed = false;
    const timer = setTimeout(() => {
      this.isArmed = true;
      then();
    }, armAfterMs);
    return () => {
      clearTimeout(timer);
      this.isArmed = false;
    };
  }
}

/**
 * The newest result of one room. It stays until the next one, however long that takes. Refusals that were replaced before
 * anybody can have seen them are counted until they are looked at or the session ends.
 */
export class Stage extends Arming {
  newest = $state.raw<StageResult | null>(null);
  /** Refusals that nobody can have seen, oldest first. */
  unseen = $state.raw<readonly StageResult[]>([]);
  #since = 0;
  readonly #isCovered: (id: string) => boolean;

  /** @param isCovered whether a question is on the stage, so that the result with this id is not seen */
  constructor(isCovered: (id: string) => boolean) {
    super();
    this.#isCovered = isCovered;
  }

  show(result: StageResult): void {
    const { newest } = this;
    if (newest && newest.id !== result.id && this.#isUnseen(newest)) this.unseen = [...this.unseen, newest];
    this.newest = result;
    this.#since = performance.now();
  }

  /** The end of a session names all that nobody can have seen, the newest too, and they are counted no more. */
  takeUnseen(): readonly StageResult[] {
    const { newest, unseen } = this;
    const taken = newest && this.#isUnseen(newest) ? [...unseen, newest] : unseen;
    this.unseen = [];
    this.newest = null;
    return taken;
  }

  /** The words of a result have changed, such as by a title that was looked up. */
  update(id: string, text: ScanText): void {
    const change = (result: StageResult): StageResult => (result.id === id ? { id, text } : result);
    if (this.newest) this.newest = change(this.newest);
    this.unseen = this.unseen.map(change);
  }

  /** Puts the oldest refusal that nobody has seen on the stage. */
  showUnseen(): void {
    const [first, ...others] = this.unseen;
    if (!first) return;
    this.unseen = others;
    this.newest = first;
    this.#since = Number.NEGATIVE_INFINITY;
  }

  #isUnseen(result: StageResult): boolean {
    return isRefusal(result) && (this.#isCovered(result.id) || performance.now() - this.#since < seenAfterMs);
  }

  /** The next patron reads the stage: no name is left there, and what was refused before says so. */
  beginVisit(): void {
    if (this.newest?.text.isName) this.newest = null;
    this.unseen = this.unseen.map(({ id, text }) => ({ id, text: beforeText(text) }));
  }

  /** Shows nothing any more: a session is over, or nobody has been here for long. */
  clear(): void {
    this.newest = null;
    this.unseen = [];
  }
}
