import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../../support/error-of.ts';
import { type Converted, fixture, makeScratch, onlyOutput, read, type Scratch } from './support.ts';
import { convertTo, type Files, writeFiles, zipFiles } from './text-files.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const write = (files: Files): Promise<string> => writeFiles(scratch, files);
const zip = (files: Files): Promise<string> => zipFiles(scratch, files);
const to = (target: string, path: string, given = {}): Promise<Converted> => convertTo(scratch, target, path, given);

const textOf = async (result: Converted): Promise<string> => readFile(onlyOutput(result), 'utf8');

async function fileTo(target: string, name: string, text: string, options = {}): Promise<Converted> {
  return to(target, join(await write({ [name]: text }), name), options);
}

const LATEX = (body: string): string => `\\documentclass{article}\n\\begin{document}\n${body}\n\\end{document}\n`;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40"/></svg>';

describe('formulas and notes', () => {
  it('of LaTeX are formulas and notes of Word', async () => {
    const path = onlyOutput(await to('docx', fixture('paper.tex')));
    expect((await read(path, 'docx')).text).toContain('Zwölf Boxkämpfer');
    expect((await execa('unzip', ['-p', path, 'word/document.xml'])).stdout).toMatch(/<m:oMath>.*<m:nary>/s);
    expect((await execa('unzip', ['-p', path, 'word/footnotes.xml'])).stdout).toContain('A note below');
  });

  it('of Word are formulas and notes of LaTeX', async () => {
    const docx = onlyOutput(await to('docx', fixture('paper.tex')));
    const latex = await textOf(await to('latex', docx));
    expect(latex).toMatch(/\\frac\{1\}\{n\^\{?2\}?\}/);
    expect(latex).toContain('\\footnote{A note below');
  });

  it('are MathML in HTML, and drawn in a PDF', async () => {
    expect(await textOf(await to('html', fixture('paper.tex')))).toMatch(/<math [\s\S]*<mfrac>/);
    const { text } = await read(onlyOutput(await to('pdf', fixture('paper.tex'))), 'pdf');
    expect(text).toContain('∑');
    expect(text).not.toContain('\\frac');
  });
});

describe('XML', () => {
  it.each(['docbook', 'jats'])('of %s is well-formed and has the text', async (target) => {
    const path = onlyOutput(await to(target, fixture('paper.tex')));
    const script = 'import sys; from lxml import etree; print("".join(etree.parse(sys.argv[1]).getroot().itertext()))';
    const { stdout } = await execa('/usr/bin/python3', ['-c', script, path]);
    expect(stdout).toContain('A short paper');
    expect(stdout).toContain('The last line.');
  });

  it.each([
    ['docbook', '@xml:id', '@linkend'],
    ['jats', '@id', '@rid'],
  ])('of %s has names for headings that begin with a digit', async (target, ids, references) => {
    const text = '# Steps\n\nSee [the first](#1-look).\n\n## 1. Look\n\nText.\n';
    const made = onlyOutput(await fileTo(target, 'steps.md', text));
    const script = `import sys; from lxml import etree; tree = etree.parse(sys.argv[1])
print(*tree.xpath("//${ids}"), "|", *tree.xpath("//${references}"))`;
    const { stdout } = await execa('/usr/bin/python3', ['-c', script, made]);
    expect(stdout).toMatch(/(?:^| )_1-look \| _1-look$/);
  });
});

