/** The process of the preview: it makes one letter, and ends. */
import { transform } from './transform.ts';
import type { TransformMessage, TransformOrder } from './messages.ts';

/** The end of the line to the main process, as Electron gives it to a utility process. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: TransformOrder }) => void): void;
  postMessage(message: TransformMessage): void;
}

const { parentPort } = process as unknown as { parentPort?: ParentPort };
if (!parentPort) process.exit(2);

parentPort.on('message', ({ data }) => {
  parentPort.postMessage({ type: 'ready' });
  // Main hears that before the work begins, during which nothing is sent.
  setImmediate(() => {
    void transform(data).then((message) => parentPort.postMessage(message));
  });
});
