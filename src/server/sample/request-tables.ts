/** The code tables by which requests of every kind are judged. The codes are ours, in words of deployed services. */
export const requestTables = {
  ResourceSharingFormats: {
    description: 'Formats of resource sharing requests',
    rows: { PHYSICAL: 'Physical', DIGITAL: 'Digital' },
  },
  PurchaseRequestFormats: {
    description: 'Formats of purchase requests',
    rows: {
      PHYSICAL: 'Physical',
      ELECTRONIC: 'Electronic',
      DIGITAL: 'Digital',
      P: 'Physical (short)',
      E: 'Electronic (short)',
    },
  },
  CitationTypes: {
    description: 'Kinds of what is requested elsewhere, or to be bought',
    rows: {
      BK: 'Book (borrowing)',
      CR: 'Article (borrowing)',
      BOOK: 'Book',
      JOURNAL: 'Journal',
      ARTICLE: 'Article',
      THESIS: 'Thesis',
      OTHER: 'Other',
    },
  },
  LevelsOfService: {
    description: 'How soon a borrowed item is needed',
    rows: { NORMAL: 'As usual', RUSH: 'As soon as possible' },
  },
  CopyrightDeclarations: {
    description: 'What a patron agrees to when something is borrowed or copied for them',
    rows: {
      BORROWING:
        'What is sent is for the patron’s own study or research. It is not passed on, and not copied beyond what the law allows.',
    },
  },
};
