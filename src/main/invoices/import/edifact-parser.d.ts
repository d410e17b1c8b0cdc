/** What we use of the package `edifact`, which comes without types. */
declare module 'edifact/parser.js' {
  export default class Parser {
    /** The table of characters that are accepted, by its syntax identifier. Source: ISO 9735. */
    encoding(level: string): void;
    onopensegment: (tag: string) => void;
    onelement: () => void;
    oncomponent: (data: string) => void;
    onclosesegment: () => void;
    /** Throws where the text is no segments. */
    write(text: string): void;
    /** Throws where the last segment has no end. */
    end(): void;
  }
}
