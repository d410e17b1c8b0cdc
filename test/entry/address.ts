import path from 'node:path';

/** How to call the practice library that runs inside a program under test. */
export interface PracticeAddress {
  readonly port: number;
  readonly key: string;
}

/** The file in which the practice library of this station says that; written whenever it begins to listen. */
export const addressFile = (userData: string): string => path.join(userData, 'practice-address.json');
