import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasLatex, LATEX_PROGRAMS } from '../../../tools/programs/latex/programs.ts';
import { errorOf } from '../../support/error-of.ts';
import { type Converted, fixture, makeScratch, onlyOutput, type Scratch } from './support.ts';
import { convertTo, type Files, writeFiles, zipFiles } from './text-files.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const zip = (files: Files): Promise<string> => zipFiles(scratch, files);
const typeset = (path: string, options = {}): Promise<Converted> =>
  convertTo(scratch, 'pdf', path, { engine: 'latex', ...options });

async function fileToPdf(name: string, text: string): Promise<Converted> {
  return typeset(join(await writeFiles(scratch, { [name]: text }), name));
}

const latex = (body: string, preamble = ''): string =>
  `\\documentclass{article}\n${preamble}\n\\begin{document}\n${body}\n\\end{document}\n`;

const wordsOf = async (made: Converted): Promise<string> =>
  (await execa('pdftotext', [onlyOutput(made), '-'])).stdout.replace(/\s+/g, ' ').normalize('NFC');
const producerOf = async (made: Converted): Promise<string> =>
  /^(?:Producer|Creator): +(.*)$/m.exec((await execa('pdfinfo', [onlyOutput(made)])).stdout)?.[1] ?? '';
const codesOf = ({ warnings }: Converted) => warnings.map(({ code, details }) => [code, details]);

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40"/></svg>';
const EPS = '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 50\n0 0 1 setrgbcolor 0 0 100 50 rectfill\nshowpage\n';

const installed = await hasLatex();

describe.skipIf(!installed)('LaTeX with engine latex', () => {
  it('is typeset by TeX, with its references', async () => {
    const made = await typeset(fixture('paper.tex'));
    expect(await wordsOf(made)).toContain('Zwölf Boxkämpfer');
    const { stdout: fonts } = await execa('pdffonts', [onlyOutput(made)]);
    expect(fonts).toMatch(/Type 1 /);
    const twice = await fileToPdf(
      'a.tex',
      latex('\\tableofcontents\\section{One}\\label{a}See \\ref{b}.\\section{Two}\\label{b}'),
    );
    expect(await wordsOf(twice)).toMatch(/Contents 1 One 1 2 Two 1 .*See 2\./);
    expect(twice.warnings).toEqual([]);
  });

  it('is a page of the browser without the option', async () => {
    expect(await producerOf(await convertTo(scratch, 'pdf', fixture('paper.tex')))).toMatch(
      /Chromium|HeadlessChrome|Skia/,
    );
  });

  it('keeps the encoding that its source names', async () => {
    const path = join(await writeFiles(scratch, { 'other.txt': '' }), 'latin.tex');
    await execa('iconv', ['-f', 'utf-8', '-t', 'latin1', '-o', path], {
      input: latex('Größe', '\\usepackage[latin1]{inputenc}\\usepackage[T1]{fontenc}\\usepackage{lmodern}'),
    });
    expect(await wordsOf(await typeset(path))).toContain('Größe');
  });

  it.each([
    ['named at once', '\\usepackage{fontspec}'],
    ['found by pdfTeX', '\\usepackage{amsmath,\n  fontspec}'],
  ])('uses the fonts of the system by XeTeX, %s', async (_, preamble) => {
    const made = await fileToPdf('a.tex', latex('Привет, αβγ', `${preamble}\n\\setmainfont{DejaVu Sans}`));
    expect(await wordsOf(made)).toContain('Привет, αβγ');
    expect((await execa('pdffonts', [onlyOutput(made)])).stdout).toContain('DejaVuSans');
  });

  it('sees the files of its zip: texts, figures, bibliography and index', async () => {
    const body =
      '\\input{parts/one}\\includegraphics[width=2cm]{plot}See \\cite{knuth}.\\index{Knuth}\\bibliographystyle{plain}\\bibliography{refs}\\printindex';
    const made = await typeset(
      await zip({
        'paper/main.tex': latex(body, '\\usepackage{graphicx,makeidx}\\makeindex'),
        'paper/parts/one.tex': 'Text of part one.',
        'paper/plot.eps': EPS,
        'paper/refs.bib': '@article{knuth, author={Knuth, Donald}, title={Literate}, journal={CJ}, year={1984}}',
      }),
    );
    expect(await wordsOf(made)).toMatch(/Text of part one\. See \[1\]\. .*Donald Knuth\. Literate\..*Index Knuth, 1/);
    const { stdout } = await execa('pdftoppm', ['-r', '20', '-f', '1', '-l', '1', onlyOutput(made)], {
      encoding: 'buffer',
    });
    expect(Buffer.from(stdout).includes(Buffer.from([0, 0, 255, 0, 0, 255]))).toBe(true);
    expect(made.warnings).toEqual([]);
  });

  it('warns of references and characters that are missing', async () => {
    const made = await fileToPdf('a.tex', latex('See \\ref{nowhere}. 漢', '\\usepackage{fontspec}'));
    expect(codesOf(made)).toEqual([
      ['output_limited', { characters: 1 }],
      ['output_limited', { references: 1 }],
    ]);
  });

  it.each([
    [latex('Hello \\foo bar'), 'a.tex has an error in line 4: the command \\foo is not defined.'],
    [latex('A', '\\usepackage{nosuchpackage}'), /^a\.tex needs nosuchpackage\.sty, which is not installed here\./],
    [latex('\\input{nowhere}'), /^a\.tex asks for nowhere\.tex in line 4, which is not among the files of the input\./],
    [latex(''), 'a.tex makes no pages.'],
    ['\\documentclass{article}\n', /^a\.tex has an error/],
  ])('%j is refused with the reason', async (text, message) => {
    const error = await errorOf(fileToPdf('a.tex', text));
    expect(error.code).toBe('input_damaged');
    expect(error.message).toMatch(message);
  });
});

