/** What the preload script puts up in a window: three functions, and no names of channels. */
export interface Bridge {
  call(name: string, id: string, input: unknown): Promise<unknown>;
  abort(id: string): void;
  onProgress(listener: (id: string, report: unknown) => void): () => void;
}

/** The channels between a window and main. Known to the preload script and to main's one IPC file. */
export const channels = {
  call: 'carrel:call',
  abort: 'carrel:abort',
  progress: 'carrel:progress',
} as const;

/** The name under which a window finds the bridge. */
export const bridgeName = 'carrel';
