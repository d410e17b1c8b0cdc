import type { RequestFields, RequestView } from '../../contract/requests.ts';
import { call } from '../api.ts';
import { DraftBase } from '../ui/list/draft.svelte.ts';
import { Listing } from '../ui/list/listing.svelte.ts';
import { type ChangedField, rebased, saySame } from './fields.ts';

/**
 * One request being edited: shown at once as the list has it, and read afresh before anything of it can be kept. It
 * outlives its dialog: when it is opened again, what was typed is put onto the request as it is then.
 */
export class RequestEdit extends DraftBase {
  readonly userId: string;
  readonly request: RequestView;
  readonly fresh = new Listing<RequestView>((signal) =>
    call('requests.get', { userId: this.userId, requestId: this.request.requestId }, { signal }),
  );
  fields = $state<RequestFields>() as RequestFields;
  /** As the person sees it. */
  seen = $state.raw<RequestFields>() as RequestFields;
  /** Changes made elsewhere while the user was editing. */
  changed = $state.raw<readonly ChangedField[]>([]);

  constructor(userId: string, request: RequestView) {
    super();
    this.userId = userId;
    this.request = request;
    this.fields = { ...request.fields };
    this.seen = request.fields;
  }

  override get isDirty(): boolean {
    return !saySame(this.seen, this.fields);
  }

  /** Reads the request again: what was typed stays, and `changed` lists the changes made elsewhere. */
  async read(): Promise<void> {
    await this.fresh.load();
    const now = this.fresh.value?.fields;
    if (!now || this.fresh.failure) return;
    const { isDirty } = this;
    const { fields, changed } = rebased(this.seen, this.fields, now);
    this.fields = fields;
    this.seen = now;
    if (isDirty && changed.length > 0) this.changed = changed;
  }

  protected override empty(): void {
    this.fields = { ...this.seen };
    this.changed = [];
  }
}

/** What was begun in the requests of one patron: one edit of each. */
export class RequestEdits {
  readonly #userId: string;
  #all = $state.raw<readonly RequestEdit[]>([]);

  constructor(userId: string) {
    this.#userId = userId;
  }

  /** The edits in which the user has changed something. */
  get unsent(): readonly RequestEdit[] {
    return this.#all.filter((edit) => edit.isDirty);
  }

  get isDirty(): boolean {
    return this.unsent.length > 0;
  }

  /** The edit of this request: the one that was begun, or a new one. */
  of(request: RequestView): RequestEdit {
    const known = this.unsent.find((edit) => edit.request.requestId === request.requestId);
    if (known) return known;
    const edit = new RequestEdit(this.#userId, request);
    this.#all = [...this.unsent, edit];
    return edit;
  }

  startOver(): void {
    for (const edit of this.#all) edit.startOver();
    this.#all = [];
  }
}
