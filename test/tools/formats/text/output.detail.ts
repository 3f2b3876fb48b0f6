import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageMarkHtml } from '../../../../tools/formats/text/page-marks.ts';
import { htmlToMarkdown, markdownToHtml, tidyHtmlOutput } from '../../../../tools/formats/text/steps.ts';
import { hasLibreOffice, htmlEvents, libreOffice, workspace } from './support.ts';

const { folder, context, file } = await workspace();

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function toMarkdown(html: string): Promise<string> {
  const { path } = await htmlToMarkdown(await file('export.html', html), folder, context);
  return readFile(path, 'utf8');
}

describe('Markdown from HTML', () => {
  it.each([
    ['<h2><b>Head</b></h2>', '## Head'],
    ['<p>a <b> bold </b> b</p>', 'a **bold** b'],
    ['<p><font><b>bo</b></font><font><b>ld</b></font></p>', '**bold**'],
    ['<p><i>one</i> <strike>two</strike> <tt>three</tt></p>', '*one* ~~two~~ `three`'],
    ['<p><a href="https://a.example/">l</a> <a href="#x">here</a></p>', '[l](https://a.example/) here'],
    ['<ul><li><p>a</p><ul><li><p>b</p></ul><li><p>c</p></ul>', '- a\n  - b\n- c'],
    ['<ol start="3"><li>a<li>b</ol>', '3. a\n4. b'],
    ['<p>H<sub>2</sub>O</p>', 'H<sub>2</sub>O'],
    ['<p>one<br>two</p>', 'one  \ntwo'],
    ['<pre>a\n\n\n`b`</pre>', '```\na\n\n\n`b`\n```'],
    ['<p>1. no list * _ # &lt;b&gt; &amp;amp; ~~</p>', '1\\. no list \\* \\_ # \\<b> \\&amp; \\~\\~'],
    [
      '<p>t<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></p><div id="sdfootnote1"><p><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a> note</p></div>',
      't[^1]\n\n[^1]: note',
    ],
    ['<p><img src="a.png" alt="An image"></p><p></p><p><br></p><p>x</p>', 'An image\n\nx'],
  ])('%s', async (html, markdown) => {
    expect(await toMarkdown(html)).toBe(`${markdown}\n`);
  });

  it.each([
    [
      'raised numbers and a list of notes',
      '<p>A<sup><a id="r1" href="#n1">1</a></sup> b<sup><a id="r2" href="#n2">2</a></sup>.</p><ol><li id="n1"><p>One. <a href="#r1">↩</a></p></li><li id="n2"><p>Two. <a href="#r2">↩</a></p></li></ol>',
      'A[^1] b[^2].\n\n[^1]: One.\n\n[^2]: Two.',
    ],
    [
      'links of a type, without a way back',
      '<p>A<a type="noteref" href="#n1">1</a> b<a type="noteref" href="#n2">*</a> c<a href="#n3">3</a>.</p><aside id="n1"><p>1 One.</p><p>More.</p></aside><aside id="n2"><p><sup>*</sup> 1984.</p></aside><aside id="n3"><p>3 Text.</p></aside>',
      'A[^1] b[^2] c3.\n\n[^1]: One.\n\nMore.\n\n[^2]: 1984\\.\n\n3 Text.',
    ],
    [
      'numbers that lead back',
      '<p>A<a id="r1" href="#n1">[1]</a>.</p><div><p id="n1"><a href="#r1">1</a>. One <b>note</b>.</p></div>',
      'A[^1].\n\n[^1]: One **note**.',
    ],
    [
      'a note that is referred to twice',
      '<p>A<a id="r1" href="#n1">*</a> b<a id="r2" href="#n1">*</a>.</p><p><a id="n1" href="#r1">*</a> One.</p>',
      'A[^1] b\\*.\n\n[^1]: One.',
    ],
    [
      'a table of contents',
      '<p><a id="t" href="#c">1 Begin</a></p><h1 id="c"><a href="#t">1 Begin</a></h1>',
      '1 Begin\n\n# 1 Begin',
    ],
    ['notes without links back', '<p>A<a href="#n1">1</a></p><p id="n1">1 One</p>', 'A1\n\n1 One'],
    [
      'notes in one paragraph',
      '<p>A<a id="r1" href="#n1">1</a>b<a id="r2" href="#n2">2</a></p><p><a id="n1" href="#r1">1</a> One <a id="n2" href="#r2">2</a> Two</p>',
      'A1b2\n\n1 One 2 Two',
    ],
  ])('takes for footnotes: %s', async (_, html, markdown) => {
    expect(await toMarkdown(html)).toBe(`${markdown}\n`);
  });

  it('keeps bitmaps as files or inside, each once, and nothing else', async () => {
    const data = `data:image/png;base64,${PNG.toString('base64')}`;
    const html = `<p>a <img alt="dot" src="${data}"> b <img src="${data}"> <img alt="far" src="https://a.example/x.png"></p>`;
    const convert = async (pictures: 'files' | 'inline') => {
      const options = { pictures, keepsOwnMarks: false };
      const made = await htmlToMarkdown(await file('pictures.html', html), folder, context, options);
      return { ...made, markdown: await readFile(made.path, 'utf8') };
    };
    const files = await convert('files');
    expect(files.markdown).toBe('a ![dot](pictures/picture-1.png) b ![](pictures/picture-1.png) far\n');
    expect(files.images).toBe(1);
    expect(await Promise.all(files.pictures.map((path) => readFile(path)))).toEqual([PNG]);
    const inline = await convert('inline');
    expect(inline.markdown).toBe(`a ![dot](${data}) b ![](${data}) far\n`);
    expect(inline.pictures).toEqual([]);
  });

  it('keeps the marks of pages of its own HTML, and of no other', async () => {
    const html = `<p>one</p>${pageMarkHtml(2)}<p>&lt;!-- page 3 --&gt;</p>`;
    const convert = async (keepsOwnMarks: boolean) => {
      const options = { pictures: 'none' as const, keepsOwnMarks };
      const { path } = await htmlToMarkdown(await file('pages.html', html), folder, context, options);
      return readFile(path, 'utf8');
    };
    expect(await convert(true)).toBe('one\n\n<!-- page 2 -->\n\n\\<!-- page 3 -->\n');
    expect(await convert(false)).toBe('one\n\n\\<!-- page 3 -->\n');
  });

  it('writes tables with merged cells, bars, several paragraphs and alignment', async () => {
    const markdown = await toMarkdown(
      '<table><tr><td rowspan=2>A<td colspan=2>B|b</tr><tr><td align=right>1<td><p>x</p><p>y</p></tr><tr><td>p<td align=right>2</tr></table>',
    );
    expect(markdown).toBe('| A | B\\|b | B\\|b |\n| --- | --: | --- |\n| A | 1 | x<br>y |\n| p | 2 |  |\n');
  });

  it('counts the pictures that it leaves out', async () => {
    const { images } = await htmlToMarkdown(await file('pictures.html', '<img src=a><img src=b>'), folder, context);
    expect(images).toBe(2);
  });

  it.runIf(hasLibreOffice)('comes back as it went into LibreOffice', async () => {
    const source = [
      '# Title',
      'Some **bold** and *slanted* text with [a link](https://a.example/).',
      '- one\n- two',
      '1. first\n2. second',
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
      '## End',
    ].join('\n\n');
    const page = await markdownToHtml(await file('source.md', source), { title: 'T' }, folder, context);
    const odt = await libreOffice(page.path, ['HTML (StarWriter)'], 'odt', folder);
    const html = await libreOffice(odt, ['writer8'], 'html', folder);
    const back = await htmlToMarkdown(html, folder, context);
    // LibreOffice makes the cells of a head bold.
    expect((await readFile(back.path, 'utf8')).replace('| **a** | **b** |', '| a | b |')).toBe(`${source}\n`);
  });

  // The pool ends a step after five minutes; a step with quadratic time would take hours.
  it.each(['<div>', '<b>', '<table><tr><td>', '<b><p>', '&lt;', '<br>'])(
    'ends within its time limit for 100 000 times %s',
    async (markup) => {
      expect(await toMarkdown(`x${markup.repeat(100_000)}`)).toMatch(/^x/);
    },
  );
});

