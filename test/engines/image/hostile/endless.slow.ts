import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeImagePools } from '../../../../engines/image/pools.ts';
import { makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';
import { boxBomb, contentBomb, drawingBomb, imageBomb, pageBomb, writePdf } from '../../document/hostile/pdf-bombs.ts';
import { expectRefused, type GoodPicture, goodPicture } from './good-picture.ts';
import { ENDLESS } from './postscripts.ts';
import { convertPicture } from './task.ts';

const SECONDS = 6;
const REFUSALS = [
  'input_bomb',
  'input_damaged',
  'conversion_timeout',
  'conversion_failed',
  'limit_memory',
  'limit_file_size',
  'limit_cpu',
];

let scratch: ScratchFolder;
let good: GoodPicture;
beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('endless'));
  good = await goodPicture(scratch.folder);
});
afterAll(async () => {
  await closeImagePools();
  await scratch.remove();
});

async function save(name: string, content: string): Promise<string> {
  const path = scratch.path(name);
  await writeFile(path, content);
  return path;
}

describe('PostScript programs', () => {
  it.each(Object.keys(ENDLESS))('%s: ends within the time limit', async (name) => {
    const ending = ENDLESS[name]?.includes('EPSF') ? 'eps' : 'ps';
    const told = await convertPicture(await save(`endless.${ending}`, ENDLESS[name] ?? ''), 'png', scratch.folder, {
      seconds: SECONDS,
    });
    if (told.code === null) expect(told.warnings).toContain('input_damaged');
    else expectRefused(told, REFUSALS);
    await good.expectUnharmed();
  });
});

describe('PDFs', () => {
  const bombs = {
    'content of 2 GB': () => contentBomb(2 * 1024 ** 3),
    'image of 60000²': () => imageBomb(60_000),
    'drawing of 10^12 rectangles': drawingBomb,
    '5000 pages': () => pageBomb(5000),
    'page of 350 m': boxBomb,
  };
  it.each(Object.entries(bombs))('%s: ends within the time limit', async (_, bomb) => {
    const path = await writePdf(scratch.path('bomb.pdf'), await bomb());
    const told = await convertPicture(path, 'png', scratch.folder, { seconds: SECONDS });
    if (told.code !== null) expectRefused(told, REFUSALS);
    await good.expectUnharmed();
  });
});
