/** What a mark says: the four meanings, and `quiet` for what only waits. */
export type Meaning = 'done' | 'attention' | 'refused' | 'information' | 'quiet';
