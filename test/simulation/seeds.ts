/** Every world that once showed a fault which was then mended: it is played in each `npm test`. */
export const keptSeeds: readonly {
  readonly world: string;
  readonly late: boolean;
  readonly shows: string;
}[] = [
  {
    world: '1.2',
    late: false,
    shows: 'a scan is lost where the library is left while it is looked up for receiving',
  },
  { world: '1.4', late: true, shows: 'a charge that was repeated and came late as well is told to nobody' },
  { world: '2.15', late: false, shows: 'on a full disk, the question which library it is ends in a defect' },
  {
    world: '2.4',
    late: false,
    shows: 'books scanned behind UNDO are lent without the day set by hand that was shown',
  },
  { world: '7.88', late: false, shows: 'the same of one book, where its service is slow' },
  {
    world: '5.71',
    late: false,
    shows:
      'a deposit asked for at one library and done there once the other was connected: the oracle’s fault',
  },
  {
    world: '1.3.receiveBare',
    late: false,
    shows: 'on a full disk, a command that was read once more ended in an error that nobody caught',
  },
  {
    world: '5.15',
    late: true,
    shows: 'a loan that silence said was not made turns up late, without the day set by hand',
  },
  {
    world: '7.77',
    late: false,
    shows: 'an order line is read anew, and its table is cleared meanwhile: nothing is answered',
  },
  {
    world: '7.100',
    late: false,
    shows: 'on a full disk, a read that silence is still true cannot be noted, and nobody catches that',
  },
  { world: '7.39', late: true, shows: 'a command whose key was away at a start is taken for its own repeat' },
  {
    world: '7.61',
    late: true,
    shows: 'two charges that silence settled are both said to be the one that is there',
  },
  { world: '8.83', late: false, shows: 'the same, of two charges of one sum' },
  { world: '8.87', late: true, shows: 'a dispute that came late is hidden by a payment of the same deposit' },
  {
    world: '8.51',
    late: true,
    shows:
      'of two loans of one book the first comes late, and stands as the second: the fault is the model’s',
  },
  {
    world: '8.92',
    late: true,
    shows: 'a day is given twice, as a late one changes nothing: the fault is the model’s',
  },
  {
    world: '7.4',
    late: true,
    shows: 'somebody who joined late is deleted before any read: the fault is the model’s',
  },
  {
    world: '1.5.2',
    late: false,
    shows:
      'with a key of the journal that came back, a repeat is forgotten, and what it did is told as turned up late',
  },
  {
    world: '2.2.2',
    late: false,
    shows: 'a damaged journal whose list of keys is lost keeps rows that nobody can read any more',
  },
  {
    world: '1.1.damage',
    late: false,
    shows:
      'a torn row of a damaged journal has nonsense for its date, and is forgotten as an old one; what is forgotten by age is counted as lost: the fault is the model’s',
  },
  {
    world: '2.18.2',
    late: false,
    shows: 'a torn row of a damaged journal, with half an id, is counted as saved',
  },
  { world: '2.28.2', late: false, shows: 'the same, at one station' },
  {
    world: '2.5.2',
    late: false,
    shows: 'six rows cannot be read after a journal was salvaged: its list of keys was lost',
  },
  {
    world: '3.1.damage',
    late: false,
    shows: 'a journal that lost its list of libraries has rows of a library that nobody is asked about',
  },
  {
    world: '3.3.damage',
    late: false,
    shows: 'a scan is in a window, was lost with a damaged journal, and that was told: the oracle’s fault',
  },
  {
    world: '1.34.2',
    late: false,
    shows: 'scans that went with a damaged journal, and were told as lost, are missed: the oracle’s fault',
  },
  {
    world: '1.16.2',
    late: false,
    shows: 'what is unclear at a library that a damaged journal has lost can never be looked up',
  },
  {
    world: '1.38.2',
    late: false,
    shows: 'libraries that a damaged journal has lost are taken for one another',
  },
  {
    world: '1.36.2',
    late: false,
    shows:
      'an invoice that was entered whole, at a window that was closed before, is missed: the oracle’s fault',
  },
  {
    world: '2.25.2',
    late: false,
    shows:
      'a value that a damaged journal has lost out of a row, and that is told of, is missed: the oracle’s fault',
  },
  { world: '2.39.2', late: false, shows: 'the same, where what is damaged is the name of its key' },
  {
    world: '9.7',
    late: false,
    shows: 'a charge that silence settled is said to have turned up, where what is there is one under way',
  },
  {
    world: '3.27.2',
    late: false,
    shows: 'an invoice is asked for again whose creation went with a damaged journal: the oracle’s fault',
  },
  {
    world: '3.35.2',
    late: false,
    shows: 'an order line is looked up, and the window is closed meanwhile: missing it is the oracle’s fault',
  },
  {
    world: '3.49.2',
    late: false,
    shows: 'an invoice lacks a line that was refused, and whoever was to be told had closed the window',
  },
  {
    world: '7.226.2',
    late: false,
    shows: 'an item is kept that was asked for while somebody connected the station: the oracle’s fault',
  },
  {
    world: '7.229.2',
    late: false,
    shows: 'a day set by hand behind END, before that came to its turn, is taken away by it',
  },
  {
    world: '2.55.3',
    late: false,
    shows: 'another workstation’s charge of the same sum is taken for one’s own: the oracle’s fault',
  },
  {
    world: '2.72.3',
    late: false,
    shows: 'a loan that was given a later day by hand is told as renewed after all',
  },
  {
    world: '1.63.2',
    late: false,
    shows: 'a book is scanned behind END while the day set by hand is still shown, and is not due on it',
  },
  {
    world: '1.541.2',
    late: false,
    shows: 'what was scanned at a library is shown nowhere when the station is connected to it again',
  },
  {
    world: '1.708.2',
    late: false,
    shows: 'a receipt that waited for its turn is done at the library that was connected meanwhile',
  },
  {
    world: '1.2644.2',
    late: false,
    shows: 'an invoice is processed at the library that was connected meanwhile',
  },
  {
    world: '1.1117.2',
    late: false,
    shows: 'what a person had looked up is made unclear again by an answer that says nothing',
  },
  {
    world: '1.2017.2',
    late: false,
    shows: 'a disk that is full keeps the program from starting, where something owed is struck off',
  },
  {
    world: '1.1336.2',
    late: false,
    shows: 'the program ends while the station asks which library it is: a defect',
  },
  {
    world: '1.5469.2',
    late: false,
    shows: 'a charge that was found paid is said not to have happened: the station’s clock is ahead',
  },
  {
    world: '1.5897.2',
    late: false,
    shows: 'a line of an invoice is added twice, after the journal had lost its row',
  },
  {
    world: '1.11182.2',
    late: false,
    shows: 'an earlier key of a row is looked for no more, after the list of keys was lost',
  },
  {
    world: '2.414.2',
    late: false,
    shows: 'a damage of the journal that shows only in reading keeps the program from starting, for ever',
  },
  {
    world: '2.907.2',
    late: false,
    shows: 'what was done once more is told as having turned up, after a disk was full and the program ended',
  },
  {
    world: '5.677.3',
    late: false,
    shows: 'what was asked for twice is done at the library that was connected between the two',
  },
  {
    world: '8.300.2',
    late: false,
    shows:
      'a value that a damaged journal lost out of a row is told before anything is salvaged: the oracle’s fault',
  },
  {
    world: '11.81.3',
    late: false,
    shows:
      'one is told what came of an invoice, and another that it could not be gone on with: the fault is the model’s',
  },
  {
    world: '2.4054.2',
    late: false,
    shows:
      'a library that a damaged journal has forgotten is taken for another by whoever is asked: the fault is the model’s',
  },
  {
    world: '2.5682.2',
    late: false,
    shows:
      'who gives up connecting a station thinks that it stands where it stood, and another has connected it meanwhile: the fault is the model’s',
  },
  {
    world: '2.5812.2',
    late: false,
    shows: 'a line is added twice, as a second damage took what was noted of the first',
  },
  {
    world: '2.7675.2',
    late: false,
    shows:
      'somebody is to go on with an invoice in a window that was closed since, where another has done so: the fault is the model’s',
  },
  {
    world: '2.8165.2',
    late: false,
    shows:
      'a damage takes what a journal said of its age, and it forgets by the time of a clock that was ahead',
  },
  {
    world: '2.11318.2',
    late: false,
    shows: 'a line of an invoice is said not to have been tried that an earlier try has added',
  },
  {
    world: '2.13017.2',
    late: false,
    shows: 'nonsense in a damaged list of keys is looked for as a key for ever',
  },
  {
    world: '5.1.invoice',
    late: false,
    shows: 'of two clicks on Save the first is told that the number is used, by the invoice of the second',
  },
  {
    world: '7.4.claimAgain',
    late: false,
    shows:
      'on a disk that has filled up since, a claim that is not confirmed is said not to have been written, and is',
  },
  {
    world: '55.2.boxCheck',
    late: false,
    shows:
      'one more copy comes between two claims of what is extra, and both are written: the fault is the model’s',
  },
  {
    world: '1.39.6',
    late: false,
    shows: 'a row that was lost is told to nobody, as a later save of it was unclear, and was not done',
  },
  { world: '1.35.6', late: false, shows: 'the same, of a row that was dropped' },
  {
    world: '771.28.4',
    late: false,
    shows:
      'of two clicks on Save the first fails at a read, and the second makes the invoice: the fault is the model’s',
  },
  {
    world: '771.95.4',
    late: false,
    shows: 'the same, where the first fails at a full journal',
  },
  {
    world: '90901.145.4',
    late: true,
    shows: 'the same, where the first fails at the page of a gateway',
  },
  {
    world: '771.44.4',
    late: false,
    shows: 'of two windows that go on with one invoice, one is not told that its own try has failed',
  },
  {
    world: '90901.25.4',
    late: true,
    shows:
      'a file is imported at two libraries, and its invoice is judged at one by the other: the oracle’s fault',
  },
  {
    world: '90901.54.4',
    late: true,
    shows: 'the same, of another invoice',
  },
  {
    world: '55.20.invoice',
    late: true,
    shows:
      'lines that came late are in an invoice twice, and nobody agrees to its total: the fault is the model’s',
  },
  {
    world: '4242.19.6',
    late: true,
    shows: 'a table that is saved late undoes a later save of it, and nobody is told',
  },
  {
    world: '92.9.6',
    late: true,
    shows: 'the same, of another table',
  },
  {
    world: '92.37.6',
    late: true,
    shows: 'the same once more',
  },
  {
    world: '1.4.6',
    late: true,
    shows: 'a patron’s record is saved once more, and the first save comes late: the fault is the oracle’s',
  },
];
