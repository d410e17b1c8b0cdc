import type { Coded } from '../../contract/common.ts';
import type { Failure } from '../../contract/failure.ts';
import type { TrolleySettings } from '../../contract/trolley.ts';
import type { Places, StationView } from '../../contract/station.ts';
import { call } from '../api.ts';
import { localDay } from '../../shared/days.ts';
import { m } from '../../messages/compiled/messages.js';
import { readDate } from '../../shared/formats.ts';
import { countText } from '../ui/format.ts';

type Department = Places['departments'][number];

/** Used if nothing else is chosen. Source: Acquisitions, receiving and keeping in a department. */
const defaults = { workOrder: 'AcqWorkOrder', status: 'CopyCataloging' } as const;

/** What a trolley has before main's first report. */
const unset: TrolleySettings = {
  mode: 'look',
  date: '',
  confirmedFuture: false,
  department: '',
  departmentLibrary: '',
  workOrderType: '',
  status: '',
};

/** What codes of the receiving room are called. */
export type CodeLabels = Pick<ReceiveSettings, 'departmentLabel' | 'statusLabel'>;

/** A day that is still to come, and what is done once a person has confirmed it. */
interface FutureDay {
  readonly date: string;
  readonly then: () => void;
}

/**
 * How books are received: the settings of the trolley, which main keeps, and the tables to choose from. What nobody has
 * chosen is the station's department, and the usual work order.
 */
