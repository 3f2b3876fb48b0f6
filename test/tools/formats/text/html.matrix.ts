import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { cleanPage } from '../../../../tools/formats/text/html/clean.ts';
import { cleanHtml } from '../../../../tools/formats/text/steps.ts';
import { sample } from '../../../support/sample.ts';
import { processorTime } from '../../../support/slowness.ts';
import { hasLibreOffice, htmlEvents, libreOffice, python, workspace } from './support.ts';

const { folder, context, file } = await workspace();

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function clean(html: string | Uint8Array): Promise<{ html: string; removed: object; encoding: string }> {
  const { path, removed, encoding } = await cleanHtml(await file('input.html', html), folder, context);
  return { html: await readFile(path, 'utf8'), removed, encoding };
}

describe('nothing outside is referred to', () => {
  // Each has the word "outside" in an address, so the same search over the input is the positive control.
  it.each([
    '<img src="http://outside/a.png">',
    '<img src=file:///outside>',
    '<img src="//outside/a.png">',
    '<img src="outside.png">',
    '<img srcset="outside.png 2x" src="data:image/png;base64,AAAA">',
    '<image src="http://outside/a.png">',
    '<link rel=stylesheet href="outside.css">',
    '<style>@import "outside.css";</style>',
    '<style>@import url(outside.css);</style>',
    '<style>p { background: url("outside.png") }</style>',
    '<style>p { background: u\\72l(outside.png) }</style>',
    '<style>p { background/**/: /**/url(outside.png) }</style>',
    '<style>@media all { p { background: url(outside.png) } }</style>',
    '<style>@font-face { font-family: x; src: url(outside.ttf) }</style>',
    '<style>p { background: image-set("outside.png" 1x) }</style>',
    '<style><!-- p { list-style: url(outside.png) } --></style>',
    '<p style="background: url(outside.png)">x</p>',
    '<p style="background: u\\72 l(outside.png)">x</p>',
    '<p style="background: URL(\'outside.png\')">x</p>',
    '<body background="outside.png">x',
    '<table background="outside.png"><tr><td background="outside.png">x</table>',
    '<iframe src="file:///outside"></iframe>',
    '<frameset><frame src="outside.html"></frameset>',
    '<object data="outside.odt">x</object>',
    '<object><param name="src" value="outside.swf"></object>',
    '<embed src="outside.swf">',
    '<applet code="outside.class"></applet>',
    '<base href="file:///outside/">',
    '<meta http-equiv="refresh" content="0; url=outside.html">',
    '<script src="outside.js"></script>',
    '<script>location = "outside.html"</script>',
    '<p onclick="location=\'outside\'">x</p>',
    '<video poster="outside.png" src="outside.mp4"></video>',
    '<audio src="outside.mp3"></audio>',
    '<svg><image href="outside.png" xlink:href="outside.png"/></svg>',
    '<svg><style>@import "outside.css"</style></svg>',
    '<math><mtext><img src="outside.png"></mtext></math>',
    '<input type=image src="outside.png">',
    '<a href="file:///outside">x</a>',
    '<a href="outside.html">x</a>',
    '<a href="javascript:outside()">x</a>',
    '<a href=" java&#10;script:outside()">x</a>',
    '<bgsound src="outside.wav">',
    '<template><img src="outside.png"></template>',
    '<noscript><img src="outside.png"></noscript>',
    '<!--[if gte mso 9]><img src="outside.png"><![endif]-->',
    '<?import namespace="outside" implementation="outside.htc">',
    '<title><img src="x"></title><xml:stylesheet href="outside">',
    "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='outside.png'/></svg>\">",
    `<img src="data:image/png;base64,${Buffer.from('<svg><image href="outside.png"/></svg>').toString('base64')}">`,
  ])('%s', async (markup) => {
    const control = (html: string): boolean =>
      html.includes('outside') || htmlEvents(html).attributes.some(([, , value]) => value.includes('base64'));
    expect(control(markup)).toBe(true);
    const { html } = await clean(`<html><head></head><body>before ${markup}after</body></html>`);
    const { text, attributes } = htmlEvents(html);
    expect(html).not.toContain('outside');
    expect(attributes.filter(([, , value]) => value.includes('base64'))).toEqual([]);
    expect(text).toContain('before');
    // A frameset does not remove text: the text after an unclosed element without content stays.
    expect(text).toContain('after');
  });

  it('counts what was removed', async () => {
    const { removed } = await clean(
      '<link href=a.css><img src=a.png><p style="background:url(b)"><a href=x.html>x</a><script>1</script>',
    );
    expect(removed).toEqual({ references: 3, links: 1, scripts: 1 });
    expect((await clean('<p style="color: red">x<a href="http://a.example/">y</a>')).removed).toEqual({
      references: 0,
      links: 0,
      scripts: 0,
    });
  });
});

