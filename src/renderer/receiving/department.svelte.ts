import type { SentItem } from '../../contract/department-work.ts';
import type { Failure } from '../../contract/failure.ts';
import { call } from '../api.ts';
import type { ScanText } from '../scan/scan-text.ts';
import { doneText, failedScanText, scannedInText, statusText } from './department-text.ts';
import type { ReceiveSettings } from './settings.svelte.ts';

interface DepartmentPorts {
  readonly settings: ReceiveSettings;
  readonly say: (id: string, text: ScanText) => void;
}

/** Which of the two lists is shown. */
export type DepartmentList = SentItem['state'];

const dayMs = 86_400_000;
/** What was sent on longer ago than so many days is looked for, unless a person says otherwise. */
const usualDays = '14';

/**
 * The work of departments, as far as this station knows it: what it has sent there, and what is scanned in. It is read
 * from main when the panel is opened, and changes with what is done here.
 */
export class DepartmentWork {
  /** Its panel is open, in the place of the order line. */
  isOpen = $state(false);
  list = $state<DepartmentList>('department');
  /** How many days ago something was sent on, at least, as typed. */
  days = $state(usualDays);
  /** The current row, by its id. */
  at = $state('');
  items = $state.raw<readonly SentItem[]>([]);
  /** Main has answered once. */
  loaded = $state(false);
  /** They are read again at the service. */
  progress = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  /** How many of those read last could not be read; null before the first. */
  unread = $state<number | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #ports: DepartmentPorts;
  #reading: AbortController | null = null;
  /** One after the other: a scan that comes while the last one is sent waits for it. */
  #turn: Promise<unknown> = Promise.resolve();
  /** How many scans have no answer yet. */
  #scans = $state(0);
  /** The last scan has put its item on the list. */
  #isScanned = true;

  /** Whole days; null where what was typed is no number of days. */
  readonly daysTyped = $derived(/^\d{1,4}$/.test(this.days.trim()) ? Number(this.days) : null);
  readonly rows = $derived.by(() => {
    if (this.list === 'department') return this.items.filter(({ state }) => state === 'department');
    const before = Date.now() - (this.daysTyped ?? 0) * dayMs;
    return this.items.filter(({ state, since }) => state === 'sentOn' && Date.parse(since) <= before);
  });
  readonly current = $derived(this.rows.find(({ id }) => id === this.at) ?? this.rows[0] ?? null);

  constructor(ports: DepartmentPorts) {
    this.#ports = ports;
  }

  async open(): Promise<void> {
    this.isOpen = true;
    await this.load();
  }

  async load(): Promise<void> {
    const reply = await call('receiving.department.list', {});
    this.failure = reply.ok ? null : reply.failure;
    if (!reply.ok) return;
    this.items = reply.value;
    this.loaded = true;
  }

