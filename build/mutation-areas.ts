/** Code in which a fault loses or doubles something, and the tests that are to notice it. */
export interface MutationArea {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

/**
 * By area, so that a run of one is a matter of minutes or hours and not of days: each fault runs the tests of its area
 * that reach it, and no others. What only a test of another area would notice counts as unnoticed.
 */
export const mutationAreas: Readonly<Record<string, MutationArea>> = {
  money: {
    mutate: [
      'src/service/{money,currency,read,patch,written,next-place}.ts',
      'src/main/views/{day,coded}.ts',
      'src/main/tasks/{typed-amount,typed-day,due-date}.ts',
    ],
    tests: ['test/service/**/*.test.ts', 'test/main/{typed,set-due-date,owed-dues,loans}.test.ts'],
  },
  journal: {
    mutate: ['src/main/journal/**/*.ts'],
    tests: ['test/main/journal/**/*.test.ts', 'test/main/{takings,two-libraries}.test.ts'],
  },
  resolvers: {
    mutate: ['src/main/**/{resolve,find}-*.ts', '!src/main/rooms/**'],
    tests: [
      'test/main/{resolvers,resolver-reads,resolver-cases,resolver-silence,request-resolvers,user-resolvers,invoice-search,search-forms}.test.ts',
      'test/main/{commands,receiving,sharing,replace-table}.test.ts',
    ],
  },
  commands: {
    mutate: ['src/main/commands/**/*.ts', '!src/main/commands/{resolve,find}-*.ts'],
    tests: ['test/main/*.test.ts'],
  },
  client: { mutate: ['src/client/**/*.ts'], tests: ['test/client/**/*.test.ts'] },
  rules: { mutate: ['src/server/rules/**/*.ts'], tests: ['test/server/**/*.test.ts'] },
};
