import type { Wire } from './codec.ts';

/** A window that a page asks for. */
export interface WindowRequest {
  url: string;
  frameName: string;
  features: string;
  disposition: string;
}

/** What the preload's world tells main. */
export type ToMain =
  | { type: 'send'; channel: string; args: Wire }
  | { type: 'invoke'; channel: string; args: Wire; id: number }
  | { type: 'open'; request: WindowRequest }
  | { type: 'title'; title: string }
  | { type: 'preload-error'; error: Wire };

/** What main tells the preload's world. */
export type FromMain =
  | { type: 'message'; channel: string; args: Wire }
  | { type: 'reply'; id: number; value: Wire }
  | { type: 'failure'; id: number; message: string };
