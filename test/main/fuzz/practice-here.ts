import type { PracticeProcess } from '../../../src/main/station/practice.ts';
import { startServer, type RunningServer } from '../../../src/server/server.ts';

/** The practice library's process, in this one. */
export function practiceHere(): PracticeProcess {
  let tell: (message: unknown) => void = () => undefined;
  let exited: (code: number) => void = () => undefined;
  let server: Promise<RunningServer> | undefined;
  const end = async (): Promise<void> => {
    await (await server)?.close();
    exited(0);
  };
  return {
    post(message) {
      if ((message as { type?: string }).type === 'stop') return void end();
      server = startServer({ ...(message as { database: string; key: string }), settleMs: 0 });
      void server.then(({ port, libraryId }) => tell({ type: 'listening', port, libraryId }));
    },
    onMessage: (listener) => (tell = listener),
    onExit: (listener) => (exited = listener),
    kill: () => void end(),
  };
}
