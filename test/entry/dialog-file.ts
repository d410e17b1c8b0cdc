import path from 'node:path';

/** The file in which a program under test says which dialog it has shown. */
export const dialogFile = (userData: string): string => path.join(userData, 'dialog.json');
