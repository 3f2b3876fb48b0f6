import { describe, expect, it } from 'vitest';
import type { MarkdownReader } from '../../../../tools/formats/text/markdown/page-parts.ts';
import { type MarkdownPageOptions, renderMarkdown } from '../../../../tools/formats/text/markdown/read.ts';
import { writeMarkdown } from '../../../../tools/formats/text/markdown/write.ts';

const page = (markdown: string, reader: MarkdownReader = 'html', options: Partial<MarkdownPageOptions> = {}) =>
  renderMarkdown(markdown, { title: 'Given', reader, ...options });

/** Returns the body without line ends. */
async function body(markdown: string, reader: MarkdownReader = 'html'): Promise<string> {
  const { html } = await page(markdown, reader);
  return (/<body>(.*)<\/body>/s.exec(html)?.[1] ?? '').replaceAll('\n', '');
}

describe('formulas', () => {
  it.each([
    ['a $x^2$ b', 'x^2'],
    ['a \\(x^2\\) b', 'x^2'],
    ['a $`x^2`$ b', 'x^2'],
    ['a $$x^2$$ b', 'x^2'],
    ['$$\nx^2\n$$', 'x^2'],
    ['- item\n\n  $$\n  x^2\n  $$', 'x^2'],
    ['> $$\n> x^2\n> $$', 'x^2'],
    ['\\[\nx^2\n\\]', 'x^2'],
    ['|a|\n|---|\n|$x^2$|', 'x^2'],
  ])('%j', async (markdown, tex) => {
    expect(await body(markdown)).toContain(`<annotation encoding="application/x-tex">${tex}</annotation>`);
    expect(await body(markdown, 'pandoc')).toContain(`>${tex}</script>`);
    expect(await body(markdown, 'print')).toMatch(/<svg [^>]*viewBox/);
  });

  it.each(['$20 and $30', '$HOME/$PATH', 'US$ 5 or A$ 6', '`$x$`', '\\$x\\$', '\\[1\\]', '$ x $', 'a$x$b', '$$', '$'])(
    '%j is none',
    async (markdown) => {
      const text = await body(markdown, 'pandoc');
      expect(text).not.toContain('<script');
    },
  );

  it('stay in TeX where they are not understood, and are counted', async () => {
    const { html, formulas } = await page('$\\undefined{x}$ and $x$');
    expect(html).toContain('<code>$\\undefined{x}$</code>');
    expect(formulas).toBe(1);
    expect((await page('$x$', 'office')).formulas).toBe(1);
  });

  it('define something for their own text alone', async () => {
    expect(await body('$\\def\\foo{y}\\foo$ $\\foo$ $\\let\\frac\\sqrt \\frac{2}$')).not.toContain('<code>');
    expect(await body('$\\foo$')).toContain('<code>$\\foo$</code>');
    expect(await body('$\\frac{1}{2}$')).toContain('<mfrac>');
  });

  it('load nothing, run nothing and end', async () => {
    const hostile = [
      '$\\href{javascript:outside()}{x}$',
      '$\\require{html}\\href{outside}{x}$',
      '$\\style{background:url(outside)}{x}$',
      '$\\unicode{x3c}script\\unicode{x3e}outside$',
      '$\\text{</script><script>outside</script>}$',
      '$\\text{<img src=outside>}$',
      '$\\def\\x{\\x\\x}\\x$',
      `$${'{'.repeat(20_000)}$`,
      `$${'\\sqrt{'.repeat(2000)}x${'}'.repeat(2000)}$`,
    ].join('\n\n');
    for (const reader of ['html', 'print', 'pandoc'] as const) {
      const { html } = await page(hostile, reader);
      expect(html).not.toMatch(/<script(?! type="math\/tex)|<img|href="(?:javascript|outside)|style="[^"]*url/);
    }
  });

  it('come back as they were', async () => {
    const markdown = 'Text $\\frac{a}{b} < c$ and\n\n$$\\sum_i x_i$$\n';
    const { html } = await page(markdown);
    expect(writeMarkdown(html, { pictures: 'none', keepsOwnMarks: false }).markdown).toBe(markdown);
  });

  it('are read of pages of others, once', () => {
    const math =
      '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math>';
    const html = `<p>a ${math}<span class="katex-html">x2</span> b <math><mi>y</mi></math></p>`;
    expect(writeMarkdown(html, { pictures: 'none', keepsOwnMarks: false }).markdown.trim()).toBe('a $x^2$ b');
  });
});