describe.skipIf(!installed)('other texts with engine latex', () => {
  it.each([
    ['a.rst', 'Title\n=====\n\nKEPT with :math:`a^2`.\n'],
    ['a.md', '---\ntitle: Title\nauthor: Ada\n---\n\nKEPT with $a^2$ and `code`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'],
    ['a.adoc', '= Title\n\nKEPT with _emphasis_.\n'],
  ])('%s is typeset by TeX', async (name, text) => {
    const made = await fileToPdf(name, text);
    expect(await wordsOf(made)).toContain('KEPT with');
    expect((await execa('pdffonts', [onlyOutput(made)])).stdout).toMatch(/LMRoman|LMMono/);
  });

  it('have the pictures of their zip', async () => {
    const made = await typeset(await zip({ 'index.rst': 'KEPT\n\n.. image:: plot.svg\n', 'plot.svg': SVG }));
    expect((await execa('pdfimages', ['-list', onlyOutput(made)])).stdout).toMatch(/image +80 +40/);
    expect(made.warnings).toEqual([]);
  });

  it('say which options of LibreOffice they do not honour', async () => {
    const path = join(await writeFiles(scratch, { 'a.md': 'KEPT\n' }), 'a.md');
    expect(codesOf(await typeset(path, { export_notes: true }))).toEqual([
      ['option_no_effect', { option: 'export_notes' }],
    ]);
  });

  it('that TeX does not typeset are converted as without it, with a warning', async () => {
    const made = await fileToPdf('a.txt', 'KEPT\n');
    expect(await wordsOf(made)).toContain('KEPT');
    expect(codesOf(made)).toEqual([['option_no_effect', { option: 'engine' }]]);
  });
});

describe.skipIf(!installed)('hostile LaTeX', () => {
  const INCLUDES = (file: string): string[] => [
    `\\input{${file}}`,
    `\\newread\\f\\openin\\f=${file} \\read\\f to\\x\\x`,
    `\\verbatiminput{${file}}`,
    `\\XeTeXinterchartokenstate=0 \\font\\x="[${file}]" \\x A`,
  ];

  it('reads files of its task, and no others', async () => {
    const preamble = '% !TEX program = xelatex\n\\usepackage{verbatim}';
    const own = await typeset(
      await zip({ 'main.tex': latex(INCLUDES('secret.txt')[2] ?? '', preamble), 'secret.txt': 'SECRET' }),
    );
    expect(await wordsOf(own)).toContain('SECRET');
    const outside = join(await writeFiles(scratch, { 'secret.txt': 'SECRET' }), 'secret.txt');
    for (const file of [outside, `${'../'.repeat(12)}${outside.slice(1)}`, '/etc/passwd', '/proc/self/environ']) {
      for (const attack of INCLUDES(file)) {
        const path = await zip({ 'main.tex': latex(`KEPT ${attack}`, preamble), 'x.txt': 'x' });
        const said = await typeset(path).then(wordsOf, (error) => String(error.message));
        expect(said, attack).not.toMatch(/SECRET|root:|PATH=/);
      }
    }
  }, 400_000);

  it('starts no programs, and writes to no other folder', async () => {
    const folder = scratch.path('written');
    const attacks = [
      `\\immediate\\write18{mkdir ${folder}; touch ran.txt}`,
      `\\newwrite\\f\\immediate\\openout\\f=${folder}.txt \\immediate\\write\\f{x}`,
      '\\input{|"touch ran.txt"}',
    ];
    for (const attack of attacks) await fileToPdf('a.tex', latex(`KEPT ${attack}`)).catch(() => {});
    const files = await readdir(scratch.folder, { recursive: true });
    expect(files.filter((name) => /written|ran\.txt/.test(name))).toEqual([]);
    // The control: TeX without the option and the sandbox runs what the first attack names.
    const control = await writeFiles(scratch, { 'a.tex': latex(`KEPT ${attacks[0]}`) });
    await execa('pdflatex', ['-shell-escape', '-interaction=batchmode', 'a.tex'], { cwd: control, reject: false });
    expect(await readdir(control)).toContain('ran.txt');
  });

  it.each([
    ['\\def\\a{\\b\\b}\\def\\b{\\a\\a}\\a'],
    [
      '\\newcount\\n\\def\\a{\\advance\\n1 \\expandafter\\def\\csname x\\the\\n\\endcsname{xxxxxxxxxxxxxxxxxxxx}\\a}\\a',
    ],
    ['\\begin{quote}'.repeat(2000)],
    ['\\catcode`\\@=11 \\def\\@nil{}\\loop\\iftrue\\edef\\x{\\ifx\\x\\undefined x\\else\\x\\x\\fi}\\repeat'],
  ])('%# ends with a documented error', async (body) => {
    const error = await errorOf(fileToPdf('a.tex', latex(body)));
    expect(error.code).toMatch(/^(?:input_damaged|limit_\w+|conversion_timeout)$/);
    expect(error.message).not.toMatch(/\/tmp\/|\/work/);
  });
});

describe.skipIf(installed)('LaTeX that is not installed', () => {
  it('is named with its package', async () => {
    const error = await errorOf(typeset(fixture('paper.tex')));
    expect(error.code).toBe('program_missing');
    expect(error.message).toContain(LATEX_PROGRAMS.pdflatex.package);
  });
});
