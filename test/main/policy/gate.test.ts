import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Backend } from '../../../src/main/backend-options.ts';
import { features, type PolicyView } from '../../../src/contract/policy.ts';
import { featureCalls } from '../../../src/main/policy/gate.ts';
import { openQuietParts } from '../support/backend.ts';
import { etc, policyText, testRoot } from './support.ts';

const id = 'a';
const intent = (): string => randomUUID();

/** An input of each call that a feature has. */
const inputs: Readonly<Record<string, () => object>> = {
  'fees.waive': () => ({ intent: intent(), userId: id, feeId: id, reason: 'r', seen: '1.00', comment: '' }),
  'saving.save': () => ({ name: 'a', file: { kind: 'csv', table: randomUUID() } }),
  'configuration.locations.export': () => ({ library: 'MAIN' }),
  'configuration.locations.saveOutcomes': () => ({ name: 'a', rows: [] }),
  'patrons.export': () => ({ userId: id }),
  'attachments.save': () => ({ userId: id, attachmentId: id }),
  'invoices.pay': () => ({ intent: intent(), invoiceId: id, force: 'a reason' }),
};

/** Main as the program puts it together, under a policy. */
async function program(content: string | null) {
  const at = testRoot();
  const file = path.join(at.root, etc, 'a.json');
  if (content !== null) at.write(`${etc}/a.json`, content);
  const policy = at.open();
  const backend = await openQuietParts({ folder: at.own, policy });
  onTestFinished(() => backend.close());
  return { at, file, policy, backend };
}
const call = ({ router }: Backend, name: string, input: object = {}) =>
  router.call({ window: 1, report: () => undefined }, name, randomUUID(), input);

describe('main refuses what a policy has switched off', () => {
  test('every call of every feature, with the place that says so', async () => {
    const off = { allowFeeWaiving: false, allowExports: false, allowForcedPayment: false };
    const { backend, file } = await program(policyText(off));
    for (const feature of features) {
      const names = Object.keys(featureCalls[feature]);
      expect(names.length).toBeGreaterThan(0);
      for (const name of names)
        expect(await call(backend, name, inputs[name]?.()), name).toEqual({
          ok: false,
          failure: { kind: 'switchedOff', feature, place: file, broken: false },
        });
    }
  });

  test('also where the policy is broken, and lets everything else through', async () => {
    const { backend, file } = await program('{');
    expect(await call(backend, 'saving.save', inputs['saving.save']?.())).toEqual({
      ok: false,
      failure: { kind: 'switchedOff', feature: 'exports', place: file, broken: true },
    });
    for (const [name, input] of [
      ['invoices.pay', { intent: intent(), invoiceId: id }],
      ['loans.list', { userId: id }],
    ] as const)
      expect(await call(backend, name, input)).not.toMatchObject({ failure: { kind: 'switchedOff' } });
  });

  test('and nothing where it allows it, or there is none', async () => {
    const allowing = await program(policyText({ allowExports: true }));
    const without = await program(null);
    for (const { backend } of [allowing, without])
      expect(await call(backend, 'saving.save', inputs['saving.save']?.())).toMatchObject({
        failure: { kind: 'invalid', reason: 'gone' },
      });
  });
});

describe('a window', () => {
  test('hears of the policy, of each change, and gets the settings and the sheet', async () => {
    const { backend, file } = await program(policyText({ blurAfter: 10 }));
    const heard: PolicyView[] = [];
    const watching = backend.router.call(
      { window: 1, report: (_, view) => heard.push(view as PolicyView) },
      'policy.watch',
      'w',
      {},
    );
    expect(heard[0]).toMatchObject({ state: 'inForce', locked: { blurAfter: file }, off: {} });
    expect(await call(backend, 'station.get')).toMatchObject({ value: { appearance: { blurAfter: 10 } } });
    expect(await call(backend, 'station.appearance', { blurAfter: 20 })).toEqual({
      ok: false,
      failure: { kind: 'settings', why: 'locked', setting: 'blurAfter', place: file },
    });
    fs.writeFileSync(file, policyText({ blurAfter: 30, allowExports: false }));
    await call(backend, 'policy.reread');
    expect(heard.at(-1)).toMatchObject({ off: { exports: file } });
    expect(await call(backend, 'station.get')).toMatchObject({ value: { appearance: { blurAfter: 30 } } });
    expect(await call(backend, 'policy.settings')).toMatchObject({ ok: true });
    const { value } = (await call(backend, 'policy.sheet')) as { value: { text: string } };
    expect(value.text).toContain('Policy of main-desk-1');
    expect(value.text).toContain(`${file}: In force`);
    expect(value.text).toContain(`(blurAfter): 30 seconds\n      held by ${file}`);
    backend.router.abortAll(1);
    await watching;
  });

  test('hears by itself when a file is written', async () => {
    const { backend, at, policy } = await program(null);
    expect(policy.state).toBe('none');
    const changed = new Promise<void>((resolve) => policy.changes.on(() => resolve()));
    at.write(`${etc}/a.json`, policyText({ blurAfter: 10 }));
    await changed;
    expect(await call(backend, 'station.get')).toMatchObject({ value: { appearance: { blurAfter: 10 } } });
  });
});
