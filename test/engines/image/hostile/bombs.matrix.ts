import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPython } from '../../../../src/process/python.ts';
import { makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';
import { sample } from '../../../support/sample.ts';
import { expectRefused, type GoodPicture, goodPicture } from './good-picture.ts';
import { convertPicture, type Told } from './task.ts';

const MiB = 1024 ** 2;
/** A time limit for what takes a few seconds at least, the most that pictures of allowed sizes can. */
const SHORT = 2;

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

let scratch: ScratchFolder;
let bombs: string;
let good: GoodPicture;
beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('bombs'));
  bombs = scratch.path('bombs');
  await mkdir(bombs);
  await execa(findPython(), [script('bombs.py'), bombs]);
  await writeFile(join(bombs, 'claim.avif'), await avifThatClaims(60_000));
  good = await goodPicture(scratch.folder);
});
afterAll(() => scratch.remove());

/** A small one whose size (`ispe`, ISO 23008-12, 6.5.3) is written over. */
async function avifThatClaims(side: number): Promise<Buffer> {
  const file = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .avif()
    .toBuffer();
  const at = file.indexOf('ispe', 0, 'latin1');
  file.writeUInt32BE(side, at + 8);
  file.writeUInt32BE(side, at + 12);
  return file;
}

const attacks = new Map<string, Promise<Told>>();

/** What comes of a bomb of that name; each is tried once. */
function attack(name: string, seconds?: number): Promise<Told> {
  const told =
    attacks.get(name) ??
    convertPicture(join(bombs, name), 'png', scratch.folder, { ...(seconds !== undefined && { seconds }) });
  attacks.set(name, told);
  return told;
}

const CALLED_WHAT_THEY_ARE = [
  ...['large.png', 'large.tiff', 'large.webp', 'claim.png', 'claim.tiff', 'claim.jpg', 'claim.psd', 'claim.avif'],
];

describe('pictures that claim or hold more than is unpacked', () => {
  it('end as a documented error before their time is over, and leave nothing behind', async () => {
    const names = (await readdir(bombs)).filter((name) => /^(claim|large)\./.test(name));
    expect(names.length).toBeGreaterThan(24);
    // Its decoder takes the frame alone, which has one pixel, or reads the bitmap as far as it is there.
    const harmless = ['claim.gif', 'claim.ico'];
    const harmful = names.filter((each) => !harmless.includes(each));
    for (const name of sample('claims', harmful, 4)) {
      const told = await attack(name);
      expectRefused(told, ['input_bomb', 'input_damaged', 'limit_memory']);
    }
    await good.expectUnharmed();
  });

  it.each(sample('called what they are', CALLED_WHAT_THEY_ARE, 3))('%s is called what it is', async (name) => {
    expect((await attack(name)).code).toBe('input_bomb');
  });

  it('a picture of one pixel on a screen of 65535² becomes a small picture', async () => {
    const told = await attack('claim.gif');
    expect(told.code).toBeNull();
    expect((await stat(told.outputs[0] ?? '')).size).toBeLessThan(1000);
  });

  it.each(sample('bare sharp', ['large.png', 'large.tiff'], 1))(
    'control: bare sharp unpacks %s, whatever memory it takes',
    async (name) => {
      const { size } = await stat(join(bombs, name));
      expect(size).toBeLessThan(MiB / 4);
      const { stdout } = await execa(process.execPath, [script('bare-sharp.ts'), join(bombs, name)]);
      const found = JSON.parse(stdout);
      expect(found).toMatchObject({ failure: null, width: 12_000 });
      expect(found.peakBytes).toBeGreaterThan(400 * MiB);
    },
  );
});

describe('what costs time instead of memory', () => {
  it.each(['frames.gif', 'pages.tiff'])('%s: too many pages are refused before any is unpacked', async (name) => {
    expectRefused(await attack(name), ['input_bomb']);
  });

  it('a directory of a TIFF that leads to itself is one page', async () => {
    const told = await attack('loop.tiff');
    expect(told.code, told.log).toBeNull();
    expect(told.outputs.map((path) => basename(path))).toEqual(['loop.png']);
  });

  // That they run into the limit is the proof that they cost what they should.
  it.each(sample('slow', ['scans.jpg', 'slow.gif'], 1))(
    '%s ends at the time limit; its process is replaced',
    async (name) => {
      const told = await attack(name, SHORT);
      expectRefused(told, ['conversion_timeout']);
      await good.expectUnharmed();
    },
  );

  it.each(sample('surplus', ['text.png', 'profile.png', 'surplus.png'], 1))(
    '%s: 300 MB beside the pixels are not unpacked',
    async (name) => {
      const { stdout } = await execa(process.execPath, [script('bare-sharp.ts'), join(bombs, name)]);
      expect(JSON.parse(stdout).peakBytes).toBeLessThan(200 * MiB);
      const told = await attack(name);
      expect(told.code, told.log).toBeNull();
      await good.expectUnharmed();
    },
  );
});
