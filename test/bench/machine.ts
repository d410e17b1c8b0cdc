import os from 'node:os';
import type { ElectronHost } from '../../build/electron.ts';
import { openCarrel } from '../e2e/app.ts';

/** What was measured on: the numbers mean nothing without it. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  /** What the program itself says it runs in. */
  readonly host: string;
  /** How busy the machine was before, as processes that wanted to run in the last minute. */
  readonly load: number;
}

export async function machineOf({ kind }: ElectronHost): Promise<Machine> {
  const [load = 0] = os.loadavg();
  await using carrel = await openCarrel();
  const station = await carrel.ask('station.get', {});
  const host = station.ok ? station.value.host : { name: kind, version: '' };
  return {
    cpu: os.cpus()[0]?.model.trim() ?? '',
    cores: os.cpus().length,
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.version,
    host: `${host.name} ${host.version}`.trim(),
    load: Math.round(load * 100) / 100,
  };
}