describe("LibreOffice's HTML as a page", () => {
  it('has today’s elements, CSS, a language, and its pictures in it', async () => {
    await mkdir(join(folder, 'page'));
    await writeFile(join(folder, 'page', 'page html 1.png'), PNG);
    const input = join(folder, 'page', 'page.html');
    await writeFile(
      input,
      `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0"><html><head><meta http-equiv="content-type" content="text/html; charset=iso-8859-1">
      <meta name="generator" content="LibreOffice"><meta name="changedby" content="Someone"><meta name="author" content="A">
      <style>comment { display: none }</style></head><body lang="en-US" dir="ltr" link="#000080"><p></p>
      <p align="center"><font color="#ff0000"><font face="Arial Black, serif"><font size="4" style="font-size: 16pt">Big</font></font></font></p>
      <center><strike>s</strike></center><table cellspacing="0" border="0"><tr><td align="right" valign=bottom sdval="1">1<comment>note</comment></td></tr></table>
      <img src="page%20html%201.png" name="Image1" width="5"><a name="x">\xe9</a></body></html>`,
      'latin1',
    );
    const { path, removed } = await tidyHtmlOutput(input, folder, context, 'Fallback');
    const { tags, attributes, text } = htmlEvents(await readFile(path, 'utf8'));
    expect(removed).toEqual({ references: 0, links: 0, scripts: 0 });
    expect(tags).not.toEqual(expect.arrayContaining(['font']));
    for (const obsolete of ['font', 'center', 'strike', 'comment']) expect(tags).not.toContain(obsolete);
    for (const obsolete of ['align', 'valign', 'sdval', 'link', 'cellspacing', 'border', 'name']) {
      expect(attributes.filter(([tag, name]) => tag !== 'meta' && name === obsolete)).toEqual([]);
    }
    expect(attributes).toContainEqual(['html', 'lang', 'en-US']);
    expect(attributes).toContainEqual(['meta', 'charset', 'utf-8']);
    expect(attributes.filter(([, , value]) => /LibreOffice|Someone/.test(value))).toEqual([]);
    expect(attributes).toContainEqual([
      'span',
      'style',
      "color: #ff0000; font-family: 'Arial Black', serif; font-size: 16pt",
    ]);
    expect(attributes).toContainEqual(['p', 'style', 'text-align: center']);
    expect(attributes).toContainEqual(['span', 'class', 'comment']);
    expect(attributes).toContainEqual(['img', 'src', `data:image/png;base64,${PNG.toString('base64')}`]);
    expect(attributes).toContainEqual(['a', 'id', 'x']);
    expect(text).toContain('Fallback');
    expect(text).toContain('.comment { display: none }');
    expect(text).toContain('é');
    expect(tags.filter((tag) => tag === 'p')).toHaveLength(1);
  });

  it('does not join spans of which the outer says more', async () => {
    const input = await file('spans.html', '<p><font color=red><font face=Arial>a</font>b</font></p>');
    const html = await readFile((await tidyHtmlOutput(input, folder, context)).path, 'utf8');
    expect(html).toContain('<span style="color: red"><span style="font-family: Arial">a</span>b</span>');
  });
});
