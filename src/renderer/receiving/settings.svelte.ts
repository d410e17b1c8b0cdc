import type { Coded } from '../../contract/common.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Places, StationView } from '../../contract/station.ts';
import { call } from '../api.ts';
import { localDay } from '../../shared/days.ts';

type Department = Places['departments'][number];

/** Used if nothing else is chosen. Source: Acquisitions, receiving and keeping in a department. */
const defaults = { workOrder: 'AcqWorkOrder', status: 'CopyCataloging' } as const;

/** How items are received: stays the same from one book to the next. */
export class ReceiveSettings {
  departments = $state.raw<readonly Department[]>([]);
  workOrders = $state.raw<readonly Coded[]>([]);
  statuses = $state.raw<readonly Coded[]>([]);
  workOrder = $state<string>(defaults.workOrder);
  status = $state<string>(defaults.status);
  placesFailure = $state.raw<Failure | null>(null);
  workOrdersFailure = $state.raw<Failure | null>(null);
  /** Why the day was refused; until another day is chosen. */
  dateFailure = $state.raw<Failure | null>(null);
  #date = $state<string | null>(null);
  #station = $state.raw<Department | null>(null);
  #chosen = $state<string | null>(null);
  #readFor = '';

  /** As typed; today's date until another was chosen. */
  get date(): string {
    return this.#date ?? localDay();
  }

  set date(date: string) {
    this.#date = date === localDay() ? null : date;
    this.dateFailure = null;
  }

  /** The department chosen in this room, else the station's. */
  get department(): Department | null {
    return this.departments.find((department) => departmentKey(department) === this.#chosen) ?? this.#station;
  }

  /** `''` until the tables are read: a code says nothing to a person. So do the labels below. */
  departmentLabel(code: string): string {
    return labelOf(this.departments, code);
  }

  statusLabel(code: string): string {
    return labelOf(this.statuses, code);
  }

  workOrderLabel(code: string): string {
    return labelOf(this.workOrders, code);
  }

  chooseDepartment(key: string): void {
    this.#chosen = key;
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
    this.#readFor = place;
    this.#chosen = null;
    await this.read();
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
    this.workOrder = firstKnown(this.workOrders, this.workOrder, defaults.workOrder);
    this.status = firstKnown(this.statuses, this.status, defaults.status);
  }
}

/** A department's code is unique within its library only. */
export function departmentKey({ library, code }: Department): string {
  return `${library}/${code}`;
}

function firstKnown(table: readonly Coded[], ...codes: readonly string[]): string {
  return codes.find((code) => table.some((row) => row.code === code)) ?? table[0]?.code ?? codes[0] ?? '';
}

function labelOf(table: readonly Coded[], code: string): string {
  return table.length === 0 ? '' : (table.find((row) => row.code === code)?.label ?? code);
}