describe('the document stays', () => {
  it('keeps text, structure, styles, links on the web and bitmaps', async () => {
    const { html } = await clean(`<html lang="de"><head><title>T &amp; U</title><meta name=author content="Ä">
      <style>h1, p.x:first-child > b { color: #f00; font-family: "A B" } @page { size: 10cm 20cm }</style></head><body>
      <h1 align=center>Head</h1><ul><li>a<li>b</ul><table><tr><td colspan=2>c<td>d</table>
      <p style="margin: 1cm; color: rgb(1, 2, 3)">p<a href="https://a.example/?b&amp;c">l</a><img alt=i src="data:image/gif;base64,${PNG}"></body>`);
    const { tags, attributes, text } = htmlEvents(html);
    expect(text).toMatch(/T & U[\s\S]*h1, p\.x:first-child > b \{ color: #f00; font-family: "A B" \}[\s\S]*Head/);
    expect(text).toContain('@page { size: 10cm 20cm }');
    expect(attributes).toContainEqual(['html', 'lang', 'de']);
    expect(attributes).toContainEqual(['meta', 'content', 'Ä']);
    expect(attributes).toContainEqual(['h1', 'align', 'center']);
    expect(attributes).toContainEqual(['td', 'colspan', '2']);
    expect(attributes).toContainEqual(['p', 'style', 'margin: 1cm; color: rgb(1, 2, 3)']);
    expect(attributes).toContainEqual(['a', 'href', 'https://a.example/?b&c']);
    // The type is detected from the content.
    expect(attributes).toContainEqual(['img', 'src', `data:image/png;base64,${PNG}`]);
    expect(tags.filter((tag) => tag.endsWith('li'))).toEqual(['li', '/li', 'li', '/li']);
  });

  it('balances what was left open and crossed', async () => {
    const { html } = await clean('<p>a<b>b<i>c</b>d<p>e<table><tr><td>f</p><td>g</table></div>h');
    const open: string[] = [];
    for (const tag of htmlEvents(html).tags.filter((name) => name !== 'meta')) {
      if (tag.startsWith('/')) expect(open.pop()).toBe(tag.slice(1));
      else open.push(tag);
    }
    expect(open).toEqual([]);
    expect(htmlEvents(html).text.replace(/\s/g, '')).toBe('abcdefgh');
  });

  it('clamps spans that would make a program count for hours', async () => {
    const { html } = await clean('<table><col span=99999999><tr><td colspan=99999999 rowspan=99999999>x</table>');
    const spans = htmlEvents(html).attributes.filter(([, name]) => name.endsWith('span'));
    expect(spans).toEqual([
      ['col', 'span', '1000'],
      ['td', 'colspan', '1000'],
      ['td', 'rowspan', '65534'],
    ]);
  });

  it.each([
    ['a meta', '<meta charset=koi8-r><p>Привет', 'koi8-r'],
    ['a content type', '<meta http-equiv=Content-Type content="text/html; charset=koi8-r"><p>Привет', 'koi8-r'],
    ['an XML declaration', '<?xml version="1.0" encoding="koi8-r"?><html><p>Привет', 'koi8-r'],
    ['statistics', `<p>${'Привет, как дела, что нового в этом городе? '.repeat(5)}`, 'koi8-r'],
  ])('reads the encoding of %s', async (_, html, encoding) => {
    const hex = python<string>(
      'import json, sys; print(json.dumps(sys.stdin.buffer.read().decode().encode("koi8-r").hex()))',
      [],
      html,
    );
    const cleaned = await clean(Buffer.from(hex, 'hex'));
    expect(cleaned.encoding).toBe(encoding);
    expect(htmlEvents(cleaned.html).text).toContain('Привет');
  });

  it.runIf(hasLibreOffice)('is read by LibreOffice: letters, table, link and picture', async () => {
    const input = await file(
      'office.html',
      `<title>Ä</title><p>Größe 日本<table border=1><tr><td>cell</table><a href="https://a.example/">l</a><img width=10 height=10 src="data:image/png;base64,${PNG}">`,
    );
    const { path } = await cleanHtml(input, folder, context);
    const output = await libreOffice(path, ['HTML (StarWriter)'], 'odt', folder);
    const [content, names] = python<[string, string[]]>(
      `
import json, sys, zipfile
book = zipfile.ZipFile(sys.argv[1])
print(json.dumps([book.read('content.xml').decode(), book.namelist()]))
`,
      [output],
    );
    for (const part of ['Größe 日本', '<table:table ', 'xlink:href="https://a.example/"', '<draw:image']) {
      expect(content).toContain(part);
    }
    expect(names.some((name) => name.startsWith('Pictures/'))).toBe(true);
  });
});

describe('hostile markup ends in bounded time', () => {
  it.each([
    '<div>',
    '<b>',
    '<ul><li>',
    '<table><tr><td>',
    '<p><b>',
    '<svg>',
    '</x>',
    '<x a=',
    '<a href=x>',
    '<!--',
    '<',
    '&',
    '&lt',
    '<style>',
    '<style>{',
    '<p style="(',
    '<p style="a:b;c:url(d);">',
    '<img src="data:image/png;base64,iVBORw0KGgo',
  ])('100 000 times %s', (markup) => {
    let html = '';
    const milliseconds = processorTime(() => {
      html = cleanPage(`start ${markup.repeat(100_000)} end`).html;
    });
    expect(milliseconds).toBeLessThan(20_000);
    expect(html).toContain('start');
  });

  it
    .runIf(hasLibreOffice)
    .each(sample('deep markup', ['<ul><li>x', '<table border=1><tr><td>x', '<blockquote>x', '<dl><dd>x'], 1))(
    'LibreOffice reads what is left of 20 000 times %s',
    async (markup) => {
      const { path } = await cleanHtml(await file('bomb.html', `start${markup.repeat(20_000)}end`), folder, context);
      const output = await libreOffice(path, ['HTML (StarWriter)'], 'txt', folder);
      const text = await readFile(output, 'utf8');
      expect(text).toMatch(/start[\s\S]*x{1000}[\s\S]*end/);
    },
  );

  it('flattens the parts of a list or a table with it', async () => {
    const { html } = await clean(`${'<ul><li>a'.repeat(1000)}${'</ul>'.repeat(1000)}<ul><li>b<li>c</ul>`);
    const items = htmlEvents(html).tags.filter((tag) => tag === 'li');
    expect(items.length).toBeLessThan(100);
    expect(html).toMatch(/<ul><li>b<\/li><li>c<\/li><\/ul>/);
  });

  it('nests no deeper than a program can take', async () => {
    const { html } = await clean(`${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}after`);
    const { tags, text } = htmlEvents(html);
    expect(tags.filter((tag) => tag === 'div').length).toBeLessThan(200);
    expect(text).toContain('deep');
    expect(text).toContain('after');
  });

  it('refuses a page beyond the limit', async () => {
    const input = await file('large.html', 'x'.repeat(64 * 1024 ** 2 + 1));
    await expect(cleanHtml(input, folder, context)).rejects.toMatchObject({
      code: 'input_too_large',
      message: expect.stringContaining('64 MiB'),
    });
  });
});
