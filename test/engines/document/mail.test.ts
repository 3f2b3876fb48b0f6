import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { convert, fixture, makeScratch, onlyOutput, type Scratch } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const textOf = async (path: string): Promise<string> => (await execa('pdftotext', ['-layout', path, '-'])).stdout;

it('a mail becomes a PDF with its headers, text, picture, attachments and the forwarded mail', async () => {
  const made = await convert(scratch, fixture('letter.eml'), { target: 'pdf' });
  const text = await textOf(onlyOutput(made));
  for (const words of [
    'Grüße aus München',
    'From: Jürgen Müller <juergen@example.org>',
    'To: Anna <anna@example.com>, Bob, the builder <bob@example.com>',
    'Date: Wed, 13 Apr 2022 20:01:25 +0200',
    'Zwölf Boxkämpfer',
    'übersicht.csv (text/csv, 24 bytes)',
    'How much does the apple weigh?',
  ])
    expect(text).toContain(words);
  expect(text).not.toContain('The plain text.');
  const { stdout: images } = await execa('pdfimages', ['-list', onlyOutput(made)]);
  expect(images).toMatch(/^ +1 +0 image/m);
  expect(made.warnings.map(({ code, message }) => [code, message])).toEqual([
    ['resource_refused', expect.stringContaining('letter.eml has 1 picture on the web, which is not loaded')],
    ['output_limited', expect.stringContaining('1 file attached to letter.eml is listed')],
  ]);
});

it('a message of Outlook becomes one page of HTML without anything to load', async () => {
  const path = onlyOutput(await convert(scratch, fixture('outlook.msg'), { target: 'html' }));
  const html = await readFile(path, 'utf8');
  expect(html).toContain('Café – <b>from Outlook</b><img src="data:image/png;base64,');
  expect(html).toContain('<b>From:</b> Zoë Faßbinder &lt;zoe@example.org&gt;');
  expect(html).toContain('menü.txt');
  const { stdout } = await execa('pandoc', ['-f', 'html', '-t', 'plain', path]).catch(() => ({ stdout: null }));
  if (stdout !== null) expect(stdout).toContain('Menü für Freitag');
});
