import type { Failure } from '../../contract/failure.ts';
import type { ReplyTo } from '../../contract/index.ts';
import type { SettingDifference, SettingsFileView, SettingsGroup } from '../../contract/settings-transfer.ts';
import { call } from '../api.ts';
import { allGroups } from './words.ts';

/** A file of settings beside this station, and which of it is imported. */
export class SettingsTransferState {
  file = $state.raw<SettingsFileView | null>(null);
  busy = $state<'export' | 'open' | 'apply' | 'undo' | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** What was done last. */
  done = $state.raw<{ readonly exported: string } | { readonly imported: number } | 'undone' | null>(null);
  /** Groups that are not imported. */
  #left = $state.raw<readonly SettingsGroup[]>([]);
  /** How often another file, or none, was shown: a comparison that was asked for before is of the one before. */
  #shown = 0;

  /** The differences by their groups, in the order of the file. */
  readonly groups = $derived.by(() => {
    const differences = this.file?.differences ?? [];
    return allGroups
      .map((group) => ({ group, rows: differences.filter((one) => one.group === group) }))
      .filter(({ rows }) => rows.length > 0);
  });

  /** How many settings would be imported now. */
  readonly count = $derived(
    this.groups
      .filter(({ group }) => this.isTaken(group))
      .flatMap(({ rows }) => rows)
      .filter(isFree).length,
  );

  isTaken(group: SettingsGroup): boolean {
    return !this.#left.includes(group);
  }

  take(group: SettingsGroup, isTaken: boolean): void {
    const others = this.#left.filter((one) => one !== group);
    this.#left = isTaken ? others : [...others, group];
  }

  async export(): Promise<void> {
    const reply = await this.#run('export', () => call('settingsTransfer.export', {}));
    if (reply.ok && reply.value) this.done = { exported: reply.value.savedAs };
  }

  async open(): Promise<void> {
    const reply = await this.#run('open', () => call('settingsTransfer.open', {}));
    if (!reply.ok || !reply.value) return;
    this.#left = [];
    this.#show(reply.value);
  }

  async apply(): Promise<void> {
    const { count } = this;
    const groups = this.groups.map(({ group }) => group).filter((group) => this.isTaken(group));
    const reply = await this.#run('apply', () => call('settingsTransfer.apply', { groups }));
    if (!reply.ok) return this.compare();
    this.#show(reply.value);
    this.done = { imported: count };
  }

  async undo(): Promise<void> {
    const reply = await this.#run('undo', () => call('settingsTransfer.undo', {}));
    if (!reply.ok) return this.compare();
    this.#show(reply.value);
    this.done = 'undone';
  }

  close(): void {
    this.#show(null);
    this.done = null;
    this.failure = null;
    void call('settingsTransfer.forget', {});
  }

  /** What is otherwise is looked at again: something here has changed, or the page was loaded again. */
  async compare(): Promise<void> {
    const shown = (this.#shown += 1);
    const reply = await call('settingsTransfer.compare', {});
    if (reply.ok && shown === this.#shown) this.file = reply.value;
  }

  #show(file: SettingsFileView | null): void {
    this.#shown += 1;
    this.file = file;
  }

  async #run<K extends 'export' | 'open' | 'apply' | 'undo'>(
    what: K,
    ask: () => Promise<ReplyTo<`settingsTransfer.${K}`>>,
  ): Promise<ReplyTo<`settingsTransfer.${K}`>> {
    this.busy = what;
    this.failure = null;
    this.done = null;
    const reply = await ask();
    this.busy = null;
    if (!reply.ok) this.failure = reply.failure;
    return reply;
  }
}

/** Whether a setting can be imported at all. */
export const isFree = ({ stays }: SettingDifference): boolean => stays === '';
