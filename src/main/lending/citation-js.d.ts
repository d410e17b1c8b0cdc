declare module '@citation-js/core' {
  interface ChainOptions {
    /** The form of the input; without it, it is guessed from the input. */
    readonly forceType: string;
    readonly generateGraph: false;
    /** The form to end with; CSL-JSON where it is not given. */
    readonly target?: string;
  }
  export const plugins: {
    readonly input: { chain(input: unknown, options: ChainOptions): unknown };
  };
  /** Its messages go to the console at this level and above. */
  export const logger: { level: 'http' | 'debug' | 'unmapped' | 'info' | 'warn' | 'error' | 'silent' };
}
declare module '@citation-js/plugin-bibtex';
declare module '@citation-js/plugin-ris';
