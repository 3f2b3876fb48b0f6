import { describe, expect, it } from 'vitest';
import { errorOf, warnOfLog } from '../../../../tools/programs/latex/log.ts';

const MAIN = { main: 'main.tex' };

describe('the error of a log', () => {
  it.each([
    [
      './main.tex:3: Undefined control sequence.\nl.3 Hello \\foo\n               bar\n./main.tex:3:  ==> Fatal error occurred',
      'paper.tex has an error in line 3: the command \\foo is not defined.',
    ],
    [
      './parts/one.tex:7: LaTeX Error: \\begin{itemize} on input line 5 ended by \\end{document}.\n',
      'paper.tex has an error in line 7 of parts/one.tex: \\begin{itemize} on input line 5 ended by \\end{document}.',
    ],
    [
      "! LaTeX Error: File `siunitx.sty' not found.\n\nType X to quit\n./main.tex:3: Emergency stop.\n",
      'paper.tex needs siunitx.sty, which is not installed here. Install the Debian package of TeX Live that contains it, or add the file to a zip with the text.',
    ],
    [
      "! LaTeX Error: File `plot' not found.\n\n./main.tex:9: Emergency stop.\n",
      'paper.tex asks for plot in line 9, which is not among the files of the input. Add it to a zip with the text.',
    ],
    [
      "/usr/share/texlive/texmf-dist/tex/generic/babel/babel.sty:11: Package babel Error: Unknown option 'ngerman'. Either\n",
      'paper.tex asks for the language ngerman, which is not installed here. Install the Debian package texlive-lang-* that contains it.',
    ],
    ['This is pdfTeX\nNo pages of output.\n', 'paper.tex makes no pages.'],
    ['', 'paper.tex makes no pages.'],
  ])('of %j is its first, with its place', (log, message) => {
    const error = errorOf(log, MAIN, 'paper.tex');
    expect([error.code, error.message]).toEqual(['input_damaged', message]);
  });

  it('has the line as details', () => {
    expect(errorOf('./main.tex:12: Missing $ inserted.\n', MAIN, 'paper.tex').details).toEqual({ line: 12 });
  });
});

it('warns of characters and references that are missing, and of nothing else', () => {
  const log = [
    'Overfull \\hbox (12.3pt too wide) in paragraph at lines 3--4',
    'Missing character: There is no П in font [lmroman10-regular]:mapping=tex-text;!',
    'Missing character: There is no р (U+0440) in font cmr10!',
    "LaTeX Warning: Reference `nowhere' on page 1 undefined on input line 10.",
    "Package natbib Warning: Citation `nobody' on page 1 undefined on input line 11.",
    'LaTeX Warning: There were undefined references.',
  ].join('\n');
  const warnings: unknown[] = [];
  warnOfLog(log, 'a.tex', { warn: (...warning) => warnings.push(warning) });
  expect(warnings).toEqual([
    [
      'output_limited',
      '2 characters of a.tex are in no font that the text names, and left out (П, р).',
      { characters: 2 },
    ],
    ['output_limited', '2 references in a.tex lead nowhere (nowhere, nobody).', { references: 2 }],
  ]);
});
