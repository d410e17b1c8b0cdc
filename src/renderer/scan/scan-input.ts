import { tick } from 'svelte';
import type { Input } from '../../contract/index.ts';
import { commandCode, commandIn, type CommandBarcode } from '../../shared/command-barcodes.ts';
import type { BarcodeReading } from '../../shared/mixed-scans.ts';
import { call } from '../api.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { modeSetBy } from './commands.ts';
import type { Burst } from './wedge.ts';

/** How long a scan waits for a form that was asked for, in milliseconds: the form may never be drawn. */
const longestFormMs = 10_000;

/** A field that takes scans while it has the focus or is open. */
interface Claim {
  readonly onScan: (reading: BarcodeReading) => void;
  readonly accepts: (reading: BarcodeReading) => boolean;
  /** What is typed into the scan box is for it too. */
  readonly typedToo: boolean;
}

/** Whether it may be a book: the next card and a command are never for a field of a dialog. */
export const mayBeBook = ({ kind }: BarcodeReading): boolean => kind !== 'patron' && kind !== 'command';

/** Where scans go: to the field that claims them, or to main's queue of the room. */
export class ScanInput {
  readonly #shell: Shell;
  #claims: readonly Claim[] = [];

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /**
   * Gives the scans to a field, until the function it answers is called. Of several claims the last one counts.
   *
   * @param accepts which scans are for the field; the others go to the queue
   * @param typedToo what is typed into the scan box is for it too
   */
  claim(
    onScan: Claim['onScan'],
    accepts: Claim['accepts'] = () => true,
    { typedToo = false }: Partial<Pick<Claim, 'typedToo'>> = {},
  ): () => void {
    const claim = { onScan, accepts, typedToo };
    this.#claims = [...this.#claims, claim];
    return () => (this.#claims = this.#claims.filter((other) => other !== claim));
  }

  /** The scanner has read something: it goes to the field that claims scans, as main reads it, or to the queue. */
  async onBurst(burst: Burst): Promise<void> {
    const { desk } = this.#shell;
    if (desk.tabRequests.isFormPending) {
      await Promise.race([
        desk.tabRequests.formSettled(),
        new Promise((resolve) => setTimeout(resolve, longestFormMs)),
      ]);
      await tick();
    }
    if (!(await this.#isClaimed(burst))) await this.submit(burst.text, 'scanner', this.#shell.queue, burst);
  }

  /** Somebody has typed a code into the scan box. */
  async onTyped(text: string): Promise<void> {
    const isForField = this.#claims.at(-1)?.typedToo === true;
    if (!isForField || !(await this.#isClaimed({ text, also: [] }))) await this.submit(text, 'typed');
  }

  /** Gives a code to the field that claims it, as main reads it. */
  async #isClaimed(burst: Burst): Promise<boolean> {
    const claim = this.#claims.at(-1);
    const reply = claim ? await call('scans.read', inputOf(burst)) : null;
    // If the field has gone meanwhile, the scan goes to the queue: no scan is lost.
    if (!claim || !reply?.ok || !this.#claims.includes(claim) || !claim.accepts(reply.value)) return false;
    claim.onScan(reply.value);
    return true;
  }

  /** Shows the row of a scan at once and sends the scan to main's queue. */
  async submit(
    text: string,
    via: 'scanner' | 'typed',
    room = this.#shell.queue,
    { by = 'barcode', ...burst }: Partial<Burst> & { by?: 'barcode' | 'itemId' } = {},
  ): Promise<void> {
    const { desk, logs, slips } = this.#shell;
    const id = crypto.randomUUID();
    const log = logs[room];
    if (room === 'desk') desk.mode = modeSetBy(text) ?? desk.mode;
    const mode = room === 'desk' ? desk.mode : 'auto';
    const lends = mode === 'auto' && (desk.patron !== null || desk.opening);
    if (commandIn(text) === null) slips.withdraw();
    log.add({ id, text, kind: 'unknown', action: room === 'receiving' ? 'find' : lends ? 'lend' : 'return' });
    const submission = call('scans.submit', {
      ...inputOf({ also: [], ...burst, text }),
      id,
      room,
      mode,
      via,
      by,
    });
    if (room === 'desk') desk.lastSubmission = submission;
    const reply = await submission;
    if (reply.ok) log.confirm(reply.value);
    else log.fail(id, reply.failure);
  }

  /** Submits a command as its barcode would: it is done in the order of the scans. */
  submitCommand(command: CommandBarcode): Promise<void> {
    return this.submit(commandCode(command), 'typed');
  }
}

const inputOf = ({ text, also, behind = [] }: Burst): Input<'scans.read'> => ({
  text,
  also: [...also],
  behind: [...behind],
});
