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
      'src/shared/{money,fees,days}.ts',
      'src/service/{currency,read,patch,written,next-place}.ts',
      'src/main/records/values.ts',
      'src/main/forms/fields.ts',
      'src/main/loans/due-date.ts',
    ],
    tests: ['test/{service,shared}/**/*.test.ts', 'test/main/{forms,loans}/*.test.ts'],
  },
  journal: {
    mutate: ['src/main/journal/**/*.ts'],
    tests: [
      'test/main/journal/**/*.test.ts',
      'test/main/takings/*.test.ts',
      'test/main/commands/two-libraries.test.ts',
    ],
  },
  resolvers: {
    mutate: ['src/main/*/{resolve,find,record}.ts'],
    tests: [
      'test/main/commands/{resolvers,resolver-reads,resolver-cases,resolver-silence,commands}.test.ts',
      'test/main/{requests,patrons}/resolve.test.ts',
      'test/main/{invoices,receiving,sharing,configuration}/*.test.ts',
    ],
  },
  commands: {
    mutate: ['src/main/commands/**/*.ts'],
    tests: ['test/main/*/*.test.ts'],
  },
  client: { mutate: ['src/client/**/*.ts'], tests: ['test/client/**/*.test.ts'] },
  rules: { mutate: ['src/server/rules/**/*.ts'], tests: ['test/server/**/*.test.ts'] },
};