describe('what people write beyond CommonMark', () => {
  it.each([
    ['- [x] a\n- [ ] b', /<input type="checkbox" disabled checked> a.*<input type="checkbox" disabled> b/],
    ['a[^1]\n\n[^1]: note', /<sup class="footnote-ref"><a href="#fn1".*<li id="fn1"/],
    ['a^[note]', /<li id="fn1" class="footnote-item"><p>note/],
    ['> [!NOTE]\n> text', /<blockquote class="alert alert-note"><p class="alert-title"><strong>Note<.*<p>text/],
    ['> [!danger]- Own\n> text', /alert-caution.*<strong>Own<.*<p>text/],
    ['> [!constructor]\n> text', /<blockquote><p>\[!constructor\]/],
    [':tada: :smile:', /🎉 😄/u],
    ['H~2~O x^2^', /H<sub>2<\/sub>O x<sup>2<\/sup>/],
    ['Term\n: Definition', /<dl><dt>Term<\/dt><dd>Definition<\/dd><\/dl>/],
    ['# A b!\n\n# A b!', /<h1 id="a-b">.*<h1 id="a-b-1">/],
    [
      '[TOC]\n\n# A\n\n## B\n\n# C',
      /<ul class="contents"><li><a href="#a">A<\/a><ul><li><a href="#b">B<\/a><\/li><\/ul><\/li><li>/,
    ],
    ['[[_TOC_]]\n\n# A', /<a href="#a">A/],
    ['```js\nlet a = 1;\n```', /<span class="hljs-keyword">let<\/span>/],
    ['```unheard\n<b>\n```', /<code class="language-unheard">&lt;b&gt;/],
    ['```\nlet a\n```', /<pre><code>let a<\/code>/],
  ])('%j', async (markdown, expected) => {
    expect(await body(markdown)).toMatch(expected);
  });

  it('is as pandoc reads it', async () => {
    const html = await body('- [x] a[^1]\n\n```js\nlet\n```\n\n[^1]: note', 'pandoc');
    expect(html).toContain('\u2611 a<a epub:type="noteref" href="#note-1">1</a>');
    expect(html).toContain('<aside epub:type="footnote" id="note-1"><p>note</p></aside>');
    expect(html).toContain('<pre class="js"><code>let</code></pre>');
  });

  it('has a title, authors and a date', async () => {
    const block = '---\ntitle: A <b> "c"\nauthor:\n  - Ann\n  - name: Bob\ndate: 2024-05-01\nlang: de\n---\n# Head\n';
    const { html } = await page(block);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('<title>A &lt;b&gt; "c"</title>');
    expect(html).toContain('<meta name="author" content="Bob">');
    expect(html.replaceAll('\n', '')).toContain('<p class="author">Ann, Bob</p><p class="date">2024-05-01</p>');
    // A title that the text repeats is shown once.
    expect(await body('---\ntitle: Head\n---\n# Head\n')).not.toContain('title-block');
    // A block that is not YAML still has its title.
    expect((await page('---\ntitle: A: B\n---\n')).html).toContain('<title>A: B</title>');
    expect((await page('---\na: &a [x]\nb: [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n---\ntext')).html).toContain('text');
  });
});

describe('a page for browsers', () => {
  it('cannot forge what is put into it after the cleaning', async () => {
    const { html } = await page('<span class="convertd-formula-line">x</span> 0123456789abcdef0123456789abcdef0; $x$');
    expect(html.match(/<math/g)).toHaveLength(1);
    expect(html).toContain('0123456789abcdef0123456789abcdef0;');
  });

  it('has its style and the given one, which ends nothing and loads nothing', async () => {
    const css = 'h1 { color: navy } </style><script>outside</script> p { background: url(outside) }';
    const { html, removed } = await page('# A', 'html', { style: 'report', css });
    expect(html).toContain('h1 { color: navy }');
    expect(html).not.toContain('outside');
    expect(removed.references).toBeGreaterThan(0);
    const print = (await page('# A', 'print', { style: 'article', css })).html;
    expect(print).toContain('counter(page)');
    expect(print.match(/<\/style>/g)).toHaveLength(1);
  });

  it('gets pictures only of the given files', async () => {
    const gif = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64');
    const files = new Map([['img/a b.gif', gif]]);
    const picture = async (address: string) =>
      (await renderMarkdown(`![alt](<${address}>)`, { title: '', reader: 'html' }, files)).html.includes(
        'data:image/gif',
      );
    expect(await picture('img/a%20b.gif')).toBe(true);
    expect(await picture('./x/../img/a b.gif?raw=1')).toBe(true);
    for (const address of ['/etc/passwd', '../img/a b.gif', 'file:///img/a b.gif', 'img/other.gif']) {
      expect(await picture(address)).toBe(false);
    }
  });
});
