import type { RequestFields, RequestView } from '../../../../contract/requests.ts';
import { call } from '../../../api.ts';
import { Listing } from '../listing.svelte.ts';
import { type ChangedField, rebased, saySame } from './fields.ts';

/**
 * One request being edited: shown at once as the list has it, and read afresh before anything of it can be kept. It
 * outlives its dialog: what was typed is there when it is opened again, brought onto the request as it then stands.
 */
export class Edit {
  readonly userId: string;
  readonly request: RequestView;
  readonly fresh = new Listing<RequestView>((signal) =>
    call('requests.get', { userId: this.userId, requestId: this.request.requestId }, { signal }),
  );
  fields = $state<RequestFields>() as RequestFields;
  /** As the person sees it. */
  seen = $state.raw<RequestFields>() as RequestFields;
  /** What somebody else changed while the person was editing. */
  changed = $state.raw<readonly ChangedField[]>([]);
  readonly isEdited = $derived(!saySame(this.seen, this.fields));

  constructor(userId: string, request: RequestView) {
    this.userId = userId;
    this.request = request;
    this.fields = { ...request.fields };
    this.seen = request.fields;
  }

  /** Reads the request as it stands: what was typed so far stays, and what it stands against is told. */
  async read(): Promise<void> {
    await this.fresh.load();
    const now = this.fresh.value?.fields;
    if (!now || this.fresh.failure) return;
    const isEdited = this.isEdited;
    const { fields, changed } = rebased(this.seen, this.fields, now);
    this.fields = fields;
    this.seen = now;
    if (isEdited && changed.length > 0) this.changed = changed;
  }
}
