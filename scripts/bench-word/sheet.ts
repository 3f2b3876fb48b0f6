import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { MONTAGE } from '../../test/support/imagemagick.ts';
import type { Sample } from './files.ts';

/** Pages of each PDF on a sheet. */
const PAGES = 3;

/** Draws the first pages of the source above those of each result, 50 pixels per inch, as one PNG in `folder`. */
export async function drawSheet(
  { name, pdf }: Sample,
  results: readonly (string | null)[],
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const own = await mkdtemp(join(folder, '.pages-'));
  try {
    for (const [index, each] of [pdf, ...results].entries()) {
      if (each === null) continue;
      await execa('pdftoppm', ['-r', '50', '-l', `${PAGES}`, '-png', each, join(own, `${index}`)]);
    }
    const made = (await readdir(own)).sort();
    const rows = [pdf, ...results].flatMap((_, index) => {
      const pages = made.filter((page) => page.startsWith(`${index}-`)).map((page) => join(own, page));
      return [...pages, ...Array.from({ length: PAGES - pages.length }, () => 'null:')];
    });
    const place = ['-tile', `${PAGES}x`, '-geometry', '+4+4', '-background', '#8899bb'];
    await execa(MONTAGE, [...rows, ...place, join(folder, `${name}.png`)]);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
