/** What the watcher in the page saw of one scan; moments are milliseconds of the machine's clock, 0 until they come. */
export interface SeenScan {
  /** As its row said when it came. */
  readonly code: string;
  /** The key that ended it. */
  readonly enter: number;
  /** The first frame that has its row began. */
  begun: number;
  /** The first frame that has its row was on the screen. */
  shown: number;
  /** The first frame in which its row told what came of it was on the screen. */
  settled: number;
  /** The word of its row, once it is settled. */
  outcome: string;
}

/** All that the watcher in the page saw. */
export interface SeenInPage {
  readonly scans: readonly SeenScan[];
  /** How long the window's thread did one thing only, each time that was 50 ms or more. */
  readonly blocked: readonly number[];
}

/** An answer of the service as it arrived in the main process. */
export interface Arrival {
  readonly method: string;
  readonly path: string;
  readonly at: number;
}

/** All that was seen in the main process. */
export interface SeenInMain {
  readonly arrivals: readonly Arrival[];
  /** The longest that the main process did one thing only, in milliseconds. */
  readonly blocked: number;
}