describe('a text and its files', () => {
  const MAIN = LATEX('\\input{parts/one}\n\\includegraphics{plot}\nSee \\cite{knuth}.\n\\bibliography{refs}');
  const FILES = {
    'paper/main.tex': MAIN,
    'paper/parts/one.tex': 'Text of part one.',
    'paper/figs/plot.svg': SVG,
    'paper/refs.bib': '@article{knuth, author={Knuth, Donald}, title={Literate}, journal={CJ}, year={1984}}',
  };

  it('are one document, with what it includes, shows and cites', async () => {
    const result = await to('docx', await zip(FILES));
    const { text, pictures } = await read(onlyOutput(result), 'docx');
    expect(text).toContain('Text of part one.');
    expect(text).toContain('Knuth 1984');
    expect(pictures).toBe(1);
    expect(result.warnings).toEqual([]);
  });

  it('are a zip of the text and its pictures if pictures are asked for', async () => {
    const path = onlyOutput(await to('rst', await zip(FILES), { pictures: 'files' }));
    const { stdout: names } = await execa('zipinfo', ['-1', path]);
    expect(names.split('\n')[1]).toBe('pictures/picture-1.svg');
    const { stdout: text } = await execa('unzip', ['-p', path, '*.rst']);
    expect(text).toContain('pictures/picture-1.svg');
  });

  it('lose their pictures with a warning otherwise', async () => {
    const result = await to('rst', await zip(FILES));
    expect(await textOf(result)).not.toContain('picture');
    expect(result.warnings.map(({ message }) => message)).toEqual([
      '1 picture of main.tex left out: option pictures keeps them.',
    ]);
  });

  it('include each other in AsciiDoc, as far as it says', async () => {
    const code = 'unwanted\n# tag::part[]\nputs 1\n# end::part[]\nunwanted';
    const path = await zip({
      'index.adoc': 'include::parts/one.adoc[leveloffset=+1]\n\n----\ninclude::code.rb[tag=part]\n----\n',
      'parts/one.adoc': '= One\n\ninclude::two.adoc[]\n',
      'parts/two.adoc': 'Text of two.',
      'code.rb': code,
    });
    const html = await textOf(await to('html', path));
    expect(html).toContain('Text of two.');
    expect(html).toContain('puts 1');
    expect(html).not.toContain('unwanted');
  });

  it('are refused if it is not known which text is the main one', async () => {
    const error = await errorOf(zip({ 'a.rst': 'A', 'b.rst': 'B' }).then((path) => to('html', path)));
    expect([error.code, error.message]).toEqual(['input_wrong_type', expect.stringContaining('a.rst, b.rst')]);
  });
});

/** Texts that ask for a file by every means of their language. */
const INCLUDES: Readonly<Record<string, (path: string) => string>> = {
  'index.tex': (path) =>
    LATEX(
      `KEPT \\input{${path}} \\include{${path}} \\verbatiminput{${path}} \\lstinputlisting{${path}} \\includegraphics{${path}} \\openin5=${path} \\read5 to\\x \\x \\write18{cat ${path}}`,
    ),
  'index.rst': (path) =>
    `KEPT\n\n.. include:: ${path}\n\n.. csv-table:: t\n   :file: ${path}\n\n.. raw:: html\n   :file: ${path}\n\n.. literalinclude:: ${path}\n\n.. image:: ${path}\n`,
  'index.org': (path) =>
    `KEPT\n#+SETUPFILE: ${path}\n#+INCLUDE: "${path}"\n#+INCLUDE: "${path}" src text\n[[file:${path}]]\n`,
  'index.adoc': (path) => `KEPT\n\ninclude::${path}[]\n\n----\ninclude::${path}[]\n----\n\nimage::${path}[]\n`,
  'index.wiki': (path) => `KEPT\n{{:${path}}}\n[[File:${path}]]\n`,
  'index.docbook': (path) =>
    `<?xml version="1.0"?><!DOCTYPE article PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "d.dtd" [<!ENTITY x SYSTEM "${path}">]><article xmlns:xi="http://www.w3.org/2001/XInclude"><para>KEPT</para><xi:include href="${path}" parse="text"/></article>`,
};
const LANGUAGES = Object.keys(INCLUDES);

/** Languages whose includes pandoc or Asciidoctor follow: the control of the attack. */
const FOLLOWED = ['index.tex', 'index.rst', 'index.org', 'index.adoc'];

describe('hostile includes', () => {
  it.each(FOLLOWED)('of a file of its own zip by %s are followed', async (name) => {
    const text = INCLUDES[name]?.('other.txt') ?? '';
    const path = await zip({ [name]: text, 'other.txt': 'SECRET' });
    expect(await textOf(await to('html', path))).toContain('SECRET');
  });

  it.each(LANGUAGES)('of other files by %s are not', async (name) => {
    const outside = join(await write({ 'other.txt': 'SECRET' }), 'other.txt');
    const up = '../'.repeat(12);
    for (const file of [outside, `${up}${outside.slice(1)}`, '/etc/passwd', `${up}etc/passwd`]) {
      const path = await zip({ [name]: INCLUDES[name]?.(file) ?? '', 'x/y': '' });
      const html = await to('html', path).then(textOf, (error) => String(error.message));
      expect(html, file).not.toMatch(/SECRET|root:/);
    }
  });
});

