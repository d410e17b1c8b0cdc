import type { ActionResult } from '../ui/list/action-result.ts';
import type { AttachmentView, ReadyFile } from '../../contract/attachments.ts';
import type { Coded } from '../../contract/common.ts';
import { m } from '../../messages/compiled/messages.js';
import { call } from '../api.ts';
import { rowIds } from '../ui/row-ids.ts';
import { Submission } from '../ui/list/submission.svelte.ts';
import { Draft } from '../ui/list/draft.svelte.ts';
import { draftsOf } from '../ui/list/drafts.svelte.ts';
import { keepLast } from '../ui/list/keep-last.svelte.ts';
import { Listing } from '../ui/list/listing.svelte.ts';
import { FileTaking } from './file-taking.svelte.ts';

/** What is said of a file: the file itself is not kept for later. */
interface AboutFile {
  note: string;
  /** `''` for what it usually is. */
  type: string;
}

const draftOf = draftsOf(() => new Draft((): AboutFile => ({ note: '', type: '' })));

/** The files kept with one patron's record. */
export class Attachments extends FileTaking {
  readonly userId: string;
  readonly list = new Listing<readonly AttachmentView[]>(async (signal) => {
    const reply = await call('attachments.list', { userId: this.userId }, { signal });
    return reply.ok ? { ok: true, value: reply.value.attachments } : reply;
  });
  readonly types = new Listing<readonly Coded[]>((signal) => call('attachments.types', {}, { signal }));
  /** Saving or opening: one at a time. */
  readonly fetching = new Submission<string>();
  readonly draft: Draft<AboutFile>;
  at = $state('');
  /** A file that is ready to be attached, once its type is chosen. */
  ready = $state.raw<ReadyFile | null>(null);
  readonly rows = $derived(this.list.value ?? []);
  /** What tells the rows apart, whatever ids they came with. */
  readonly keyOf = $derived(rowIds(this.rows, ({ attachmentId }) => attachmentId));
  readonly #stood = $derived(this.rows.find((file) => this.keyOf(file) === this.at) ?? null);
  /** What is stood on came without its id: nothing can be asked of the service about it. */
  readonly nameless = $derived(this.#stood?.attachmentId === '');
  readonly current = $derived(this.nameless ? null : this.#stood);
  /** Dropped together with the one that stands ready: each is asked for in its turn. */
  #further: readonly File[] = [];
  #choosing = false;
  /** Another one each time that the tab is left. */
  #visit = {};

  constructor(userId: string) {
    super();
    this.userId = userId;
    this.draft = draftOf(userId);
  }

  /** What a type is called: by the institution's table, or else by its code. */
  typeName({ code, label }: Coded): string {
    return this.types.value?.find((type) => type.code === code)?.label ?? (label || code);
  }

  /** Lets the person choose a file in the system's dialog. */
  async choose(): Promise<void> {
    if (this.#choosing || this.ready || this.reading) return;
    this.#clear();
    this.#choosing = true;
    const visit = this.#visit;
    const reply = await call('attachments.choose', {});
    this.#choosing = false;
    if (!reply.ok) this.failure = reply.failure;
    else if (visit === this.#visit) this.ready = reply.value;
    // The tab was left while the system's dialog was open: nobody says any more what the file is.
    else if (reply.value) await call('attachments.forget', { file: reply.value.file });
  }

  /** Takes files that were dropped, one after the other. */
  async drop(files: readonly File[]): Promise<void> {
    const [first, ...further] = files;
    if (!first || this.#choosing || this.ready || this.reading) return;
    this.#clear();
    this.#further = further;
    const taken = await this.take('attachments', first);
    if (taken) this.ready = taken;
  }

  /** Stops taking a dropped file. */
  override stop(): void {
    this.#further = [];
    super.stop();
  }

  /** The file that was ready was added, or is not wanted after all; then comes the next one that was dropped. */
  async settle(isAdded: boolean): Promise<void> {
    const { ready } = this;
    const further = isAdded ? this.#further : [];
    this.ready = null;
    if (ready && !isAdded) await call('attachments.forget', { file: ready.file });
    await this.drop(further);
  }

  /** Answers where the file was saved; null where it was not. */
  async save(): Promise<ActionResult | null> {
    const saved = await this.#fetch('save');
    return saved ? { word: m.attachments_done_saved(), text: saved } : null;
  }

  async open(): Promise<void> {
    await this.#fetch('open');
  }

  /** The tab was left. */
  leave(): void {
    this.#visit = {};
    this.list.stop();
    this.stop();
    void this.settle(false);
    this.#clear();
  }

  async #fetch(how: 'save' | 'open'): Promise<string | null> {
    const { current, userId, fetching } = this;
    if (!current || fetching.busy) return null;
    this.#clear();
    const of = { userId, attachmentId: current.attachmentId };
    return fetching.run(async (_, signal) => {
      const reply = await call(`attachments.${how}`, of, { signal });
      return reply.ok ? { ok: true, value: reply.value?.savedAs ?? '' } : reply;
    });
  }

  #clear(): void {
    this.failure = null;
    this.fetching.failure = null;
  }
}

export const attachmentsOf = keepLast((userId) => new Attachments(userId));
