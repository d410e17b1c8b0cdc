// Loaded into the main process before the program (`-r`, as Electron and the stand-in both have it): says on standard
// output when its first window was ready, then ends the program. The program itself knows nothing of it.
/* eslint-disable @typescript-eslint/no-require-imports -- what `-r` loads is CommonJS */
const { app } = require('electron');

/** Runs in the page: when what is asked for is there and two frames were drawn since, in milliseconds of the clock. */
const script = `new Promise((resolve) => {
  const drawn = () => requestAnimationFrame(() => requestAnimationFrame(() =>
    resolve(performance.timeOrigin + performance.now())));
  const look = () => (${process.env.CARREL_BENCH_READY ?? 'true'}) && (watching.disconnect(), drawn(), true);
  const watching = new MutationObserver(look);
  watching.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  look();
})`;

app.once('web-contents-created', (_event, contents) => {
  contents.once('dom-ready', () => {
    void contents.executeJavaScript(script).then((at) => {
      process.stdout.write(`\nready at ${String(at)}\n`);
      app.quit();
    });
  });
});
