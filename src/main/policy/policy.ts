import type { Feature, PolicyFault, PolicyId, PolicyPlace, PolicyProblem } from '../../contract/policy.ts';
import { Emitter } from '../emitter.ts';
import { Failed } from '../failure.ts';
import type { Clock, Log } from '../ports.ts';
import { type Authorities, readAuthorities } from './authority.ts';
import type { PolicyValues } from './catalogue.ts';
import type { PolicyContent } from './judge.ts';
import { type GoodPolicy, hashOf, LastGood } from './last-good.ts';
import { placeInForce, type PlacePolicy, placeView, worstOf } from './place-policy.ts';
import type { PolicySystem, Source } from './source.ts';
import { wholly } from './text.ts';
import type { Trust } from './trust.ts';
import { problemAt } from './words.ts';

export interface PolicyOptions {
  readonly system: PolicySystem;
  /** Judges a file that a policy names. */
  readonly trust: Trust;
  /** The program's folder, for the last good policies. */
  readonly folder: string;
  /** The name of this computer. */
  readonly host: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** A value, and the place that says so. */
export interface Placed<V> {
  readonly value: V;
  readonly place: string;
}

const none: Authorities = { pem: [], problems: [] };

/** The setting that switches a feature. */
export const settingOf = {
  feeWaiving: 'allowFeeWaiving',
  exports: 'allowExports',
  forcedPayment: 'allowForcedPayment',
} as const satisfies Record<Feature, PolicyId>;

/**
 * The policy of this computer: of all places together, the strongest first. A place that breaks goes on with what was
 * good last; where nothing ever was, it holds what could do harm: service and place stay, and what can be switched off
 * is off, unless a stronger place decides it.
 */
export class Policy {
  readonly changes = new Emitter<undefined>();
  readonly #options: PolicyOptions;
  readonly #lastGood: LastGood;
  #places: readonly PlacePolicy[] = [];
  #problems: readonly PolicyProblem[] = [];
  #state = '';
  #authorities = none;
  #locating: Promise<void> | null = null;

  constructor(options: PolicyOptions) {
    this.#options = options;
    this.#lastGood = new LastGood(options.folder, options.log);
    this.reread();
  }

  get host(): string {
    return this.#options.host;
  }

  get folders(): readonly string[] {
    return this.#options.system.folders;
  }

  /** What is wrong with the policies, and with the files that they name. */
  get problems(): readonly PolicyProblem[] {
    return [...this.#problems, ...this.#authorities.problems];
  }

  get places(): readonly PolicyPlace[] {
    return this.#places.map(placeView);
  }

  /** The worst of all places. */
  get state(): PolicyPlace['state'] {
    return worstOf(this.#places);
  }

  /** What holds whatever the user chose; null where no place says anything. */
  mandatory<K extends PolicyId>(id: K): Placed<PolicyValues[K]> | null {
    return this.#find('mandatory', id);
  }

  /** What holds until the user chooses otherwise. */
  recommended<K extends PolicyId>(id: K): Placed<PolicyValues[K]> | null {
    return this.#find('recommended', id);
  }

  /** The value of a setting that no user can choose. */
  value<K extends PolicyId>(id: K): PolicyValues[K] | null {
    return (this.mandatory(id) ?? this.recommended(id))?.value ?? null;
  }

  /**
   * The broken place that might say something of a setting, because no stronger one does; null if none. What it says is
   * not known, so the setting is held.
   */
  brokenFor(id: PolicyId): string | null {
    const first = this.#places.find(
      ({ content, state }) => state === 'broken' || content?.mandatory[id] !== undefined,
    );
    return first?.state === 'broken' ? first.place : null;
  }

  /** Why a feature is off; null if it is not. */
  off(feature: Feature): { readonly place: string; readonly broken: boolean } | null {
    const id = settingOf[feature];
    const broken = this.brokenFor(id);
    if (broken !== null) return { place: broken, broken: true };
    const placed = this.mandatory(id) ?? this.recommended(id);
    return placed?.value === false ? { place: placed.place, broken: false } : null;
  }

  /** Throws `switchedOff` if the feature is off. */
  assertOn(feature: Feature): void {
    const off = this.off(feature);
    if (off) throw new Failed({ kind: 'switchedOff', feature, ...off });
  }

  /** The certificates of the authorities that the policy adds, as PEM. */
  get authorities(): readonly string[] {
    return this.#authorities.pem;
  }

  /** The same, once everything is loaded that reads what is there, and says where its faults are. */
  async refresh(): Promise<void> {
    try {
      await this.#options.system.prepare?.();
    } catch (error) {
      this.#options.log.defect(error);
    }
    this.reread();
    await this.#locating;
  }

  /** Reads all places; tells the listeners if anything is different. */
  reread(): void {
    const { clock, log } = this.#options;
    const sources = this.#read();
    this.#places = sources.map((source) => placeInForce(source, this.#lastGood, clock));
    this.#problems = sources.flatMap(({ place, judged }) =>
      judged?.ok === false ? judged.problems.map((one) => problemAt(place, one)) : [],
    );
    const good = this.#places.flatMap(({ place, content, since }) =>
      content ? [[place, { content, since }] as const] : [],
    );
    this.#lastGood.keep(new Map<string, GoodPolicy>(good));
    const file = this.value('authorityFile');
    this.#authorities = file === null ? none : readAuthorities(file, this.#options.trust);
    const state = hashOf([this.#places, this.#problems, this.#authorities]);
    if (state === this.#state) return;
    this.#state = state;
    this.#locate();
    log.line('policy.read', {
      state: this.state,
      places: this.#places.filter((place) => place.state !== 'none').length,
      problems: [...new Set(this.#problems.map(({ why }): PolicyFault => why))].join(' '),
    });
    this.changes.emit(undefined);
  }

  /** The first time that something is wrong, what says where is loaded. */
  #locate(): void {
    const loading = this.#problems.length > 0 ? this.#options.system.explain?.() : null;
    if (!loading) return;
    this.#locating ??= loading.then(
      () => this.reread(),
      (error: unknown) => void this.#options.log.defect(error),
    );
  }

  /** A system that cannot even be asked is a broken place: a policy may be there. */
  #read(): readonly Source[] {
    try {
      return this.#options.system.read();
    } catch (error) {
      this.#options.log.defect(error);
      const problems = [wholly('notRead')];
      return [...new Set([...this.folders, ...this.#places.map(({ place }) => place)])].map((place) => ({
        place,
        judged: { ok: false, problems },
      }));
    }
  }

  #find<K extends PolicyId>(part: keyof PolicyContent, id: K): Placed<PolicyValues[K]> | null {
    for (const { place, content } of this.#places) {
      const value = content?.[part][id];
      if (value !== undefined) return { value, place };
    }
    return null;
  }
}
