import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

it('ends heuristics that take too long, says so of the book, and marks the chapters of others', async () => {
  const args = ['-e', here('limited_heuristics.py'), '--', here('../../../../tools')];
  const { stdout } = await execa('calibre-debug', args, { env: { QT_QPA_PLATFORM: 'offscreen' } });
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({
    usual: { changed: true, chapters: 2, skipped: 0 },
    endless: { changed: false, chapters: 0, skipped: 1 },
    // The time for all parts of a book is used up.
    after: { changed: false, chapters: 0, skipped: 2 },
    seconds: expect.closeTo(2, 0),
    unsearched: [0, 1],
  });
});
