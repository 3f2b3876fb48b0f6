import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convert, fixture, makeScratch, onlyOutput, type Scratch } from './support.ts';

const MAKER = fileURLToPath(new URL('../../tools/formats/pdf-text/make_pdf.py', import.meta.url));
const corpora = process.env.CORPORA_DIR;

const LEFT = [
  'The ferry left the quay at seven and crossed',
  'the bay before the fog came down. Nobody on',
  'deck was talking, and a dog slept all morning',
  'by the engine, where it was warm and very dry.',
];
const RIGHT = [
  'On the other shore a man was waiting with a',
  'horse and a cart full of bricks. He had come',
  'for the clock that the church had bought some',
  'years ago, and that nobody had ever wound up.',
];

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

async function twoColumns(pictures: readonly number[][] = []): Promise<string> {
  const text = LEFT.flatMap((line, index) => [
    [50, 100 + 12 * index, 10, 'regular', line],
    [320, 100 + 12 * index, 10, 'regular', RIGHT[index]],
  ]);
  const path = scratch.path('columns.pdf');
  await execa('/usr/bin/python3', [MAKER, path], { input: JSON.stringify({ pages: [{ text, pictures }] }) });
  return path;
}

const textOf = async (path: string, target: string, options = {}) => {
  const made = await convert(scratch, path, { target, options });
  return { text: await readFile(onlyOutput(made), 'utf8'), warnings: made.warnings };
};

describe('text_order', () => {
  it('reads the columns of a PDF one after the other where nothing is said', async () => {
    expect((await textOf(await twoColumns(), 'txt')).text).toBe(`${LEFT.join('\n')}\n\n${RIGHT.join('\n')}\n`);
  });

  it('keeps them beside each other with layout', async () => {
    const { text, warnings } = await textOf(await twoColumns(), 'txt', { text_order: 'layout' });
    for (const [index, line] of LEFT.entries()) expect(text).toMatch(new RegExp(`${line} +${RIGHT[index]}`));
    expect(warnings).toEqual([]);
  });

  it.each(['md', 'html'])('is that of %s too', async (target) => {
    const { text } = await textOf(await twoColumns(), target);
    const words = text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    expect(words).toContain(LEFT.join(' '));
    expect(words.indexOf(RIGHT.join(' '))).toBeGreaterThan(words.indexOf(LEFT.join(' ')));
  });

  it('is warned of where a document has no fixed pages', async () => {
    const { warnings } = await textOf(fixture('report.docx'), 'txt', { text_order: 'layout' });
    const about = warnings.filter(({ message }) => message.includes('Option text_order '));
    expect(about.map(({ code }) => code)).toEqual(['option_no_effect']);
  });
});

describe('pictures of a PDF in Markdown', () => {
  // At the top of the second column, and below the first.
  const PICTURES = [
    [320, 40, 60, 40, 8],
    [50, 150, 60, 40, 9],
  ];

  it.each([
    ['inline', /!\[\]\(data:image\/png;base64,[^)]+\)/g],
    ['files', /!\[\]\(pictures\/picture-\d\.png\)/g],
  ])('stand at their place: %s', async (pictures, link) => {
    const made = onlyOutput(
      await convert(scratch, await twoColumns(PICTURES), { target: 'md', options: { pictures } }),
    );
    const isZip = pictures === 'files';
    const text = isZip ? (await execa('unzip', ['-p', made, '*.md'])).stdout : await readFile(made, 'utf8');
    expect(text.replace(link, 'PICTURE').trim().split('\n\n')).toEqual([
      LEFT.join(' '),
      'PICTURE',
      'PICTURE',
      RIGHT.join(' '),
    ]);
    if (!isZip) return;
    const { stdout } = await execa('unzip', ['-Z1', made]);
    expect(stdout.split('\n').filter((name) => name.startsWith('pictures/'))).toHaveLength(2);
  });
});

describe.skipIf(corpora === undefined)('real PDFs (CORPORA_DIR)', () => {
  const reported = (name: string) => join(corpora ?? '', 'reported/pdf', name);

  it.each(['txt', 'md', 'html'])(
    'multicolumn.pdf to %s: the abstract, and each column, in one piece',
    async (target) => {
      const { text } = await textOf(reported('multicolumn.pdf'), target);
      const words = text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
      expect(words).toMatch(/Abstract (?:\S+ )?This is a sample document with two columns/);
      expect(words).toContain('Donec nonummy pellentesque ante. Phasellus adipiscing');
      expect(words).toMatch(/Belgium\W+11\.5\W+30,689\W+Brussels/);
    },
  );

  it('pdflatex-outline.pdf: contents are lines, and headings have their numbers', async () => {
    const { text } = await textOf(reported('pdflatex-outline.pdf'), 'md');
    expect(text).toMatch(/^# 1 Foo$/m);
    expect(text).toMatch(/^\*\*7 Foo 3\*\*$/m);
    expect(text).not.toContain('| --- |');
  });

  it('google-doc-document.pdf: the numbers of notes stay at their notes', async () => {
    const { text } = await textOf(reported('google-doc-document.pdf'), 'md');
    expect(text).toMatch(/<sup>1<\/sup> ?2021 estimate/);
    expect(text).toContain('273.879.750<sup>1</sup>');
  });
});
