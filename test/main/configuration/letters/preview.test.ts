import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { previewLetter } from '../../../../src/main/configuration/letters/preview.ts';
import { startTransform } from '../../support/transform.ts';

const { signal } = new AbortController();
const sheet = (inside: string): string =>
  `<?xml version="1.0"?>\n<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:exsl="http://exslt.org/common" extension-element-prefixes="exsl">${inside}</xsl:stylesheet>`;
const page = (inside: string): string =>
  sheet(`<xsl:template match="/"><html><body>${inside}</body></html></xsl:template>`);
const sample = '<notification_data><name>Rivka &amp; Co</name><n>1</n></notification_data>';
const preview = (template: string, given = sample, stop = signal) =>
  previewLetter(startTransform, { template, sample: given }, stop);

/** A server that counts who asks. */
async function counted(): Promise<{ url: string; asked: string[] } & AsyncDisposable> {
  const asked: string[] = [];
  const server = createServer(({ url }, answer) => {
    asked.push(String(url));
    answer.end('<a>from outside</a>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${String(port)}`,
    asked,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => void server.close(() => done())),
  };
}

test('a template makes a letter of the sample, with the usual extensions', async () => {
  const made = await preview(page('<p><xsl:value-of select="notification_data/name"/></p><br/>'));
  expect(made).toMatchObject({ kind: 'made', said: '', notRead: [] });
  expect(made.kind === 'made' && made.html.replaceAll(/\s+/g, '')).toBe(
    '<html><body><p>Rivka&amp;Co</p><br></body></html>',
  );
  expect(await preview(page('<xsl:value-of select="exsl:node-set(notification_data)/n"/>'))).toMatchObject({
    kind: 'made',
  });
});

test('signs of every script arrive, whatever encoding the template says it has', async () => {
  const template = page('<p>é שלום 📚</p>').replace('?>', ' encoding="ISO-8859-1"?>');
  const made = await preview(template);
  expect(made.kind === 'made' && made.html).toMatch(/é|&eacute;|&#233;/);
  expect(made.kind === 'made' && new RegExp('שלום|&#1513;').test(made.html)).toBe(true);
});

const secret = '/tmp/carrel-letter-secret.xml';

test.each([
  ['of a server', (url: string) => `${url}/doc`],
  ['of the system', () => '/etc/passwd'],
  ['of the system, by address', () => 'file:///etc/passwd'],
  ['of a person', () => secret],
  ['of a person, by address', () => `file://${secret}`],
])('a template can read nothing outside of itself: no file %s', async (_, fromOf) => {
  await using server = await counted();
  writeFileSync(secret, '<a>SECRET</a>');
  const from = fromOf(server.url);
  const made = await preview(page(`<p>[<xsl:copy-of select="document('${from}')"/>]</p>`));
  expect(made).toMatchObject({ kind: 'made', notRead: [from] });
  expect(made.kind === 'made' && made.html).toContain('<p>[]</p>');
  for (const how of ['include', 'import']) {
    const failed = await preview(
      sheet(`<xsl:${how} href="${from}"/><xsl:template match="/"><p/></xsl:template>`),
    );
    expect(failed).toMatchObject({ kind: 'failed' });
    expect(failed.kind === 'failed' && failed.said).toContain('unable to load');
    expect(failed.kind === 'failed' && failed.notRead).toContain(from);
  }
  expect(server.asked).toEqual([]);
});

test('what a template includes from beside itself is named', async () => {
  expect(await preview(sheet('<xsl:include href="header.xsl"/>'))).toMatchObject({ notRead: ['header.xsl'] });
});

test.each(['labels.xml', './a/labels.xml', 'file:///tmp/a.xml'])(
  'a document that a template asks for is named: %s',
  async (from) => {
    const made = await preview(page(`<xsl:copy-of select="document('${from}')"/>`));
    expect(made).toMatchObject({ kind: 'made', notRead: [from] });
  },
);

test('so is one whose name is none', async () => {
  const from = 'our labels.xml';
  expect(await preview(page(`<xsl:copy-of select="document('${from}')"/>`))).toMatchObject({
    notRead: [from],
  });
});

test('a file that a template would write is named, and nothing ends without a word', async () => {
  const writing = `<exsl:document xmlns:exsl="http://exslt.org/common" xsl:extension-element-prefixes="exsl" href="a.xml"><x/></exsl:document>`;
  const failed = await preview(page(writing));
  expect(failed).toMatchObject({ kind: 'failed', notRead: ['a.xml'] });
  const endless =
    '<xsl:template match="/"><xsl:call-template name="r"/></xsl:template><xsl:template name="r"><xsl:call-template name="r"/></xsl:template>';
  const ended = await preview(sheet(endless));
  expect(ended).toMatchObject({
    kind: 'failed',
    said: expect.stringMatching(/call stack|recursion/) as string,
  });
});

test('a document type is refused with its place, and nothing of it is expanded or fetched', async () => {
  await using server = await counted();
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>`;
  const outside = `<!DOCTYPE x SYSTEM "${server.url}/x.dtd">`;
  for (const type of [bomb, outside]) {
    const fault = { why: 'documentType', line: 2, column: 1 };
    expect(await preview(page('').replace('\n', `\n${type}`))).toMatchObject({
      ...{ kind: 'fault', of: 'template', fault },
    });
    expect(await preview(page(''), `<?xml version="1.0"?>\n${type}<x/>`)).toMatchObject({
      ...{ kind: 'fault', of: 'sample', fault },
    });
  }
  expect(server.asked).toEqual([]);
});

test('one that takes too long is ended, and says so', async () => {
  const endless = sheet(`
    <xsl:template name="twice"><xsl:param name="n"/>
      <xsl:if test="$n &lt; 60">
        <xsl:call-template name="twice"><xsl:with-param name="n" select="$n + 1"/></xsl:call-template>
        <xsl:call-template name="twice"><xsl:with-param name="n" select="$n + 1"/></xsl:call-template>
      </xsl:if>
    </xsl:template>
    <xsl:template match="/"><xsl:call-template name="twice"><xsl:with-param name="n" select="0"/></xsl:call-template></xsl:template>`);
  expect(await preview(endless)).toEqual({ kind: 'tooSlow', seconds: 5 });
});

test('one that calls itself for ever, or grows for ever, harms nothing', async () => {
  const deep = sheet('<xsl:template match="/" name="a"><xsl:call-template name="a"/></xsl:template>');
  expect((await preview(deep)).kind).toMatch(/failed|ended|made/);
  const grows = sheet(`
    <xsl:template name="grow"><xsl:param name="text"/><xsl:param name="n"/>
      <xsl:choose><xsl:when test="$n &lt; 40"><xsl:call-template name="grow">
        <xsl:with-param name="text" select="concat($text, $text)"/><xsl:with-param name="n" select="$n + 1"/>
      </xsl:call-template></xsl:when><xsl:otherwise><xsl:value-of select="$text"/></xsl:otherwise></xsl:choose>
    </xsl:template>
    <xsl:template match="/"><xsl:call-template name="grow">
      <xsl:with-param name="text" select="'0123456789'"/><xsl:with-param name="n" select="0"/>
    </xsl:call-template></xsl:template>`);
  expect((await preview(grows)).kind).toMatch(/failed|ended|tooLarge|tooSlow/);
  const long = page(
    '<xsl:for-each select="//x"><xsl:for-each select="//x"><p>0123456789</p></xsl:for-each></xsl:for-each>',
  );
  expect(await preview(long, `<a>${'<x/>'.repeat(400)}</a>`)).toEqual({ kind: 'tooLarge', most: 500_000 });
});

test('one that is XML and wrong XSL says what the processor says', async () => {
  const failed = await preview(page('<xsl:value-of select="((("/>'));
  expect(failed).toMatchObject({ kind: 'failed' });
  expect(failed.kind === 'failed' && failed.said).toMatch(/XPath|compile/);
  const told = await preview(page('<xsl:message>Hello from here</xsl:message>'));
  expect(told.kind === 'made' && told.said).toContain('Hello from here');
});

test('left by the window it stops', async () => {
  const stop = new AbortController();
  const running = preview(page(''), sample, stop.signal);
  stop.abort();
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
});
