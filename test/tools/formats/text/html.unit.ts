import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { random } from '../../../../scripts/random.ts';
import { cleanPage } from '../../../../tools/formats/text/html/clean.ts';
import { readHtml } from '../../../../tools/formats/text/html/reader.ts';
import { HtmlWriter } from '../../../../tools/formats/text/html/writer.ts';

const ACTIVE = new Set(
  'script iframe frame object embed applet svg math style base meta link template noscript form input video audio'.split(
    ' ',
  ),
);

/** Returns the parts of HTML that could run or load something, read by another parser. */
function active(html: string): string[] {
  const found: string[] = [];
  const nodes: unknown[] = [...parseDocument(html).children];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const { name, attribs, children } = node as {
      name?: string;
      attribs?: Record<string, string>;
      children?: unknown[];
    };
    if (name !== undefined && ACTIVE.has(name)) found.push(name);
    for (const [attribute, value] of Object.entries(attribs ?? {})) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore them in a scheme
      const address = value.replace(/[\u0000-\u0020]/g, '').toLowerCase();
      const isActive = attribute.startsWith('on') || attribute === 'srcdoc' || /^(javascript|vbscript):/.test(address);
      if (isActive || /url\(|expression\(/i.test(value)) found.push(`${attribute}=${value}`);
    }
    nodes.push(...(children ?? []));
  }
  return found;
}

/** Writes the parsed page without leaving anything out. */
function unsanitized(html: string): string {
  const writer = new HtmlWriter();
  readHtml(html, writer);
  return writer.html();
}

function body(html: string): string {
  return /<body[^>]*>([\s\S]*)<\/body>/.exec(cleanPage(html).html)?.[1]?.trim() ?? '';
}

describe('what could run or load something does not pass', () => {
  it.each([
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;"><img src=x onerror=alert(1)>',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript><img src=x onerror=alert(1)>',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    '<svg><foreignObject><body onload=alert(1)><img src=x onerror=alert(1)>',
    '<template><script>alert(1)</script></template><svg><template><img src=x onerror=alert(1)>',
    '<svg><desc><template><math><mtext><script>alert(1)</script>',
    '<!--><img src=x onerror=alert(1)>-->',
    '<!-- unclosed --!><img src=x onerror=alert(1)>',
    '<a href="jav&#x09;ascript&colon;alert(1)">x</a>',
    '<a href="\u0001 javascript:alert(1)">x</a>',
    '<a href="&#106&#97vascript:alert(1)">x</a>',
    '<p style="background: url(https://a.example/)">x</p>',
    '<p style="width: expression(alert(1))">x</p>',
    '<base href="https://a.example/"><meta http-equiv=refresh content="0;url=https://a.example/">',
    '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe><object data=x></object><embed src=x>',
    '<textarea><script></textarea><img src=x onerror=alert(1)>',
    '<xmp></xmp><img src=x onerror=alert(1)>',
    '<select><style></select><script>alert(1)</script></style>',
    '<x:script xmlns:x="http://www.w3.org/1999/xhtml" onclick=alert(1)>x</x:script>',
  ])('%s', (markup) => {
    expect(active(unsanitized(markup))).not.toEqual([]);
    expect(active(body(markup))).toEqual([]);
    // The output is what was parsed: nothing becomes active when another program reads it.
    expect(active(unsanitized(body(markup)))).toEqual([]);
    expect(active(cleanPage(markup, { relativeLinks: 'kept' }).html.replace(/^[\s\S]*<body/, '<body'))).toEqual([]);
  });
});

describe('links', () => {
  const linked = (href: string, relativeLinks: 'removed' | 'kept', base = ''): string | undefined =>
    /<a href="([^"]*)"/.exec(cleanPage(`${base}<a href="${href}">x</a>`, { relativeLinks }).html)?.[1];

  it.each([
    ['guide/my page.html?a=1#top', 'guide/my%20page.html?a=1#top'],
    ['/wiki/Ship', '/wiki/Ship'],
    ['../up', '../up'],
  ])('%s stays where nothing of ours resolves it', (href, kept) => {
    expect(linked(href, 'kept')).toBe(kept);
    expect(linked(href, 'removed')).toBeUndefined();
  });

  it.each(['kept', 'removed'] as const)('with a server or a base they are whole (%s)', (relative) => {
    expect(linked('//example.org/a', relative)).toBe('https://example.org/a');
    expect(linked('a', relative, '<base href="https://example.org/b/">')).toBe('https://example.org/b/a');
  });

  it.each(['javascript:x()', 'file:///etc/passwd', 'java\tscript:x()', '\\\\server\\share', ' data:text/html,x'])(
    '%s goes',
    (href) => {
      expect(linked(href, 'kept')).toBeUndefined();
    },
  );
});

