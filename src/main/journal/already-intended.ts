/** The id was used before: what it names was already asked for, and is not asked for again. */
export class AlreadyIntended extends Error {
  override readonly name = 'AlreadyIntended';
  readonly id: string;

  constructor(id: string) {
    super('already intended');
    this.id = id;
  }
}