describe('hostile texts', () => {
  const nested = (count: number, open: string, close: string) => open.repeat(count) + close.repeat(count);
  const entities = [
    '<!ENTITY a0 "lol">',
    ...Array.from({ length: 11 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`),
  ];
  const doubling = Array.from({ length: 25 }, (_, i) => {
    const [name, next] = [i, i + 1].map((index) => `\\x${String.fromCharCode(97 + index)}`);
    return `\\newcommand{${name}}{${next}${next}}`;
  });

  it.each([
    ['loop.tex', LATEX('\\def\\a{\\b\\b}\\def\\b{\\a\\a}\\a')],
    ['double.tex', LATEX(`${doubling.join('')}\\newcommand{\\xz}{lol}\\xa`)],
    ['entities.docbook', `<!DOCTYPE article [${entities.join('')}]><article><para>&a11;</para></article>`],
    ['deep.docbook', `<article>${nested(1000, '<blockquote>', '</blockquote>')}</article>`],
    ['deep.tex', LATEX(nested(2000, '\\begin{quote}', '\\end{quote}'))],
  ])('%s ends with a documented error', async (name, text) => {
    const error = await errorOf(fileTo('html', name, text));
    expect(error.code).toMatch(/^(?:input_damaged|input_bomb|limit_\w+|conversion_timeout)$/);
    expect(error.message).not.toMatch(/\/tmp\/|\/work/);
  });

  it('leave no scripts in HTML', async () => {
    const rst = 'KEPT\n\n.. raw:: html\n\n   <script>alert(1)</script>\n\n`a <javascript:alert(1)>`_\n';
    const result = await fileTo('html', 'a.rst', rst);
    const html = await textOf(result);
    expect(html).toContain('KEPT');
    expect(html).not.toMatch(/<script|javascript:|alert\(/);
    expect(result.warnings.map(({ details }) => details)).toEqual([{ links: 1 }, { parts: 1 }]);
  });
});

describe('the browser that prints the page', () => {
  const paper = LATEX('KEPT');

  it.each([
    ['chromium', []],
    ['libreoffice', [['option_no_effect', 'engine']]],
  ] as const)('does so with engine %s', async (engine, expected) => {
    const { warnings, ...made } = await fileTo('pdf', 'a.tex', paper, { engine });
    expect(warnings.map(({ code, details }) => [code, Object.values(details)[0]])).toEqual(expected);
    expect((await execa('pdftotext', [onlyOutput({ ...made, warnings }), '-'])).stdout).toContain('KEPT');
  });

  it('sets the margins with engine chromium, and the paper always', async () => {
    const top = async (options: object) => {
      const made = await fileTo('pdf', 'a.tex', paper, { page_size: 'a5', style: 'plain', ...options });
      const { stdout } = await execa('pdftotext', ['-bbox', onlyOutput(made), '-']);
      expect(stdout).toMatch(/width="4(?:19|20)\.\d+" height="59[56]/);
      return Number(/yMin="([\d.]+)"/.exec(stdout)?.[1]);
    };
    expect(await top({ engine: 'chromium', margin_top: 60 })).toBeGreaterThan((await top({})) + 50);
  });
});

describe('what is not read', () => {
  it.each(['a.texi'])('%s is refused, and advice given', async (name) => {
    const error = await errorOf(fileTo('pdf', name, 'text'));
    expect([error.code, error.message]).toEqual(['input_wrong_type', expect.stringContaining(`${name} is T`)]);
  });
});

describe('title and author', () => {
  const paper =
    '\\documentclass{article}\\title{A \\emph{fine} title}\\author{Ada & Bob}\\begin{document}\\maketitle KEPT\\end{document}';
  const markdown = '---\ntitle: A fine title\nauthor: Ada "A" & Bob\n---\n\nKEPT\n';

  it.each([
    ['a.tex', paper.replace('& Bob', '\\& Bob'), 'Ada & Bob'],
    ['a.md', markdown, 'Ada "A" & Bob'],
  ])('of %s are those of its PDF', async (name, text, author) => {
    const { stdout } = await execa('pdfinfo', [onlyOutput(await fileTo('pdf', name, text))]);
    expect(stdout).toMatch(/^Title: +A fine title$/m);
    expect(/^Author: +(.*)$/m.exec(stdout)?.[1]).toBe(author);
  });

  it('of the text yield to what is asked', async () => {
    const removed = await fileTo('pdf', 'a.md', markdown, { remove_metadata: true });
    expect((await execa('pdfinfo', [onlyOutput(removed)])).stdout).not.toMatch(/^Author/m);
    const operations = [{ op: 'add', path: '/info/author', value: 'Carla' }];
    const patched = await fileTo('pdf', 'a.md', markdown, { patch: { operations } });
    expect((await execa('pdfinfo', [onlyOutput(patched)])).stdout).toMatch(/^Author: +Carla$/m);
  });

  it('is the name of the file if a text names none', async () => {
    expect(await textOf(await fileTo('html', 'a.rst', 'KEPT\n'))).toContain('<title>a</title>');
  });
});
