import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleCode } from '../../src/service/samples.ts';
import { done, expectRefusal, newPatron, sharedLibrary } from './harness.ts';

const library = sharedLibrary();
const hello = { type: 'GENERAL', note: 'A letter', file_name: 'letter.txt', content: 'SGVsbG8=' };

interface File {
  id: string;
  type: string;
  size: number;
  content?: string;
}

async function attached(fields: object = {}): Promise<{ user: string; path: string; file: File }> {
  const user = await newPatron(library);
  const file = done<File>(await library.post(`/users/${user}/attachments`, { ...hello, ...fields }));
  return { user, file, path: `/users/${user}/attachments/${file.id}` };
}

/** The bytes that a library answers, with their headers. */
async function bytesAt(path: string): Promise<{ bytes: Buffer; headers: Headers }> {
  const answer = await fetch(`${library.url}${path}?expand=content_no_encoding`, {
    headers: { Authorization: `apikey ${library.key}` },
  });
  expect(answer.status).toBe(200);
  return { bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
}

describe('a file that is attached', () => {
  test('is answered with its id, and without its content', async () => {
    const { file, path } = await attached({ our_own: [null, { deep: 1 }] });
    const expected = { type: 'GENERAL', note: 'A letter', file_name: 'letter.txt', size: 5, id: file.id };
    expect(file).toMatchObject({ ...expected, our_own: [null, { deep: 1 }] });
    expect(file.id).toMatch(/^\d+$/);
    expect(file).not.toHaveProperty('content');
    expect(done(await library.get(path))).toEqual(file);
    expect(done(await library.get(`${path}?expand=none`))).toEqual(file);
  });

  test('is on the list of its user, and of nobody else', async () => {
    const { user, file } = await attached();
    expect(done(await library.get(`/users/${user}/attachments`))).toEqual({
      user_attachment: [file],
      total_record_count: 1,
    });
    const other = await newPatron(library);
    expect(done(await library.get(`/users/${other}/attachments`))).toEqual({
      user_attachment: [],
      total_record_count: 0,
    });
    expectRefusal(await library.get(`/users/${other}/attachments/${file.id}`), '60321', 404);
  });

  test('gives its content as base64, or as it is', async () => {
    const { path, file } = await attached();
    expect(done(await library.get(`${path}?expand=content`))).toEqual({ ...file, content: 'SGVsbG8=' });
    const { bytes, headers } = await bytesAt(path);
    expect(bytes.toString()).toBe('Hello');
    expect(headers.get('Content-Type')).toBe('text/plain');
    expect(headers.get('Content-Disposition')).toBe("attachment; filename*=UTF-8''letter.txt");
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  test.each([
    ['scan.PDF', 'application/pdf'],
    ['תמונה "1"\r\nX: y.png', 'image/png'],
    ['page.html', 'text/html'],
    ['no ending', 'application/octet-stream'],
    ['\ud800.jpg', 'image/jpeg'],
    [`${'é'.repeat(251)}.gif`, 'image/gif'],
  ])('called %j is of the type %s', async (file_name, type) => {
    const { path } = await attached({ file_name });
    const { headers } = await bytesAt(path);
    expect(headers.get('Content-Type')).toBe(type);
    expect(headers.get('X')).toBeNull();
  });

  test('may hold any bytes', async () => {
    const user = await newPatron(library);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
        const content = Buffer.from(bytes).toString('base64');
        const { id } = done<File>(await library.post(`/users/${user}/attachments`, { ...hello, content }));
        const path = `/users/${user}/attachments/${id}`;
        expect((await bytesAt(path)).bytes).toEqual(Buffer.from(bytes));
        expect(done<File>(await library.get(`${path}?expand=content`)).content).toBe(content);
      }),
      { numRuns: 40 },
    );
  });

  test('may be broken into lines, as mail programs do', async () => {
    const { path } = await attached({ content: 'SGVs\r\nbG8=\n' });
    expect((await bytesAt(path)).bytes.toString()).toBe('Hello');
  });

  test('may be as large as a body may be, and no larger', async () => {
    const { path, file } = await attached({ content: 'AAAA'.repeat(2_600_000) });
    expect(file.size).toBe(7_800_000);
    expect((await bytesAt(path)).bytes.byteLength).toBe(7_800_000);
    const user = await newPatron(library);
    const more = { ...hello, content: 'AAAA'.repeat(2_700_000) };
    expectRefusal(await library.post(`/users/${user}/attachments`, more), 'PAYLOAD_TOO_LARGE', 413);
    expect(done(await library.get(`/users/${user}/attachments`))).toMatchObject({ total_record_count: 0 });
  });

  test('is there in the sample library', async () => {
    const path = `/users/${sampleCode('patronBlocked')}/attachments`;
    const { user_attachment: files } = done<{ user_attachment: File[] }>(await library.get(path));
    expect(files).toHaveLength(2);
    for (const { id, size } of files) {
      const { bytes } = await bytesAt(`${path}/${id}`);
      expect(bytes.byteLength).toBe(size);
    }
  });

  test('is in the personal data of its user, and goes with the user', async () => {
    const { user, path, file } = await attached();
    expect(done(await library.get(`/users/${user}/personal-data`))).toMatchObject({ attachments: [file] });
    done(await library.del(`/users/${user}`));
    expectRefusal(await library.get(path), '401861', 404);
  });
});

describe('refused is', () => {
  test.each([
    ['a wrapped type', { type: { value: 'GENERAL' } }, '401652', 'type'],
    ['no type', { type: undefined }, '401664', 'type'],
    ['an empty type', { type: '' }, '401664', 'type'],
    ['no file name', { file_name: undefined }, '401664', 'file_name'],
    ['a file name that no header can carry', { file_name: 'é'.repeat(256) }, '401864', 'file_name'],
    ['no content', { content: undefined }, '401664', 'content'],
    ['an empty content', { content: '' }, '401664', 'content'],
    ['a content of line ends only', { content: '\r\n' }, '60322', 'content'],
    ['what is not base64', { content: 'This is no base64!' }, '60322', 'content'],
    ['base64 cut short', { content: 'SGVsbG8' }, '60322', 'content'],
    ['base64 of the kind for addresses', { content: '_-8=' }, '60322', 'content'],
    ['base64 with bits too many', { content: 'SGVsbG9=' }, '60322', 'content'],
    ['a data URL', { content: 'data:text/plain;base64,SGVsbG8=' }, '60322', 'content'],
    ['a content that is a number', { content: 7 }, '401864', 'content'],
    ['a note that is none', { note: { text: 'a' } }, '401864', 'note'],
  ])('%s', async (_, change, code, field) => {
    const user = await newPatron(library);
    const answer = await library.post(`/users/${user}/attachments`, { ...hello, ...change });
    expectRefusal(answer, code);
    expect(answer.text).toContain(field);
    expect(done(await library.get(`/users/${user}/attachments`))).toMatchObject({ total_record_count: 0 });
  });

  test('what is asked for of nobody, or is not there', async () => {
    expectRefusal(await library.get('/users/nobody/attachments'), '401861', 404);
    expectRefusal(await library.post('/users/nobody/attachments', hello), '401861', 404);
    const path = `/users/${sampleCode('patronGood')}/attachments/1`;
    expectRefusal(await library.get(path), '60321', 404);
    expectRefusal(await library.get(`${path}?expand=content_no_encoding`), '60321', 404);
    expectRefusal(await library.get(`${path}?expand=everything`), '40166411');
  });
});
