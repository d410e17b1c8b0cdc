import * as z from 'zod';
import { type RunningServer, startServer } from './server.ts';

/** The end of the line to the main process, as Electron gives it to a utility process. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  on(event: 'close', listener: () => void): void;
  postMessage(message: unknown): void;
}

/** How main starts the practice library. It comes as a message: a command line can be read by everyone. */
const Start = z.object({ database: z.string().min(1), key: z.string().min(1) });
const Stop = z.object({ type: z.literal('stop') });

/**
 * Runs the practice library in this utility process: started by a message of the main process, ended by another, or when
 * the main process is gone. `open` starts the server.
 */
export function serveMain(open: typeof startServer = startServer): void {
  let running: Promise<RunningServer> | undefined;

  async function start(port: ParentPort, message: unknown): Promise<void> {
    try {
      running = open(Start.parse(message));
      const { port: listening, libraryId } = await running;
      port.postMessage({ type: 'listening', port: listening, libraryId });
    } catch (error) {
      // Not the parser's message, which would repeat what was sent.
      const known = error instanceof Error && !(error instanceof z.ZodError);
      port.postMessage({
        type: 'failed',
        message: known ? error.message : 'The start message is not valid.',
      });
      process.exitCode = 1;
      await end();
    }
  }

  async function end(): Promise<void> {
    await running?.then(
      (server) => server.close(),
      () => undefined,
    );
    process.exit();
  }

  const parentPort = (process as unknown as { parentPort?: ParentPort }).parentPort;
  if (!parentPort) {
    process.stderr.write('The practice library is started by Carrel; to run it alone, use npm run server.\n');
    process.exit(2);
  }
  parentPort.on('message', ({ data }) => {
    if (Stop.safeParse(data).success) void end();
    else if (!running) void start(parentPort, data);
  });
  parentPort.on('close', () => void end());
  process.once('disconnect', () => void end());
}
