import type { UnfinishedView } from '../../contract/receiving.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import type { Listeners } from '../commands/listeners.ts';
import { invalid } from '../failed.ts';
import type { Service } from '../ports.ts';
import { byLibrary } from './left-scans.ts';
import type { Parts } from './parts.ts';
import { ReceivingRoom } from './receiving-room.ts';

/** What the rooms show of the items that are not finished. */
interface Unfinished {
  list(): readonly UnfinishedView[];
  readonly changes: Listeners<null>;
}

/** The receiving rooms, one per window; the list of what is not finished is the same in all of them. */
export class ReceivingRooms {
  readonly #parts: Parts;
  readonly #unfinished: Unfinished;
  readonly #ofWindow = new Map<number, ReceivingRoom>();
  #left: { readonly library: string; readonly room: ReceivingRoom }[] = [];

  constructor(parts: Parts, unfinished: Unfinished) {
    this.#parts = parts;
    this.#unfinished = unfinished;
    this.adoptLeft();
    unfinished.changes.add(() => {
      const list = unfinished.list();
      for (const room of this.#ofWindow.values()) room.events.tell({ type: 'unfinished', unfinished: list });
    });
  }

  /** Takes over what an earlier run left, as far as it can be read and is in no room yet. */
  adoptLeft(): void {
    const rooms = [...this.#ofWindow.values(), ...this.#left.map(({ room }) => room)];
    const isKnown = (id: string): boolean => rooms.some((room) => room.has(id));
    const left = this.#parts.journal.openScans('receiving').filter(({ view }) => !isKnown(view.id));
    for (const [library, entries] of byLibrary(left)) {
      const room = this.#make();
      room.adopt(entries);
      this.#left.push({ library, room });
    }
  }

  of(window: number): ReceivingRoom {
    const room = this.#ofWindow.get(window) ?? this.#takeOver() ?? this.#make();
    this.#ofWindow.set(window, room);
    return room;
  }

  /** An order line as it stands now, in whichever rooms it is on the table. */
  show(service: Service, pol: Pol): void {
    for (const room of this.#ofWindow.values()) room.show(service, pol);
  }

  /** Throws `scansOpen` while a scan is looked up in any window: its answer would be another library's. */
  refuseWhileOpen(): void {
    for (const room of this.#ofWindow.values()) if (room.busy) throw invalid('scans', 'scansOpen');
  }

  /** Every order line leaves its table: the station stands on another service. */
  closeAll(): void {
    for (const room of this.#ofWindow.values()) room.close();
  }

  closed(window: number): void {
    const room = this.#ofWindow.get(window);
    room?.windowGone();
    room?.close();
    this.#ofWindow.delete(window);
  }

  /** What an earlier run left of the library that is connected, or was scanned where none was known. */
  #takeOver(): ReceivingRoom | undefined {
    const here = this.#parts.standing.library()?.id ?? '';
    const first = this.#left.find(({ library }) => library === here || library === '');
    this.#left = this.#left.filter((one) => one !== first);
    return first?.room;
  }

  #make(): ReceivingRoom {
    return new ReceivingRoom(this.#parts, () => this.#unfinished.list());
  }
}
