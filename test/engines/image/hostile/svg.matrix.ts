import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';
import { CONVERT, IDENTIFY } from '../../../support/imagemagick.ts';
import { sample } from '../../../support/sample.ts';
import { type Listener, listen } from '../../document/hostile/listener.ts';
import { expectRefused, type GoodPicture, goodPicture } from './good-picture.ts';
import { BOMBS, HEAVY, references, SECRET_FILES } from './svgs.ts';
import { convertPicture } from './task.ts';

/** A time limit for what takes a few seconds at least. */
const SECONDS = 2;

const BARE = fileURLToPath(new URL('bare-sharp.ts', import.meta.url));

let scratch: ScratchFolder;
let folder: string;
let listener: Listener;
let good: GoodPicture;
let attacks: Readonly<Record<string, string>>;
beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('svg'));
  folder = scratch.path('secrets');
  await mkdir(folder);
  await execa(CONVERT, ['-size', '50x50', 'xc:#ff00ff', join(folder, 'secret.png')]);
  for (const [name, content] of Object.entries(SECRET_FILES)) await writeFile(join(folder, name), content);
  listener = await listen(folder);
  const [picture, text, drawing] = ['png', 'txt', 'svg'].map((kind) => join(folder, `secret.${kind}`));
  attacks = references({ picture: picture ?? '', text: text ?? '', drawing: drawing ?? '', url: listener.url });
  good = await goodPicture(scratch.folder);
});
afterAll(async () => {
  await listener.close();
  await scratch.remove();
});

async function save(name: string, content: string): Promise<string> {
  const path = join(folder, `${name.replaceAll(/\W+/g, '-')}.svg`);
  await writeFile(path, content);
  return path;
}

const PLAIN = Object.keys(references({ picture: '/', text: '/', drawing: '/', url: '' }));

/** How many colours there are and how light they are, 0 to 1, as ImageMagick sees it. */
async function coloursOf(path: string): Promise<string> {
  const { stdout } = await execa(IDENTIFY, ['-format', '%k %[fx:mean]', path]);
  return stdout;
}
const WHITE = '1 1';
/** What resvg paints where the paint is in another file. */
const BLACK = '1 0';

/** What librsvg reads where it is given a path. */
const READ_BY_PATH = [
  'image beside',
  'image up and down',
  'drawing in an image',
  'use of another file',
  'xinclude text',
  'css import beside',
];

describe('references out of an SVG', () => {
  it.each(PLAIN)('%s: nothing of it is read', async (name) => {
    const told = await convertPicture(await save(name, attacks[name] ?? ''), 'png', scratch.folder);
    const expected = name === 'fill of another file' ? BLACK : WHITE;
    if (told.code === null) expect(await coloursOf(told.outputs[0] ?? '')).toBe(expected);
    else expectRefused(told, ['input_damaged', 'input_unsafe']);
  });

  it('nothing was fetched', () => {
    expect(listener.connections()).toBe(0);
    expect([...listener.asked]).toEqual([]);
  });

  it.each(sample('SVG controls', READ_BY_PATH, 2))('control: bare sharp by path, %s', async (name) => {
    const { stdout } = await execa(process.execPath, [BARE, await save(name, attacks[name] ?? '')]);
    expect(JSON.parse(stdout)).toMatchObject({ failure: null, isWhite: false });
  });
});

describe('an SVG that takes more than it says', () => {
  // svg-bombs.slow.ts has the others.
  it('ends at the time limit; its process is replaced, and the next task unharmed', async () => {
    const path = await save('turbulence', HEAVY.turbulence ?? '');
    const told = await convertPicture(path, 'png', scratch.folder, { seconds: SECONDS });
    expectRefused(told, ['conversion_timeout']);
    await good.expectUnharmed();
  });

  it('a picture of 100000² pixels is refused as too large', async () => {
    for (const name of ['size 100000', 'size in metres']) {
      const told = await convertPicture(await save(name, BOMBS[name] ?? ''), 'avif', scratch.folder);
      expect(told.code).toBe('input_bomb');
    }
  });
});
