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

const zip = (files: Files): Promise<string> => zipFiles(scratch, files);
const toPdf = (path: string, options = {}): Promise<Converted> => convertTo(scratch, 'pdf', path, options);

async function textToPdf(text: string, options = {}): Promise<Converted> {
  return toPdf(join(await writeFiles(scratch, { 'a.typ': text }), 'a.typ'), options);
}

const infoOf = async (path: string): Promise<string> => (await execa('pdfinfo', [path])).stdout;
const wordsOf = async (made: Converted): Promise<string> =>
  (await execa('pdftotext', [onlyOutput(made), '-'])).stdout.replace(/\s+/g, ' ');

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40"/></svg>';

describe('a text in Typst', () => {
  it('becomes a PDF with its title, author, paper and tags', async () => {
    const made = await toPdf(fixture('paper.typ'));
    expect(made.warnings).toEqual([]);
    const info = await infoOf(onlyOutput(made));
    expect(info).toMatch(/^Title: +A short note$/m);
    expect(info).toMatch(/^Author: +Anna Weber$/m);
    expect(info).toMatch(/^Page size: +419\.\d+ x 595/m);
    expect(info).toMatch(/^Tagged: +yes$/m);
    expect(await wordsOf(made)).toContain('Twice twenty-one is 42, and Table 1 is in Section 1.');
  });

  it('sees the files of its zip: texts, pictures, data and fonts', async () => {
    const { stdout: font } = await execa('fc-match', ['--format=%{file}', 'Liberation Mono']);
    const folder = await writeFiles(scratch, {
      'paper/main.typ':
        '#import "parts/lib.typ": shout\n#include "parts/one.typ"\n#image("figs/plot.svg")\n#shout(csv("data.csv").at(0).at(1))',
      'paper/parts/lib.typ': '#let shout(x) = upper(x)',
      'paper/parts/one.typ': 'Text of part one.',
      'paper/figs/plot.svg': SVG,
      'paper/data.csv': 'a,beta\n',
    });
    await execa('cp', [font, join(folder, 'paper/own.ttf')]);
    await execa('zip', ['-qr', `${folder}.zip`, '.'], { cwd: folder });
    const made = await toPdf(`${folder}.zip`);
    expect(await wordsOf(made)).toMatch(/Text of part one\. .*BETA/);
    expect(made.warnings).toEqual([]);
  });

  it('becomes PDF/A of the part asked for, by its own compiler', async () => {
    const made = await toPdf(fixture('paper.typ'), { pdf_a: '3b' });
    const info = (await execa('pdfinfo', ['-meta', onlyOutput(made)])).stdout;
    expect(info).toMatch(/pdfaid:part>3</);
    expect(info).toMatch(/pdfaid:conformance>B</);
    // Ghostscript would have taken the tags.
    expect(await infoOf(onlyOutput(made))).toMatch(/^Tagged: +yes$/m);
  });

  it('becomes other documents by its pages, and plain text', async () => {
    const word = await read(onlyOutput(await convertTo(scratch, 'docx', fixture('paper.typ'))), 'docx');
    expect(word.text).toContain('Zwölf Boxkämpfer');
    const plain = await read(onlyOutput(await convertTo(scratch, 'txt', fixture('paper.typ'))), 'txt');
    expect(plain.text).toContain('The last line.');
    expect(plain.text).not.toContain('#footnote');
  });

  it('warns of characters that no font has', async () => {
    const made = await textToPdf('A \\u{E777} \\u{E778} B \\u{E777}');
    expect(made.warnings.map(({ message, details }) => [message, details])).toEqual([
      ['2 characters of a.typ are in no font here, and shown as a box (\u{E777}, \u{E778}).', { characters: 2 }],
    ]);
    expect(await wordsOf(made)).toContain('B');
  });

  it('warns of a font that is not installed', async () => {
    const { warnings } = await textToPdf('#set text(font: "No Such Font")\nA');
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      ['output_limited', '1 warning of Typst about a.typ: unknown font family: no such font (line 1).'],
    ]);
  });

  it.each([
    ['#let x = 1\n#unknown', 'a.typ has an error in line 2: unknown variable: unknown.'],
    [
      '= A\n\n#image("plot.svg")',
      'a.typ asks for plot.svg in line 3, which is not among the files of the input. Add it to a zip with the text.',
    ],
    [
      '#import "@preview/cetz:0.3.4": canvas',
      /imports the package @preview\/cetz:0\.3\.4, and packages are not fetched/,
    ],
  ])('%j is refused with the reason', async (text, message) => {
    const error = await errorOf(textToPdf(text));
    expect(error.code).toBe('input_damaged');
    expect(error.message).toMatch(message);
  });

  it('names the file of a zip that has the error', async () => {
    const path = await zip({ 'main.typ': '#include "parts/one.typ"', 'parts/one.typ': 'A\n#nothing' });
    expect((await errorOf(toPdf(path))).message).toBe(
      'main.typ has an error in line 2 of parts/one.typ: unknown variable: nothing.',
    );
  });
});

describe('hostile texts', () => {
  it('read no file outside of the task, and those of the task', async () => {
    const own = await toPdf(await zip({ 'main.typ': '#read("/secret.txt")', 'secret.txt': 'SECRET' }));
    expect(await wordsOf(own)).toContain('SECRET');
    const outside = join(await writeFiles(scratch, { 'secret.txt': 'SECRET' }), 'secret.txt');
    const up = '../'.repeat(12);
    for (const file of [outside, `${up}${outside.slice(1)}`, '/etc/passwd', `${up}etc/passwd`, '/proc/self/environ']) {
      const path = await zip({ 'main.typ': `KEPT #read("${file}")`, 'x.txt': 'x' });
      const said = await toPdf(path).then(wordsOf, (error) => String(error.message));
      expect(said, file).toMatch(/^main\.typ asks for (?:\S+|a file outside of its folder) in line 1/);
      // What the text itself asks for may be named.
      expect(said.replace(outside.slice(1), ''), file).not.toMatch(/SECRET|\/tmp\/|\/work/);
    }
  });

  it.each([
    ['#while true {}', /^input_damaged$/],
    ['#let f(x) = f(x + 1)\n#f(0)', /^input_damaged$/],
    [
      '#for x in range(100000000) { pagebreak(weak: false) }',
      /^(?:input_\w+|limit_\w+|conversion_timeout|engine_crashed)$/,
    ],
    ['#("x" * 1000000000000)', /^(?:input_damaged|limit_\w+|engine_crashed)$/],
    [`${'#box['.repeat(20_000)}${']'.repeat(20_000)}`, /^(?:input_damaged|limit_\w+|engine_crashed)$/],
  ])('%# end with a documented error', async (text, code) => {
    const error = await errorOf(textToPdf(text));
    expect(error.code).toMatch(code);
    expect(error.message).not.toMatch(/\/tmp\/|\/work/);
  });
});
