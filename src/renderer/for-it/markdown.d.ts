declare module '*.md' {
  /** The page in its parts (`build/pages/plugin.ts`). */
  const page: unknown;
  export default page;
}
