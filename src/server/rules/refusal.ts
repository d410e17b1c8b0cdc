/** A refusal that the caller gets in the recorded error shape. Handlers and rules throw it; the transaction is undone. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  /** What the answer says in its headers besides. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.headers = headers;
    this.status = status;
    this.code = code;
  }
}

/** Refuses with a code of the service, as HTTP 400: what the service answers to nearly everything. */
export function refused(code: string, message: string): Refusal {
  return new Refusal(400, code, message);
}

/** Refuses because there is no such record, where the description asks for 404. Source: Errors, 5. */
export function notThere(code: string, message: string): Refusal {
  return new Refusal(404, code, message);
}
