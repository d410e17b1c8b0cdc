import { readFileSync } from 'node:fs';
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

/** Hundredths of a second, over all processors, since the machine started. */
export interface Ticks {
  readonly all: number;
  /** While one was wanted here and the host of this virtual machine gave it to another. */
  readonly taken: number;
}

/** What Linux has counted; nothing on other systems. */
export function ticks(): Ticks {
  if (os.platform() !== 'linux') return { all: 0, taken: 0 };
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, idle = 0, disk = 0, irq = 0, soft = 0, taken = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { all: user + nice + system + idle + disk + irq + soft + taken, taken };
}

/** The share of the processors' time that others had meanwhile, from 0 to 1: nothing is measured well beside much of it. */
export function takenSince(before: Ticks): number {
  const now = ticks();
  return now.all > before.all ? (now.taken - before.taken) / (now.all - before.all) : 0;
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
