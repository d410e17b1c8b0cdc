import { methods, type PaymentMethod } from './methods.ts';

/**
 * How the next payment is made. It stays as it was chosen for as long as the window is open: a desk that takes cards
 * takes cards all morning. It is shown wherever money is paid, and one key changes it.
 */
class NextMethod {
  method = $state<PaymentMethod>('CASH');
  readonly label = $derived(methods.find(({ value }) => value === this.method)?.label() ?? this.method);

  next(): void {
    const at = methods.findIndex(({ value }) => value === this.method);
    this.method = (methods[at + 1] ?? methods[0]).value;
  }
}

export const nextMethod = new NextMethod();
