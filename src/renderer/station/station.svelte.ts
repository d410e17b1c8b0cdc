import type { Failure } from '../../contract/failure.ts';
import type { Appearance, ServiceStatus, StationView } from '../../contract/station.ts';
import { call, watch } from '../api.ts';
import { Speaker } from '../app/sound.ts';
import { OpenSection } from '../ui/open-section.svelte.ts';
import type { SectionId } from './sections.ts';

/** This workstation and its service, as main reports them. Applies the appearance to the page. */
export class StationState {
  view = $state.raw<StationView | null>(null);
  status = $state.raw<ServiceStatus>({ state: 'unknown', ms: null, remaining: null });
  /** By how many milliseconds the machine's clock was set, until the user dismisses that; 0 if it was not set. */
  clockJump = $state(0);
  /** A library system that a file of settings names: the form of the connection begins with it. */
  proposed = $state.raw<StationView['institution']>(null);
  readonly speaker = new Speaker();
  readonly openSection = new OpenSection<SectionId, 'library' | 'teach'>('place');
  /** What main reported last. */
  #reported: StationView | null = null;
  /** Changes that main has not answered yet. */
  #changing = 0;

  /** Follows main until the function it answers is called. */
  start(): () => void {
    return watch('station.watch', (event) => {
      // With main's first report the start of the program is over.
      if (!this.#reported) requestIdleCallback(() => this.speaker.prepare());
      if (event.type === 'service') this.status = event.status;
      else if (event.type === 'clock') this.clockJump = event.byMs;
      else this.show(event.station);
    });
  }

  /**
   * Shows the station as main reports it. While changes of the appearance wait for their answers, reports are not shown:
   * they have an earlier state, from which the next change would start.
   */
  show(view: StationView): void {
    this.#reported = view;
    if (this.#changing === 0) this.#put(view);
  }

  /** Changes the appearance: shown at once, and undone if main could not save it. */
  async change(part: Partial<Appearance>): Promise<Failure | null> {
    if (!this.view) return null;
    this.#changing += 1;
    this.#put({ ...this.view, appearance: { ...this.view.appearance, ...part } });
    const reply = await call('station.appearance', part);
    this.#changing -= 1;
    if (reply.ok) this.show(reply.value);
    else if (this.#reported) this.show(this.#reported);
    return reply.ok ? null : reply.failure;
  }

  #put(view: StationView): void {
    this.view = view;
    const { theme, density, text, sounds, volume } = view.appearance;
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
    dataset['density'] = density;
    dataset['text'] = text;
    this.speaker.on = sounds;
    this.speaker.volume = volume;
  }
}
