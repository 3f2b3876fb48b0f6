import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../../src/task/codes.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import { Scratch } from './support.ts';

const corpora = process.env.CORPORA_DIR;
const folder = corpora === undefined ? null : join(corpora, 'pdf');
const files = folder === null ? [] : readdirSync(folder).filter((name) => name.endsWith('.pdf'));

/** Files turned by 180 degrees or mirrored: pdftotext reads some lines backwards, this engine others. */
const TURNED = ['appearances-1-rotated.pdf', 'test80b2.pdf'];

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

/** Returns words with a letter or a digit, and how often each occurs. */
function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.normalize('NFKC').split(/\s+/)) {
    if (/[\p{L}\p{N}]/u.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

describe.skipIf(folder === null)('real PDFs (CORPORA_DIR)', () => {
  test.each(files)('%s: the words of pdftotext, or a documented error', async (name) => {
    const path = join(folder ?? '', name);
    let html: string;
    try {
      ({ html } = await scratch.reflow(path));
    } catch (error) {
      expect(error).toBeInstanceOf(ConversionError);
      expect(Object.keys(ERROR_CODES)).toContain((error as ConversionError).code);
      expect((error as ConversionError).code).toMatch(/^input_/);
      return;
    }
    if (TURNED.includes(name)) return;
    const reader =
      'import sys,re,html; s=open(sys.argv[1],encoding="utf-8").read().split("<body>")[1]; s=re.sub(r"</?(b|i|a|sup|sub)\\b[^>]*>","",s); print(html.unescape(re.sub(r"<[^>]*>"," ",s)))';
    const ours = wordCounts((await execa('/usr/bin/python3', ['-c', reader, html])).stdout);
    const theirs = wordCounts((await execa('pdftotext', ['-nodiag', '-enc', 'UTF-8', path, '-'])).stdout);
    const total = [...theirs.values()].reduce((sum, count) => sum + count, 0);
    const found = [...theirs].reduce((sum, [word, count]) => sum + Math.min(count, ours.get(word) ?? 0), 0);
    expect(found).toBeGreaterThanOrEqual(total * 0.95);
    expect(await readFile(html, 'utf8')).not.toMatch(/src="(?![\w-]+\.(?:png|jpe?g)")/);
  });
});
