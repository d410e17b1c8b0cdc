import type { Failure } from '../../contract/failure.ts';
import type { Answer } from '../../contract/index.ts';
import type { OrderRecord } from '../../contract/orders.ts';
import { call } from '../api.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { Listing } from '../ui/list/listing.svelte.ts';
import { rowIds } from '../ui/row-ids.ts';
import { orderEditOf, type OrderEdit } from './order-edit.svelte.ts';
import { outlasting } from '../ui/outlasting.svelte.ts';

/** Order lines on a page of what was found. */
export const pageSize = 50;

/** The order line that is open. */
export class OpenOrder {
  readonly pol: string;
  readonly view = new Listing<OrderRecord>((signal) => call('orders.read', { pol: this.pol }, { signal }));
  /** What is being changed in it. */
  readonly edit: OrderEdit;
  editing = $state(false);
  /** Why it was not opened in the receiving room. */
  failure = $state.raw<Failure | null>(null);

  constructor(pol: string) {
    this.pol = pol;
    this.edit = orderEditOf(pol);
  }

  /** Puts it on the receiving room's table; answers whether it is there. */
  async receive(): Promise<boolean> {
    const reply = await call('receiving.open', { pol: this.pol });
    this.failure = reply.ok ? null : reply.failure;
    return reply.ok;
  }

  /** Shows the order line as it was saved; reads it where the answer does not have it. */
  async saved(record: OrderRecord | null): Promise<void> {
    if (record) this.view.value = record;
    else await this.view.load();
  }

  close(): void {
    this.view.stop();
    this.editing = false;
  }
}

/** The order lines of this window: what is looked for, what was found, and the one that is open. */
export class OrdersRoom {
  text = $state('');
  /** Also those that are closed or cancelled. */
  closed = $state(false);
  /** What was looked for last; null until something was. */
  asked = $state.raw<{ readonly text: string; readonly closed: boolean } | null>(null);
  /** Counted from 0. */
  page = $state(0);
  /** The current row. */
  at = $state('');
  opened = $state.raw<OpenOrder | null>(null);
  readonly list = new Listing<Answer<'orders.search'>>((signal) =>
    call(
      'orders.search',
      {
        text: this.asked?.text ?? '',
        closed: this.asked?.closed ?? false,
        ...{ limit: pageSize, offset: this.page * pageSize },
      },
      { signal },
    ),
  );
  readonly rows = $derived(this.list.value?.orders ?? []);
  /** What tells the rows apart, whatever numbers they came with. */
  readonly keyOf = $derived(rowIds(this.rows, ({ pol }) => pol));
  readonly nameless = $derived(this.rows.find((row) => this.keyOf(row) === this.at)?.pol === '');

  /** Looks for what is typed, from the first page. The only order line that is found is opened. */
  async find(): Promise<void> {
    const text = this.text.trim();
    this.list.stop();
    this.list.value = null;
    this.list.failure = null;
    this.asked = text === '' ? null : { text, closed: this.closed };
    this.page = 0;
    if (!this.asked) return;
    await this.list.load();
    const [only, ...others] = this.rows;
    if (only && others.length === 0) this.open(only.pol);
  }

  /** Looks for the same, also among those that are closed or cancelled. */
  async findClosed(): Promise<void> {
    this.closed = true;
    await this.find();
  }

  open(pol: string): void {
    if (pol === '') return;
    this.opened?.close();
    this.opened = new OpenOrder(pol);
    void this.opened.view.load();
  }

  /** Back to the list; answers whether an order line was open. */
  back(): boolean {
    const { opened } = this;
    opened?.close();
    this.opened = null;
    return opened !== null;
  }

  async turn(by: 1 | -1): Promise<void> {
    const page = this.page + by;
    const pages = Math.ceil((this.list.value?.total ?? 0) / pageSize);
    if (this.opened || page < 0 || page >= pages) return;
    this.page = page;
    await this.list.anew();
  }

  /** An order line was changed: what was found is read again. */
  async changed(): Promise<void> {
    if (this.asked && this.list.value !== null) await this.list.load();
  }

  /** Another library has other order lines. */
  forget(): void {
    this.back();
    this.text = '';
    this.closed = false;
    this.at = '';
    void this.find();
  }
}

/** Made when its section is first opened; it goes on while other rooms are open. */
export function ordersRoom(shell: Shell): OrdersRoom {
  return (shell.orders ??= outlasting(() => new OrdersRoom()));
}