export class ReceiveSettings {
  departments = $state.raw<readonly Department[]>([]);
  workOrders = $state.raw<readonly Coded[]>([]);
  statuses = $state.raw<readonly Coded[]>([]);
  placesFailure = $state.raw<Failure | null>(null);
  workOrdersFailure = $state.raw<Failure | null>(null);
  /** Why the day was refused; until another day is chosen. */
  dateFailure = $state.raw<Failure | null>(null);
  /** Why the settings could not be changed. */
  failure = $state.raw<Failure | null>(null);
  /** A day to come that a person is asked about. */
  future = $state.raw<FutureDay | null>(null);
  /** The fields are shown. */
  isOpen = $state(false);
  /** As main has them. */
  #settings = $state.raw<TrolleySettings>(unset);
  /** What main was asked to change and has not answered, oldest first: what is done now is done by it already. */
  #asked = $state.raw<readonly Partial<TrolleySettings>[]>([]);
  readonly #view = $derived(
    this.#asked.reduce<TrolleySettings>((all, change) => ({ ...all, ...change }), this.#settings),
  );
  /** A day that was typed, and that main does not have yet. */
  #typed = $state<string | null>(null);
  #station = $state.raw<Department | null>(null);
  #readFor = '';

  get mode(): TrolleySettings['mode'] {
    return this.#view.mode;
  }

  /** As typed; today's date until another was chosen. */
  get date(): string {
    return this.#typed ?? (this.#view.date || localDay());
  }

  set date(date: string) {
    // What is today's date follows the days.
    this.#typed = date === localDay() && this.#view.date === '' ? null : date;
    this.dateFailure = null;
  }

  /** A person has confirmed that the day is in the future. */
  get confirmedFuture(): boolean {
    return this.#view.confirmedFuture && this.date === this.#view.date;
  }

  /** The department chosen in this room, else the station's. */
  get department(): Department | null {
    const { department: code, departmentLibrary: library } = this.#view;
    if (code === '') return this.#station;
    const isIt = (one: Department): boolean => one.code === code && one.library === library;
    const known =
      this.departments.find(isIt) ?? (this.#station && isIt(this.#station) ? this.#station : null);
    return known ?? { code, library, label: this.departmentLabel(code) };
  }

  get workOrder(): string {
    return firstKnown(this.workOrders, this.#view.workOrderType, defaults.workOrder);
  }

  get status(): string {
    return firstKnown(this.statuses, this.#view.status, defaults.status);
  }

  /** All of them as a book is received with, whatever was left to its default. */
  get all(): TrolleySettings {
    const { department } = this;
    return {
      ...this.#view,
      department: department?.code ?? '',
      departmentLibrary: department?.library ?? '',
      workOrderType: this.workOrder,
      status: this.status,
    };
  }

  /** The departments in the order of the numbers on the printed card: 1 is the first. */
  get numberedDepartments(): readonly Department[] {
    return inCardOrder(this.departments);
  }

  /** `''` until the tables are read: a code says nothing to a person. So do the labels below. */
  departmentLabel(code: string): string {
    return labelOf(this.departments, code) || (this.#station?.code === code ? this.#station.label : '');
  }

  statusLabel(code: string): string {
    return labelOf(this.statuses, code);
  }

  workOrderLabel(code: string): string {
    return labelOf(this.workOrders, code);
  }

  /** Main reports the settings of the trolley. */
  show(view: TrolleySettings): void {
    this.#settings = view;
    if (this.#typed === view.date) this.#typed = null;
  }

  /** Changes some of the settings, for all books from now on; answers the failure, which it also shows. */
  async set(change: Partial<TrolleySettings>): Promise<Failure | null> {
    this.#asked = [...this.#asked, change];
    const reply = await call('receiving.trolley.set', { settings: this.all });
    this.#asked = this.#asked.filter((one) => one !== change);
    if (reply.ok) {
      this.show(reply.value.settings);
      this.failure = null;
      return null;
    }
    const { failure } = reply;
    const isDate = failure.kind === 'invalid' && failure.field === 'date';
    if (isDate) this.dateFailure = failure;
    else this.failure = failure;
    return failure;
  }

  /** The day was typed or chosen: main is told. A day to come is asked about first, once. */
  commitDate(): void {
    const typed = this.#typed;
    if (typed === null) return;
    const date = typed === localDay() ? '' : typed;
    // It is asked about already: by whoever receives on it.
    if (this.future?.date === date) return;
    this.askFuture(() => {
      void this.set({ date, confirmedFuture: isFuture(date) }).then((failure) => {
        if (!failure && this.#typed === typed) this.#typed = null;
      });
    });
  }

  /** Does it at once, unless the day is still to come and nobody has confirmed that: then a person is asked first. */
  askFuture(then: () => void): void {
    const { date } = this;
    if (!isFuture(date) || this.confirmedFuture) then();
    else this.future = { date, then };
  }

  /** The answer to that question. */
  async answerFuture(isMeant: boolean): Promise<void> {
    const { future } = this;
    this.future = null;
    if (!future) return;
    if (!isMeant) {
      this.#typed = null;
      return;
    }
    if (!(await this.set({ date: future.date, confirmedFuture: true }))) {
      this.#typed = null;
      future.then();
    }
  }

  chooseDepartment(key: string): void {
    const chosen = this.departments.find((one) => departmentKey(one) === key);
    if (chosen) void this.#setDepartment(chosen);
  }

  /** By the number on the printed card; answers the failure, also where nothing has that number. */
  async chooseNumber(table: 'departments' | 'statuses', number: number): Promise<Failure | null> {
    if (table === 'departments') {
      const department = this.numberedDepartments[number - 1];
      return department ? this.#setDepartment(department) : noSuchNumber(number);
    }
    const status = this.statuses[number - 1];
    return status ? this.set({ status: status.code }) : noSuchNumber(number);
  }

  /** The next status of the table; after the last one the first. */
  async nextStatus(): Promise<Failure | null> {
    const at = this.statuses.findIndex(({ code }) => code === this.status);
    const next = this.statuses[(at + 1) % this.statuses.length];
    return next ? this.set({ status: next.code }) : null;
  }

  /** Takes over the station: another service or another department has other tables. */
  async useStation(station: StationView): Promise<void> {
    this.#station = station.department;
    const place = [
      station.mode,
      station.institution?.address,
      station.library?.code,
      station.department?.code,
    ].join(' ');
    if (place === this.#readFor) return;
    const isAnother = this.#readFor !== '';
    this.#readFor = place;
    await this.read();
    // What was chosen for the place before is not meant here.
    if (isAnother) await this.#setDepartment(this.#station ?? { code: '', library: '', label: '' });
  }

  /** Reads the tables of the choices. */
  async read(): Promise<void> {
    const [places, workOrders] = await Promise.all([
      call('station.places', {}),
      call('receiving.workOrders', {}),
    ]);
    this.placesFailure = places.ok ? null : places.failure;
    this.workOrdersFailure = workOrders.ok ? null : workOrders.failure;
    if (places.ok) this.departments = places.value.departments;
    if (!workOrders.ok) return;
    this.workOrders = workOrders.value.types;
    this.statuses = workOrders.value.statuses;
  }

  #setDepartment({ code, library }: Department): Promise<Failure | null> {
    return this.set({ department: code, departmentLibrary: library });
  }
}

/** What a command barcode asks for cannot be done now, in these words. */
export const notNow = (detail: string): Failure => ({
  ...{ kind: 'invalid', field: 'command', reason: 'notNow', detail },
});

/** A number of a printed card that nothing has any more. */
const noSuchNumber = (number: number): Failure =>
  notNow(m.receiving_no_such_number({ number: countText(number) }));

const isFuture = (date: string): boolean => readDate(date)?.day === true && date > localDay();

/** A department's code is unique within its library only. */
export function departmentKey({ library, code }: Pick<Department, 'library' | 'code'>): string {
  return `${library}/${code}`;
}

/** Departments as the printed card numbers them, in whatever order they were read. */
export function inCardOrder<D extends Pick<Department, 'library' | 'code'>>(departments: readonly D[]): D[] {
  return departments.toSorted((one, other) => (departmentKey(one) < departmentKey(other) ? -1 : 1));
}

function firstKnown(table: readonly Coded[], ...codes: readonly string[]): string {
  return (
    codes.find((code) => table.some((row) => row.code === code)) ??
    table[0]?.code ??
    codes.find((code) => code !== '') ??
    ''
  );
}

function labelOf(table: readonly Coded[], code: string): string {
  return table.length === 0 ? '' : (table.find((row) => row.code === code)?.label ?? code);
}
