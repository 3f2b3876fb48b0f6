import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorOf } from '../../support/error-of.ts';
import { makeScratch, onlyOutput, type Scratch } from './support.ts';
import { convertTo, writeFiles } from './text-files.ts';

/* Feeds as texts to read; pandoc and pdftotext read them. */

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const file = async (name: string, text: string): Promise<string> =>
  join(await writeFiles(scratch, { [name]: text }), name);

const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Harbour notes</title><link>https://example.org/</link>
<item><title>Ships &amp; cranes</title><link>https://example.org/1</link><pubDate>Fri, 01 May 2026 10:00:00 GMT</pubDate>
<dc:creator>Ida Berg</dc:creator><description>Short</description>
<content:encoded><![CDATA[<h1>Arrival</h1><p>It <b>came<script>steal()</script> in</p>]]></content:encoded></item></channel></rss>`;

const RDF = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel><title>Harbour notes</title></channel><item><title>Ships &amp; cranes</title>
<description>&lt;p&gt;It &lt;b&gt;came in&lt;/b&gt;&lt;/p&gt;</description></item></rdf:RDF>`;

const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Harbour notes</title><entry><title>Ships &amp; cranes</title>
<author><name>Ida Berg</name></author><link rel="self" href="https://example.org/feed"/><link href="https://example.org/1"/>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>It <b>came in</b></p></div></content></entry></feed>`;

it.each([
  ['RSS 2.0', 'notes.rss', RSS],
  ['RSS 1.0', 'notes.xml', RDF],
  ['Atom', 'notes.xml', ATOM],
])('a feed in %s becomes its entries with headings and texts', async (_, name, text) => {
  const done = await convertTo(scratch, 'docx', await file(name, text));
  const { stdout } = await execa('pandoc', ['-f', 'docx', '-t', 'gfm', '--wrap=none', onlyOutput(done)]);
  expect(stdout).toMatch(/^# Harbour notes$/m);
  expect(stdout).toMatch(/^## Ships & cranes$/m);
  expect(stdout).toMatch(/It \*\*came/);
  expect(stdout).not.toMatch(/steal|\/feed/);
});

it('an entry has its date, author and link, and its whole text below its own heading', async () => {
  const done = await convertTo(scratch, 'md', await file('notes.rss', RSS));
  const markdown = await readFile(onlyOutput(done), 'utf8');
  expect(markdown).toMatch(/Fri, 01 May 2026 10:00:00 GMT\s+Ida Berg\s+<https:\/\/example\.org\/1>/);
  expect(markdown).toMatch(/^### Arrival$/m);
  expect(markdown).not.toContain('Short');
});

it('a feed becomes a PDF', async () => {
  const done = await convertTo(scratch, 'pdf', await file('notes.xml', ATOM));
  const { stdout } = await execa('pdftotext', [onlyOutput(done), '-']);
  expect(stdout).toContain('Ships & cranes');
});

it.each([
  ['is not well-formed', '<rss><channel>', 'not well-formed'],
  ['is something else', '<data/>', 'its root element is data'],
])('refuses what %s', async (_, text, reason) => {
  const error = await errorOf(convertTo(scratch, 'md', await file('notes.rss', text)));
  expect(error).toMatchObject({ code: 'input_damaged', message: expect.stringContaining(reason) });
});

it('reads no entities of a feed', async () => {
  const secret = await file('secret.txt', 'kept-secret');
  const text = `<!DOCTYPE rss [<!ENTITY x SYSTEM "file://${secret}">]><rss><channel><title>a&x;b</title></channel></rss>`;
  const done = await convertTo(scratch, 'md', await file('notes.xml', text));
  expect(await readFile(onlyOutput(done), 'utf8')).not.toContain('kept-secret');
});
