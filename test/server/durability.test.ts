import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sampleCode } from '../../src/service/samples.ts';
import { longer } from '../long.ts';
import { codeOf, done, newFee, newPatron, startLibrary } from './harness.ts';
import { startProcess } from './process.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrel-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a database file', () => {
  test('keeps everything between starts, and is filled once', async () => {
    const database = join(folder, 'deep', 'practice.db');
    const first = await startLibrary({ database });
    const user = await newPatron(first, { locker: 7 });
    const fee = await newFee(first, user, '5.00');
    await first.close();
    const second = await startLibrary({ database });
    expect(done(await second.get(`/users/${user}`))).toMatchObject({ locker: 7 });
    expect(done(await second.get(`/users/${user}/fees/${fee}`))).toMatchObject({ balance: '5.00' });
    expect(await newFee(second, user, '1.00')).not.toBe(fee);
    expect(done(await second.get('/users?limit=0'))).toMatchObject({ total_record_count: 301 });
    await second.close();
  });

  test('what it acknowledged is there after kill -9', { timeout: 240_000 * longer }, async () => {
    const database = join(folder, 'practice.db');
    for (let round = 0; round < 3 * longer; round += 1) {
      const server = startProcess('--database', database, '--key', 'k');
      const url = await server.url;
      const acknowledged: string[] = [];
      const pay = async (): Promise<void> => {
        const response = await fetch(`${url}/users/${sampleCode('patronNothing')}/fees`, {
          method: 'POST',
          headers: { Authorization: 'apikey k' },
          body: JSON.stringify({ type: 'OTHER', original_amount: '0.01', owner: 'MAIN' }),
        });
        const { id } = (await response.json()) as { id: string };
        acknowledged.push(id);
        return pay();
      };
      const writers = Array.from({ length: 4 }, () => pay().catch(() => undefined));
      while (acknowledged.length < 100 + 20 * round) await new Promise((resolve) => setTimeout(resolve, 3));
      server.child.kill('SIGKILL');
      await Promise.all([...writers, server.ended]);
      const again = await startLibrary({ database });
      const list = done<{ fee: { id: string }[] }>(
        await again.get(`/users/${sampleCode('patronNothing')}/fees`),
      );
      const records = new Set(list.fee.map(({ id }) => id));
      expect(acknowledged.filter((id) => !records.has(id))).toEqual([]);
      await again.close();
    }
  });

  test('a defect is 500 with a tracking id, and one line in the log without key, query or patron', async () => {
    const database = join(folder, 'broken.db');
    const broken = await startLibrary({ database, key: 'key-of-this-test' });
    const other = new DatabaseSync(database);
    other.exec('drop table fees');
    other.close();
    const lines: string[] = [];
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
      lines.push(String(line));
      return true;
    });
    const answer = await broken.get(`/users/${sampleCode('patronGood')}/fees?status=CLOSED&x=secret-query`);
    spy.mockRestore();
    await broken.close();
    expect([answer.status, codeOf(answer)]).toEqual([500, '402119']);
    expect(lines).toHaveLength(1);
    const line = JSON.parse(lines[0] ?? '') as { trackingId: string; operation: string };
    expect(line.operation).toBe('users.fees.list');
    expect(answer.text).toContain(line.trackingId);
    for (const secret of ['key-of-this-test', 'secret-query', 'CLOSED', sampleCode('patronGood'), 'Rivka']) {
      expect(lines[0]).not.toContain(secret);
    }
  });

  test('that is not a database is said to be none', async () => {
    await expect(startLibrary({ database: folder })).rejects.toThrow();
  });
});
