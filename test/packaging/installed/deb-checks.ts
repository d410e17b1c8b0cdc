import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { root } from '../../../build/electron.ts';
import { sampleCode } from '../../../src/service/samples.ts';
import { Desk } from '../../e2e/desk.ts';
import { press } from '../../e2e/keyboard.ts';
import { policyOfTest } from '../../smoke/packages.ts';
import type { CleanRoot } from './clean-root.ts';
import type { Installed } from './drive.ts';
import { step } from './steps.ts';

const machineFolder = '/run/carrel';

/** `npm run smoke` on the program that is installed in this root, without a policy and with one. */
export async function smokeIn(desk: CleanRoot, folder: string): Promise<void> {
  const program = path.join(folder, 'carrel');
  desk.frontOf('carrel', program);
  const smoke = (policy?: string): void => {
    const { status } = spawnSync(process.execPath, [path.join(root, 'test/smoke/run.ts')], {
      stdio: 'inherit',
      env: {
        ...process.env,
        CARREL_INSTALLED: program,
        ...(policy !== undefined && { CARREL_POLICY: policy }),
      },
    });
    expect(status).toBe(0);
  };
  await step('the smoke suite passes on it, without a policy', () => {
    smoke();
  });
  const place = '/etc/carrel/policy.d/50-test.json';
  desk.run('mkdir', '--parents', path.dirname(place));
  fs.writeFileSync(path.join(desk.folder, place), policyOfTest, { mode: 0o644 });
  await step('and with one', () => {
    smoke(place);
  });
  desk.run('rm', '--recursive', '/etc/carrel');
}

/**
 * What `carrel --drain` needs is there before anybody asks: root's folder, and in it one where each user has a file. It
 * is asked of a desk that is in use, and of one at rest.
 */
export async function drainIn(desk: CleanRoot, start: () => Promise<Installed>): Promise<void> {
  await step('the machine’s folder is root’s, and each user may have a file in that of the desks', () => {
    expect(desk.mode(machineFolder)).toBe('755');
    expect(desk.mode(`${machineFolder}/desks`)).toBe('1777');
    expect(desk.run('stat', '-c', '%U', machineFolder, `${machineFolder}/desks`)).toBe('root\nroot\n');
    expect(desk.read('/usr/lib/tmpfiles.d/carrel.conf')).toEqual(
      fs.readFileSync(path.join(root, 'build/package/linux/tmpfiles.conf')),
    );
  });
  await step('an installer is told that a desk is in use, and goes on once it is not', async () => {
    const carrel = await start();
    const one = new Desk(carrel.page);
    await one.open(sampleCode('patronNothing'), 'Grace Okafor');
    expect(() => desk.run('carrel', '--drain', '--timeout', '12')).toThrow(/ended with 75/);
    const drained = desk.aside('carrel', '--drain', '--timeout', '120');
    await press(carrel.page, 'F10');
    expect(await once(drained, 'exit')).toEqual([0, null]);
    await carrel.close();
    desk.run('sh', '-c', `rm ${machineFolder}/drain-*.json`);
  });
}

/** Starts the same installation twice at once: the second is refused by dpkg, and the first comes to its end. */
export async function installTwiceIn(desk: CleanRoot, deb: string): Promise<void> {
  await step('of two installations at once the second is refused, and the first is whole', async () => {
    // Holds the first at its last step, until it is told to go on.
    const held = '/usr/local/bin/update-mime-database';
    desk.script(held, '#!/bin/sh\ntouch /root/held\nwhile [ ! -e /root/go ]; do sleep 0.1; done\n');
    const first = desk.aside('dpkg', '-i', deb);
    const ended = once(first, 'exit');
    try {
      const until = Date.now() + 120_000;
      while (!desk.has('/root/held')) {
        if (Date.now() > until) throw new Error('the first installation has not come to its last step');
        await setTimeout(50);
      }
      expect(() => desk.run('dpkg', '-i', deb)).toThrow(/lock was locked by another process/);
    } finally {
      desk.script('/root/go', '');
    }
    expect(await ended).toEqual([0, null]);
    desk.run('rm', held, '/root/go', '/root/held');
    expect(desk.run('dpkg-query', '-W', '-f=${Status}', 'carrel')).toBe('install ok installed');
    expect(desk.run('dpkg', '--verify', 'carrel')).toBe('');
  });
}
