import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { execa } from 'execa';
import type { Measure } from './measure.ts';
import { wordsOf } from './quorum.ts';

const TIMEOUT_MS = 60_000;
const MOST_SHOWN = 12;

/** The books of W3C's epub-tests, which are folders: of the words that pandoc sees in each, the share that our text has. */
export const asBooks: Measure = async (files, convert) =>
  [...files]
    .filter((path) => basename(path) === 'mimetype' && files.has(join(dirname(path), 'META-INF', 'container.xml')))
    .map((mimetype) => {
      const book = dirname(mimetype);
      const score = async () => {
        const folder = await mkdtemp(join(tmpdir(), 'convertd-fidelity-book-'));
        try {
          const input = join(folder, `${basename(book)}.epub`);
          await cp(book, join(folder, 'book'), { recursive: true });
          await execa('zip', ['-qX', input, 'mimetype', '-r', '.'], { cwd: join(folder, 'book') });
          const { stdout } = await execa('pandoc', ['-f', 'epub', '-t', 'plain', '--wrap=none', input], {
            timeout: TIMEOUT_MS,
            maxBuffer: 1e8,
          });
          const right = [...wordsOf(stdout)];
          const [made = ''] = await convert(input, 'txt', {});
          const ours = wordsOf(await readFile(made, 'utf8'));
          const lacking = right.filter((word) => !ours.has(word));
          const scores = { words: right.length === 0 ? null : 1 - lacking.length / right.length };
          return { scores, wrong: lacking.length === 0 ? [] : [lacking.slice(0, MOST_SHOWN).join(' ')] };
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      };
      return { input: book, group: 'words of books that pandoc sees', score };
    });
