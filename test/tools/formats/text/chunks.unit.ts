import { describe, expect, it } from 'vitest';
import { chunksOf } from '../../../../tools/formats/text/markdown/chunks.ts';
import fc from '../../../support/fast-check.ts';

const texts = (markdown: string, size: number, overlap = 0) =>
  chunksOf(markdown, { size, overlap }).map(({ text }) => text);
/** Cuts a part of a text like a Python program. */
const slice = (text: string, from: number, length: number) => [...text].slice(from, from + length).join('');

const REPORT = `# Report

An introduction.

## Costs

<!-- page 2 -->

| Article | Price |
| --- | --- |
| Pencil | 1 |
| Eraser | 2 |

## Code and lists

\`\`\`js
let a;

let b;
\`\`\`

- one
- two
  - deeper

The *end* 🐘.
`;

describe('chunks of Markdown', () => {
  it('know their headings, their page, and where they begin', () => {
    const chunks = chunksOf(REPORT, { size: 200, overlap: 0 });
    expect(chunks.map(({ heading_path, page }) => [heading_path, page])).toEqual([
      [['Report'], null],
      [['Report', 'Costs'], null],
      [['Report', 'Costs'], 2],
      [['Report', 'Code and lists'], 2],
    ]);
    for (const { text, offset } of chunks) expect(slice(REPORT, offset, [...text].length)).toBe(text);
  });

  it('take headings without marks, and leave those of the same level', () => {
    const chunks = chunksOf('# *One* `two`\n\na\n\n### Deep\n\nb\n\n# Other\n\nc\n', { size: 100, overlap: 0 });
    expect(chunks.map(({ heading_path }) => heading_path)).toEqual([['One two'], ['One two', 'Deep'], ['Other']]);
  });

  it('break no row of a table and no block of code, however long', () => {
    const row = `| ${'word '.repeat(60)}| x |`;
    const code = `\`\`\`\n${'line\n\n'.repeat(60)}\`\`\``;
    const markdown = `| a | b |\n| --- | --- |\n${row}\n${row}\n\n${code}\n`;
    expect(texts(markdown, 100)).toEqual(['| a | b |\n| --- | --- |', row, row, code]);
  });

  it('break long paragraphs between sentences, and long sentences between words', () => {
    const sentence = 'Boxers chase Viktor across the dike today.';
    const found = texts(Array.from({ length: 6 }, () => sentence).join(' '), 100);
    expect(found).toEqual([`${sentence} ${sentence}`, `${sentence} ${sentence}`, `${sentence} ${sentence}`]);
    const words = texts(`${'word '.repeat(100).trim()}`, 100);
    expect(words.every((text) => /^word( word)*$/.test(text))).toBe(true);
    expect(texts('🐘'.repeat(150), 100).join('')).toBe('🐘'.repeat(150));
  });

  it('repeat whole pieces of the end of the one before', () => {
    const list = Array.from({ length: 12 }, (_, index) => `- item number ${index}`);
    const found = texts(list.join('\n'), 100, 40);
    for (const [index, text] of found.slice(1).entries()) {
      const [first = ''] = text.split('\n');
      expect(found[index]).toContain(first);
      expect(text.length).toBeLessThanOrEqual(100);
    }
    expect(new Set(found.join('\n').split('\n'))).toEqual(new Set(list));
    expect(texts('# A\n\nsome text\n\n# B\n\nmore text\n', 100, 50)).toEqual(['# A\n\nsome text', '# B\n\nmore text']);
  });

  it('of nothing are none', () => {
    expect(texts('', 100)).toEqual([]);
    expect(texts('\n\n<!-- page 1 -->\n\n', 100)).toEqual([]);
  });

  it('stand in the text, in order, and leave nothing out but white space and page marks', () => {
    const line = fc.constantFrom(
      '# A',
      '## B *c*',
      'A sentence. And another one! A third?',
      '🐘 elephants '.repeat(20),
      '- item',
      '  - deeper',
      '1. first',
      '| a | b |',
      '| --- | --- |',
      '```',
      '> quoted',
      '<div>',
      '<!-- page 3 -->',
      '    code',
      '[^1]: note',
      '[link]: https://a.example/',
      '---',
      '',
      '',
    );
    const property = fc.property(
      fc.array(line, { maxLength: 30 }),
      fc.integer({ min: 100, max: 300 }),
      fc.integer({ min: 0, max: 50 }),
      (lines, size, overlap) => {
        const markdown = lines.join('\n');
        const characters = [...markdown];
        const covered = new Set<number>();
        let last = -1;
        for (const { text, offset } of chunksOf(markdown, { size, overlap })) {
          expect(slice(markdown, offset, [...text].length)).toBe(text);
          expect(offset).toBeGreaterThan(last);
          last = offset;
          for (let at = 0; at < [...text].length; at += 1) covered.add(offset + at);
        }
        const left = characters.filter((_, index) => !covered.has(index)).join('');
        expect(left.replace(/<!-- page 3 -->|\s/g, '')).toBe('');
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});
