import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostLetterDepth } from '../../../../src/shared/limits.ts';
import { xmlFaultOf } from '../../../../src/main/configuration/letters/xml-fault.ts';

const open = '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">';
const close = '</xsl:stylesheet>';
const faultIn = (text: string) => xmlFaultOf(text, 'template');

test('a stylesheet, and a letter that is one element with the version of XSL, have no fault', async () => {
  expect(await faultIn(`<?xml version="1.0"?>\n<!-- x -->${open}${close}\n`)).toBeNull();
  expect(await faultIn(`\uFEFF${open}${close}`)).toBeNull();
  expect(
    await faultIn('<html xsl:version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>'),
  ).toBeNull();
});

test('a fault has its line and column, counted from 1', async () => {
  const crossed = `${open}\n  <p>\n  </q>\n${close}`;
  expect(await faultIn(crossed)).toMatchObject({ why: 'notWellFormed', line: 3 });
  expect(await faultIn(crossed.replaceAll('\n', '\r\n'))).toMatchObject({ line: 3, column: 6 });
  expect(await faultIn(`${open}\n<p title="a & b"/>${close}`)).toMatchObject({ line: 2 });
  expect(await faultIn(`${open}\n<p>`)).toMatchObject({ why: 'notWellFormed', line: 2 });
  expect(await faultIn('')).toMatchObject({ why: 'notWellFormed', line: 1, column: 1 });
  expect(await faultIn('Dear patron')).toMatchObject({ why: 'notWellFormed', line: 1 });
  expect(await faultIn(`${open}<x:p/>${close}`)).toMatchObject({ why: 'notWellFormed' });
});

test('XML that is no XSL says so', async () => {
  expect(await faultIn('<html/>')).toMatchObject({ why: 'notXsl', line: 1 });
  expect(await xmlFaultOf('<html/>', 'sample')).toBeNull();
});

test('a document type is told where it begins, whatever it holds and wherever it stands', async () => {
  expect(await faultIn(`<?xml version="1.0"?>\n <!DOCTYPE x>${open}${close}`)).toMatchObject({
    ...{ why: 'documentType', line: 2, column: 2 },
  });
  expect(
    await faultIn(`<!DOCTYPE x [<!ENTITY a "${'b'.repeat(200_000)}">]>${open}&a;${close}`),
  ).toMatchObject({
    ...{ why: 'documentType', line: 1, column: 1 },
  });
  // In a comment it is none.
  expect(await faultIn(`<!-- <!DOCTYPE x> -->${open}${close}`)).toBeNull();
  expect(await faultIn(`\uFEFF<?a?><!-- b -->\n<!DOCTYPE x>${open}${close}`)).toMatchObject({
    ...{ why: 'documentType', line: 2, column: 1 },
  });
  // Comments without an end do not hold it up.
  const begun = `${'<!--'.repeat(24_000)}<!DOCTYPE x>`;
  const before = performance.now();
  expect(await faultIn(begun)).toMatchObject({ why: 'notWellFormed' });
  expect(performance.now() - before).toBeLessThan(500);
  expect(await faultIn(`${' '.repeat(120_000)}<!DOCTYPE x>${open}${close}`)).toMatchObject({
    why: 'documentType',
  });
});

test('five million characters are too many, and somewhat fewer are read', { timeout: 240_000 }, async () => {
  expect(await faultIn('x'.repeat(5_000_000))).toMatchObject({ why: 'tooLong' });
  const long = `${open}${'<p>0123456789</p>\n'.repeat(200_000)}${close}`;
  expect(await faultIn(long)).toBeNull();
  expect(await faultIn(long.replace(close, '</p>'))).toMatchObject({ line: 200_001 });
});

test('elements as deep as a letter may have them are read; deeper ones are told at once, and hold up nobody', async () => {
  const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;
  expect(await xmlFaultOf(nested(mostLetterDepth), 'sample')).toBeNull();
  expect(await xmlFaultOf(`<b>${'<a/>'.repeat(1000)}</b>`, 'sample')).toBeNull();
  const before = performance.now();
  for (const depth of [mostLetterDepth + 1, 20_000, 400_000])
    expect(await xmlFaultOf(`\n${nested(depth)}`, 'sample')).toMatchObject({
      ...{ why: 'tooDeep', line: 2, column: 3 * (mostLetterDepth + 1), detail: '' },
    });
  expect(performance.now() - before).toBeLessThan(1500);
});

test('reading in pieces leaves room for others, and can be stopped', async () => {
  const long = `${open}${'<p>0123456789</p>\n'.repeat(50_000)}${close}`;
  let turns = 0;
  const count = setInterval(() => (turns += 1), 1);
  await faultIn(long);
  clearInterval(count);
  expect(turns).toBeGreaterThan(2);
  await expect(xmlFaultOf(long, 'template', AbortSignal.abort())).rejects.toBeDefined();
});

test('whatever is put into an element, a place within the text is found or none', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      const whole = `${open}\n${text}${close}`;
      const fault = await faultIn(whole);
      if (!fault) return;
      const lines = whole.split('\n');
      expect(fault.line).toBeLessThanOrEqual(lines.length);
      expect(fault.column).toBeLessThanOrEqual((lines[fault.line - 1]?.length ?? 0) + 1);
    }),
  );
});
