import type { UpdateTrouble } from '../../contract/updates.ts';

/** An error of the network or the disk, translated. */
export class UpdateFailed extends Error {
  override readonly name = 'UpdateFailed';
  readonly trouble: UpdateTrouble;

  constructor(trouble: UpdateTrouble, cause?: unknown) {
    super(trouble, { cause });
    this.trouble = trouble;
  }
}
