import { names } from '../names.ts';

/** The name of the note, in `C:\ProgramData\Carrel`. */
export const keptNoteName = 'Where the journals are.txt';

const perUser = `%LOCALAPPDATA%\\${names.product}`;

/** The same in one sentence, for the list of installed programs. */
export const keptComment = `Removing ${names.product} keeps each person's journal and settings, in ${perUser}.`;

/**
 * The note stays on the machine when Carrel is removed. A removal without a window has no other way to say where the
 * journal is, and whoever finds the folder later was not there.
 */
export const keptNote = [
  `${names.product} keeps what each person scanned and sent (the journal) and the settings of the station in`,
  '',
  `    ${perUser}`,
  '',
  `of that person, usually C:\\Users\\<name>\\AppData\\Local\\${names.product}.`,
  '',
  `When ${names.product} is removed, these folders stay as they are. The journal may hold what is not yet confirmed by`,
  `the library service: install ${names.product} again and open it as that person to see. The journal is sealed with a`,
  `key of that person's account, so a copy of it cannot be read elsewhere.`,
  '',
  'To remove them as well, delete the folders.',
  '',
].join('\r\n');
