/** The code tables behind a user's fields. The codes are ours, in words of deployed services. */
export const userTables = {
  UserGroups: { description: 'User groups', rows: { STAFF: 'Staff', STUDENT: 'Student', GUEST: 'Guest' } },
  UserAccountTypes: { description: 'Account types', rows: { INTERNAL: 'Internal', EXTERNAL: 'External' } },
  UserStatuses: { description: 'Statuses of users', rows: { ACTIVE: 'Active', INACTIVE: 'Inactive' } },
  UserIdentifierTypes: {
    description: 'User identifier types',
    rows: { BARCODE: 'Barcode', INST_ID: 'Institution id', NATIONAL_ID: 'National id', OTHER: 'Other' },
  },
  UserTitles: {
    description: 'Titles of users',
    rows: { MR: 'Mr', MS: 'Ms', MX: 'Mx', DR: 'Dr', PROF: 'Prof.' },
  },
  Genders: {
    description: 'Genders',
    rows: { FEMALE: 'Female', MALE: 'Male', OTHER: 'Other', NONE: 'Not said' },
  },
  UserPreferredLanguages: {
    description: 'Languages in which users are written to',
    rows: { en: 'English', he: 'Hebrew', ar: 'Arabic', ru: 'Russian', fr: 'French' },
  },
  UserAddressTypes: {
    description: 'Kinds of address',
    rows: { home: 'Home', work: 'Work', school: 'School', alternative: 'Alternative' },
  },
  UserEmailTypes: {
    description: 'Kinds of e-mail address',
    rows: { personal: 'Personal', work: 'Work', school: 'School' },
  },
  UserPhoneTypes: {
    description: 'Kinds of telephone',
    rows: { home: 'Home', mobile: 'Mobile', office: 'Office' },
  },
  CountryCodes: {
    description: 'Countries',
    rows: {
      ISR: 'Israel',
      PSE: 'Palestine',
      JOR: 'Jordan',
      EGY: 'Egypt',
      GBR: 'United Kingdom',
      FRA: 'France',
      USA: 'United States',
    },
  },
};
