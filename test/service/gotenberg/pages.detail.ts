import { execa } from 'execa';
import { expect, test } from 'vitest';
import { namesIn, saved, startGotenberg, textOf } from './support.ts';

const PAGE = '<!doctype html><title>A page</title><h1>Page one</h1><div style="break-before:page">Page two</div>';
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="red"/></svg>';

test('prints pages with their files, around them what is given, and only the pages that are asked for', async () => {
  const { post } = await startGotenberg();

  const printed = await post(
    '/forms/chromium/convert/html',
    [
      ['files', PAGE.replace('</h1>', '</h1><img src="picture.svg" alt="red">'), 'index.html'],
      ['files', PICTURE, 'picture.svg'],
      ['files', '<p style="font-size:9px">Sheet <span class="pageNumber"></span></p>', 'footer.html'],
      ['paperWidth', '105mm'],
      ['paperHeight', '148mm'],
      ['landscape', 'true'],
    ],
    { 'gotenberg-output-filename': 'page' },
  );
  expect([printed.status, printed.filename]).toEqual([200, 'page.pdf']);
  const { stdout } = await execa('pdfinfo', [await saved(printed.bytes)]);
  expect(stdout).toMatch(/Pages: +2\n/);
  expect(stdout).toMatch(/Page size: +(?:419\.\d+|420) x 29[78]/);
  const text = await textOf(printed.bytes);
  for (const shown of ['Page one', 'Sheet 1', 'Page two', 'Sheet 2']) expect(text).toContain(shown);

  const second = await post('/forms/chromium/convert/html', [
    ['files', PAGE, 'index.html'],
    ['nativePageRanges', '2'],
  ]);
  expect(await textOf(second.bytes)).not.toContain('Page one');

  const beyond = await post('/forms/chromium/convert/html', [
    ['files', PAGE, 'index.html'],
    ['nativePageRanges', '7-8'],
  ]);
  expect([beyond.status, beyond.text]).toEqual([
    400,
    "The page ranges '7-8' (nativePageRanges) exceeds the page count",
  ]);

  const parts = await post(
    '/forms/chromium/convert/html',
    [
      ['files', PAGE, 'index.html'],
      ['splitMode', 'intervals'],
      ['splitSpan', '1'],
    ],
    { 'gotenberg-output-filename': 'foo' },
  );
  expect([parts.filename, await namesIn(parts.bytes)]).toEqual(['foo.zip', ['foo_0.pdf', 'foo_1.pdf']]);
});

test('puts Markdown into a template', async () => {
  const { post } = await startGotenberg();
  const template = '<!doctype html><p>Before</p>{{ toHTML "text.md" }}<p>After</p>';

  const printed = await post('/forms/chromium/convert/markdown', [
    ['files', template, 'index.html'],
    ['files', '# A heading\n\nSome *text*.', 'text.md'],
  ]);
  expect(await textOf(printed.bytes)).toMatch(/Before.*A heading.*Some text\..*After/s);

  const missing = await post('/forms/chromium/convert/markdown', [
    ['files', template.replace('text.md', 'other.md'), 'index.html'],
    ['files', '# A heading', 'text.md'],
  ]);
  expect([missing.status, missing.text]).toEqual([400, "Markdown file(s) not found: 'other.md'"]);
});
