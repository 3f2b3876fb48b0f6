import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { execa } from 'execa';
import { compareMarkdown } from './compare-markdown.ts';
import type { Measure } from './measure.ts';

/** Folder beside that of the inputs which has their results, as in Docling's test data. */
const RIGHT = 'groundtruth';

/** Pictures are in the text: without them, their alternative text would be text of the document. */
const OPTIONS = { pictures: 'inline' };

/** What pandoc reads, too: its Markdown is scored beside ours. */
const PEER = new Set(['docx', 'odt', 'html']);

/** Files with the Markdown that is expected of them: `a.docx.md` or `a.md` beside `a.docx`, or in a folder `groundtruth` beside its folder. */
export const asMarkdown: Measure = async (files, convert) =>
  [...files].flatMap((input) => {
    const kind = extname(input).slice(1).toLowerCase();
    if (kind === '' || kind === 'md' || basename(dirname(input)) === RIGHT) return [];
    const folders = [dirname(input), join(dirname(dirname(input)), RIGHT)];
    const names = [`${basename(input)}.md`, `${basename(input, extname(input))}.md`];
    const right = folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => files.has(path));
    if (right === undefined || right === input) return [];
    const score = async () => {
      const [made = ''] = await convert(input, 'md', OPTIONS);
      return { scores: compareMarkdown(await readFile(made, 'utf8'), await readFile(right, 'utf8')) };
    };
    const peer = async () => {
      const { stdout } = await execa('pandoc', ['-f', kind, '-t', 'gfm', '--wrap=none', input], { maxBuffer: 1e8 });
      return { scores: compareMarkdown(stdout, await readFile(right, 'utf8')) };
    };
    return [
      { input, group: `Markdown of ${kind}`, score },
      ...(PEER.has(kind) ? [{ input, group: `Markdown of ${kind}, by pandoc`, score: peer }] : []),
    ];
  });