describe('a page is understood as a browser does', () => {
  it.each([
    ['formatting that crosses', '<p>a<b>b<i>c</b>d</i>e', '<p>a<b>b<i>c</i></b><i>d</i>e</p>'],
    ['formatting left open over paragraphs', '<p>a<b>b<p>c', '<p>a<b>b</b></p><p><b>c</b></p>'],
    [
      'text between the parts of a table',
      '<table>a<tr><td>b</table>',
      'a<table><tbody><tr><td>b</td></tr></tbody></table>',
    ],
    [
      'a table in a paragraph without a doctype',
      '<p>a<table><td>b</table>',
      '<p>a</p><table><tbody><tr><td>b</td></tr></tbody></table>',
    ],
    [
      'an end outside of its cell',
      '<div><table><td>a</div>b</table>c',
      '<div><table><tbody><tr><td>ab</td></tr></tbody></table>c</div>',
    ],
    ['an end without a paragraph', 'a</p>b', 'ab'],
    ['line ends after pre', '<pre>\n\na</pre>', '<pre>\n\na</pre>'],
  ])('%s', (_, markup, expected) => {
    expect(body(markup)).toBe(expected);
  });

  it('reads XHTML: elements that close in their opening tag, CDATA', () => {
    const markup =
      '<?xml version="1.0"?><html><head><title/><script src="x"/></head><body><a name="x"/><p>a <![CDATA[1 < 2 & 3]]></p><div/>b</body></html>';
    expect(body(markup)).toBe('<a name="x"></a><p>a 1 &lt; 2 &amp; 3</p><div></div>b');
  });

  it('repeats formatting that was never closed a limited number of times', () => {
    const fonts = Array.from({ length: 600 }, (_, index) => `<p><font size=${index}>x`);
    const html = body(`start${fonts.join('')}end`);
    expect(html.replace(/<[^>]*>/g, '')).toMatch(/^startx{600}end$/);
    expect(html.match(/<font/g)?.length).toBeLessThan(600 * 50);
  });

  it('keeps blocks after elements in a line that were never closed', () => {
    expect(body(`${'<span>a'.repeat(2000)}<table><tr><td>b</table>`)).toContain('<td>b</td>');
  });
});

describe('a page that is read in pieces', () => {
  const read = (html: string, pieceLength: number) => {
    const open: string[] = [];
    let text = '';
    readHtml(
      html,
      {
        open: (name) => open.push(name),
        close(name) {
          const last = open.pop();
          if (last !== name) throw new Error(`${name} is closed within ${last}: ${html}`);
        },
        text(part) {
          text += part;
        },
      },
      pieceLength,
    );
    if (open.length > 0) throw new Error(`${open.join(' ')} stays open: ${html}`);
    return text;
  };
  const TAGS = 'p b i font a div table tr td caption form li ul span h1 select button br pre svg script dd dt'.split(
    ' ',
  );

  it('loses and repeats no text, wherever it is cut', () => {
    const chance = random(7);
    const pick = (count: number) => Math.floor(chance() * count);
    const token = (index: number) => `[${index}]`;
    for (let run = 0; run < 1500; run++) {
      const html = Array.from({ length: 5 + pick(50) }, (_, index) => {
        const tag = TAGS[pick(TAGS.length)];
        return [`<${tag}>`, `</${tag}>`, token(index)][pick(3)];
      }).join('');
      const tokens = (text: string) =>
        text
          .match(/\[\d+\]/g)
          ?.sort()
          .join() ?? '';
      expect(tokens(read(html, 1 + pick(40))), html).toBe(tokens(read(html, html.length + 1)));
    }
  });

  it('is the same where nothing is misnested', () => {
    const html = `<div><table>${'<tr><td>x<p>y<b>z</b></p></td></tr>'.repeat(100)}</table></div>`;
    const whole = new HtmlWriter();
    const cut = new HtmlWriter();
    readHtml(html, whole);
    readHtml(html, cut, 7);
    expect(cut.html()).toBe(whole.html());
  });
});

describe('time is linear in the page', () => {
  it.each([
    ['attributes', (count: number) => `<p ${Array.from({ length: count }, (_, index) => `a${index}=1`).join(' ')}>x`],
    ['unclosed comments', (count: number) => '<!-- '.repeat(count)],
    ['nested elements', (count: number) => '<div>'.repeat(count)],
    ['content moved out of a table', (count: number) => `<table>${'<b>x'.repeat(count)}`],
    ['ends of nothing', (count: number) => `${'<div>'.repeat(400)}${'</x></p>'.repeat(count)}`],
    ['crossing formatting', (count: number) => '<a><div>'.repeat(count)],
  ])('%s', (_, markup) => {
    const seconds = (count: number) => {
      const start = process.cpuUsage();
      cleanPage(markup(count));
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1e6;
    };
    seconds(2000);
    // Linear time is 8 times as long, quadratic time 64 times; on a busy machine either can double.
    expect(seconds(80_000)).toBeLessThan(Math.max(30 * seconds(10_000), 3));
  });
});