  /** Scans an item into the department of the room. */
  scan(code: string): Promise<void> {
    this.#scans += 1;
    return this.#inTurn(async () => {
      this.#isScanned = await this.#scan(code);
      this.#scans -= 1;
    });
  }

  /** Answers whether its item is on the list. */
  async #scan(code: string): Promise<boolean> {
    const { department, workOrder: workOrderType, status } = this.#ports.settings;
    if (!department) return false;
    const where = { department: department.code, departmentLibrary: department.library };
    const intent = crypto.randomUUID();
    const about = { what: code, code: true };
    const reply = await call('receiving.department.scanIn', {
      ...{ intent, code, ...where, workOrderType, status },
    });
    if (!reply.ok) {
      this.#ports.say(intent, failedScanText(about, reply.failure));
      return false;
    }
    const { item, alert } = reply.value;
    this.#put(item);
    this.list = 'department';
    this.#ports.say(intent, scannedInText(item, alert, this.#ports.settings));
    return true;
  }

  /** A scan is under way: what is done next is meant for its item. */
  get isScanning(): boolean {
    return this.#scans > 0;
  }

  /** The status that comes after that of the current item; `''` where it is the last one, or not known. */
  get nextStatus(): string {
    return this.current ? this.#statusAfter(this.current) : '';
  }

  /** Gives the work order of the item that is meant its next status. */
  changeStatus(): Promise<void> {
    return this.#withMeant((item) => this.#changeStatus(item, this.#statusAfter(item)));
  }

  /** Gives the work order of the item that is current on the screen this status. */
  setStatus(status: string): Promise<void> {
    const { current } = this;
    return current ? this.#inTurn(() => this.#changeStatus(current, status)) : Promise.resolve();
  }

  async #changeStatus(item: SentItem, status: string): Promise<void> {
    if (status === '') return;
    const intent = crypto.randomUUID();
    const reply = await call('receiving.department.status', { intent, id: item.id, status });
    if (!reply.ok) {
      await this.#failed(intent, item, reply.failure);
      return;
    }
    this.#put(reply.value.item);
    this.#ports.say(intent, statusText(reply.value.item, this.#ports.settings));
  }

  /** The work on the current item is done: it goes on. */
  done(): Promise<void> {
    return this.#withMeant(async (item) => {
      const intent = crypto.randomUUID();
      const reply = await call('receiving.department.done', { intent, id: item.id });
      if (!reply.ok) {
        await this.#failed(intent, item, reply.failure);
        return;
      }
      if (reply.value.item) this.#put(reply.value.item);
      else this.#drop(item.id);
      this.#ports.say(intent, doneText(item, reply.value.next));
    });
  }

  #statusAfter({ status }: SentItem): string {
    const { statuses } = this.#ports.settings;
    return statuses[statuses.findIndex(({ code }) => code === status) + 1]?.code ?? '';
  }

  /**
   * Does something with the item that is meant: the current one; while a scan is under way, the item of that scan. Where
   * that was refused, which its own words say, nothing is done.
   */
  #withMeant(work: (item: SentItem) => Promise<void>): Promise<void> {
    const meant = this.isScanning ? null : this.current;
    return this.#inTurn(async () => {
      const item = meant ?? (this.#isScanned ? this.current : null);
      if (item) await work(item);
    });
  }

  /** Reads those that are shown again, one by one: what has arrived leaves the list. */
  async read(): Promise<void> {
    if (this.progress || this.rows.length === 0) return;
    const reading = new AbortController();
    this.#reading = reading;
    const ids = this.rows.map(({ id }) => id);
    this.progress = { done: 0, total: ids.length };
    this.failure = null;
    this.unread = null;
    const reply = await call(
      'receiving.department.read',
      { ids },
      {
        signal: reading.signal,
        onProgress: ({ done, total, id, item }) => {
          this.progress = { done, total };
          if (item) this.#replace(item);
          else this.#drop(id);
        },
      },
    );
    this.progress = null;
    if (reply.ok) this.unread = reply.value.unread;
    else if (reply.failure.kind !== 'cancelled') this.failure = reply.failure;
  }

  stop(): void {
    this.#reading?.abort();
  }

  /** A person has seen to it elsewhere. */
  async remove(): Promise<void> {
    const item = this.current;
    if (!item) return;
    const reply = await call('receiving.department.remove', { id: item.id });
    if (reply.ok) this.#drop(item.id);
    else await this.load();
  }

  /** What was found out meanwhile may have changed the list. */
  async #failed(intent: string, item: SentItem, failure: Failure): Promise<void> {
    this.#ports.say(
      intent,
      failedScanText({ what: item.title || item.barcode, code: item.title === '' }, failure),
    );
    await this.load();
  }

  #put(item: SentItem): void {
    this.#replace(item);
    this.at = item.id;
  }

  #replace(item: SentItem): void {
    this.items = [...this.items.filter(({ id }) => id !== item.id), item].toSorted((one, other) =>
      one.since < other.since ? -1 : Number(one.since > other.since),
    );
  }

  #drop(gone: string): void {
    this.items = this.items.filter(({ id }) => id !== gone);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn;
    return turn;
  }
}
