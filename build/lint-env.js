// Imported before ESLint's Svelte parser: TypeScript then reads each component as the parser sees it. Otherwise every
// component that is linted changes the program, which is checked anew for it: the lint takes twice as long, and knows
// nothing of the props of the components that a component uses.
process.env.SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK = '1';
