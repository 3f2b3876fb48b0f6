import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { textKindOf } from '../../../../tools/formats/text/kinds.ts';
import { renderMarkdown } from '../../../../tools/formats/text/markdown/read.ts';
import { markdownToHtml } from '../../../../tools/formats/text/steps.ts';
import { SLOWNESS } from '../../../support/slowness.ts';
import { htmlEvents, workspace } from './support.ts';

const { folder, context, file } = await workspace();

async function convert(markdown: string, title = 'Given') {
  const { path, removed } = await markdownToHtml(await file('input.md', markdown), { title }, folder, context);
  const html = await readFile(path, 'utf8');
  return { html, removed, ...htmlEvents(html) };
}

describe('Markdown becomes HTML', () => {
  it.each([
    ['# One', 'h1'],
    ['One\n---', 'h2'],
    ['###### Six', 'h6'],
    ['*one*', 'em'],
    ['**one**', 'strong'],
    ['~~one~~', 's'],
    ['`one`', 'code'],
    ['```\none\n```', 'pre'],
    ['> one', 'blockquote'],
    ['- one', 'ul'],
    ['3. one', 'ol'],
    ['---', 'hr'],
    ['one  \ntwo', 'br'],
    ['[one](https://a.example/)', 'a'],
    ['|one|two|\n|---|--:|\n|1|2|', 'td'],
    ['H<sub>2</sub>O', 'sub'],
    ['<u>one</u>', 'u'],
  ])('%j: %s', async (markdown, tag) => {
    expect((await convert(`before\n\n${markdown}\n\nafter`)).tags).toContain(tag);
  });

  it('has a title, from its metadata or as given, and shows no metadata', async () => {
    expect((await convert('text')).html).toContain('<title>Given</title>');
    const page = await convert('---\r\ntitle: "From it"\r\ndate: 2024-01-05\r\n---\r\n# Head\r\n');
    expect(page.html).toContain('<title>From it</title>');
    expect(page.text).not.toContain('2024');
    expect(page.tags).toContain('h1');
    // A rule at the start is not metadata.
    expect((await convert('---\n\ntext\n\n---\n')).text).toContain('text');
  });

  it('keeps columns, their alignment and characters that HTML means something by', async () => {
    const { text, attributes } = await convert('|a|b|\n|:-:|--:|\n|1 < 2 & 3|`<b>`|\n');
    expect(text).toContain('1 < 2 & 3');
    expect(text).toContain('<b>');
    expect(attributes.filter(([tag]) => tag === 'td')).toEqual([
      ['td', 'style', 'text-align: center'],
      ['td', 'style', 'text-align: right'],
    ]);
  });

  it('loads nothing and runs nothing', async () => {
    const { html, removed, text } = await convert(
      '![An image](http://outside/a.png) ![b](outside.png) [x](javascript:outside()) <img src=outside> <script>outside</script>\n\n<iframe src=outside></iframe>\n',
    );
    expect(html).not.toContain('outside');
    expect(text).toContain('An image');
    expect(removed).toEqual({ references: 4, links: 1, scripts: 1 });
  });

  it('keeps a picture that is in the text', async () => {
    const { attributes } = await convert('![dot](data:image/gif;base64,R0lGODlhAQABAAAAACw=)');
    expect(attributes).toContainEqual(['img', 'src', 'data:image/gif;base64,R0lGODlhAQABAAAAACw=']);
  });
});

describe('hostile Markdown ends in bounded time', () => {
  const times = 100_000;
  it.each([
    ['>', '>'.repeat(times)],
    ['[', '['.repeat(times)],
    ['![[', '![['.repeat(times)],
    ['[…]', `${'['.repeat(times)}a${']'.repeat(times)}`],
    ['- ', '- '.repeat(times)],
    ['**a ', '**a '.repeat(times)],
    ['*_', '*_'.repeat(times)],
    ['[a](', '[a]('.repeat(times)],
    ['[a](<b', '[a](<b'.repeat(times)],
    ['<!--', '<!--'.repeat(times)],
    ['<div>', '<div>'.repeat(times)],
    ['backticks', Array.from({ length: 1400 }, (_, index) => `${'`'.repeat(index)}a`).join('')],
    ['deep lists', Array.from({ length: 1500 }, (_, index) => `${' '.repeat(index * 2)}- a`).join('\n')],
    ['wide tables', `|${'a|'.repeat(3000)}\n|${'-|'.repeat(3000)}\n${'|\n'.repeat(30_000)}`],
    ['$a ', '$a '.repeat(times)],
    ['$$', '$$'.repeat(times)],
    ['$$ lines', '$$\n'.repeat(times)],
    ['\\(', '\\('.repeat(times)],
    ['$`', '$`'.repeat(times)],
    ['[^a]', '[^a] '.repeat(times)],
    ['notes', Array.from({ length: 20_000 }, (_, index) => `a[^${index}]\n\n[^${index}]: b`).join('\n\n')],
    ['^[', '^['.repeat(times)],
    [':a:', ':a:'.repeat(times)],
    ['~a', '~a'.repeat(times)],
    ['> [!NOTE]', '> [!NOTE]\n'.repeat(times)],
    ['alerts', '> [!NOTE]\n\n'.repeat(20_000)],
    ['# a', '# a\n'.repeat(times)],
    ['a : b', 'a\n: b\n\n'.repeat(20_000)],
    ['- [x]', '- [x] a\n'.repeat(times)],
  ])('%s', async (_, markdown) => {
    const before = process.cpuUsage();
    const { html } = await renderMarkdown(markdown, { title: '' });
    const { user, system } = process.cpuUsage(before);
    expect(html).not.toBe('');
    expect((user + system) / 1000).toBeLessThan(20_000 * SLOWNESS);
  });

  it('refuses a text beyond the limit', async () => {
    const input = await file('large.md', 'x'.repeat(16 * 1024 ** 2 + 1));
    await expect(markdownToHtml(input, { title: '' }, folder, context)).rejects.toMatchObject({
      code: 'input_too_large',
      message: expect.stringContaining('16 MiB'),
    });
  });
});

describe('what a text is', () => {
  const kindOf = async (filename: string, content = 'text\n') =>
    textKindOf({
      id: 'input',
      path: await file('kind', content),
      filename,
      size: content.length,
      format: null,
      decryptPassword: null,
    });

  it.each([
    ['a.md', 'markdown'],
    ['A.MARKDOWN', 'markdown'],
    ['a.csv', 'csv'],
    ['a.tsv', 'tsv'],
    ['a.tab', 'tsv'],
    ['a.txt', 'plain'],
    ['a.log', 'plain'],
    ['a', 'plain'],
  ])('%s: %s', async (filename, kind) => {
    expect(await kindOf(filename)).toBe(kind);
  });

  it('is found in the content only where the name says nothing and the content is certain', async () => {
    expect(await kindOf('a', 'sep=;\r\na;b\r\n')).toBe('csv');
    expect(await kindOf('a.txt', 'sep=;\r\na;b\r\n')).toBe('plain');
    expect(await kindOf('a', '# Heading\n\n- item\n')).toBe('plain');
  });
});
