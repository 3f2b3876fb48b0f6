import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { compareMarkdown } from './compare-markdown.ts';
import type { Measure } from './measure.ts';

const ENDING = '.docx';

/**
 * Documents with the structure that pandoc reads in them: `a.native` beside `a.docx`, as in its own tests. Pandoc writes it as Markdown,
 * so it must be installed.
 */
export const asPandocReads: Measure = async (files, convert) =>
  [...files].flatMap((input) => {
    const right = input.replace(/\.docx$/i, '.native');
    if (!input.endsWith(ENDING) || !files.has(right)) return [];
    const score = async () => {
      const [made = ''] = await convert(input, 'md', { pictures: 'inline' });
      const { stdout } = await execa('pandoc', ['-f', 'native', '-t', 'gfm', '--wrap=none', right]);
      return { scores: compareMarkdown(await readFile(made, 'utf8'), stdout) };
    };
    return [{ input, group: 'structure of docx, as pandoc reads it', score }];
  });
