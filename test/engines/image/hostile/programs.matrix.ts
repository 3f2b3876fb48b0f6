import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';
import { CONVERT, IDENTIFY } from '../../../support/imagemagick.ts';
import { sample } from '../../../support/sample.ts';
import { expectRefused } from './good-picture.ts';
import { intrusions } from './postscripts.ts';
import { convertPicture } from './task.ts';

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
/** What attacks reach for. */
let prey: string;
let attacks: Readonly<Record<string, string>>;
beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('programs'));
  prey = scratch.path('prey');
  attacks = intrusions({ secret: join(prey, 'secret'), program: join(prey, 'program.ps'), folder: prey });
});
afterAll(() => scratch.remove());

const PREY: Readonly<Record<string, string>> = {
  secret: 'a secret of some length',
  victim: 'here',
  'program.ps': '1 0 1 setrgbcolor 0 0 100 100 rectfill',
};
beforeEach(async () => {
  await rm(prey, { recursive: true, force: true });
  await mkdir(prey, { recursive: true });
  for (const [name, content] of Object.entries(PREY)) await writeFile(join(prey, name), content);
  await execa(CONVERT, ['-size', '50x50', 'xc:#ff00ff', join(prey, 'secret.png')]);
});

async function save(name: string, content: string): Promise<string> {
  const path = scratch.path(name);
  await writeFile(path, content);
  return path;
}

/** White and transparent pixels only, as ImageMagick sees it. */
async function isWhite(path: string): Promise<boolean> {
  const args = [path, '-background', 'white', '-flatten', '-format', '%[fx:mean]', 'info:'];
  return (await execa(CONVERT, args)).stdout === '1';
}

async function expectUntouched(): Promise<void> {
  expect((await readdir(prey)).sort()).toEqual(['program.ps', 'secret', 'secret.png', 'victim']);
  expect(await readFile(join(prey, 'victim'), 'utf8')).toBe(PREY.victim);
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const NAMES = Object.keys(intrusions({ secret: '', program: '', folder: '' }));

describe('PostScript programs', () => {
  it.each(NAMES)('%s: they cannot', async (name) => {
    const told = await convertPicture(await save('drawing.eps', attacks[name] ?? ''), 'png', scratch.folder);
    if (told.code === null) expect(await isWhite(told.outputs[0] ?? '')).toBe(true);
    else expectRefused(told, REFUSALS);
    await expectUntouched();
  });

  it.each(sample('PostScript controls', NAMES, 3))('control: %s, Ghostscript without -dSAFER can', async (name) => {
    const output = scratch.path('control.png');
    const fixed = ['-dNOSAFER', '-dBATCH', '-dNOPAUSE', '-q', '-sDEVICE=pngalpha', '-dEPSCrop'];
    await execa('gs', [...fixed, `-sOutputFile=${output}`, await save('control.eps', attacks[name] ?? '')]);
    const isTouched = await expectUntouched().then(
      () => false,
      () => true,
    );
    expect(isTouched || ((await exists(output)) && !(await isWhite(output)))).toBe(true);
  });
});

const QUIET = ['-nostdin', '-y', '-v', 'error'];

describe('files that are something else than their name says', () => {
  const written = (): string => join(prey, 'written.png');
  const secret = (): string => join(prey, 'secret.png');
  const disguised: Record<string, () => string> = {
    MVG: () => `push graphic-context\nviewbox 0 0 50 50\nimage over 0,0 50,50 '${secret()}'\npop graphic-context\n`,
    MSL: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<image><read filename="${secret()}"/><write filename="${written()}"/></image>\n`,
    'ffmpeg concat': () => `ffconcat version 1.0\nfile '${secret()}'\n`,
  };
  // ImageMagick of Debian 12 crashes on every MSL, so that there is no control for it.
  const controls: Record<string, (path: string) => Promise<unknown>> = {
    MVG: (path) => execa(CONVERT, [`mvg:${path}`, written()]),
    'ffmpeg concat': (path) => execa('ffmpeg', [...QUIET, '-safe', '0', '-i', path, '-frames:v', '1', written()]),
  };

  it.each(Object.keys(disguised))('%s as .jpg is refused', async (kind) => {
    const told = await convertPicture(await save('photo.jpg', disguised[kind]?.() ?? ''), 'png', scratch.folder);
    expectRefused(told, ['input_wrong_type']);
    await expectUntouched();
  });

  it.each(Object.keys(controls))('control: a program that is asked for it works on %s', async (kind) => {
    await controls[kind]?.(await save('photo.jpg', disguised[kind]?.() ?? ''));
    const { stdout } = await execa(CONVERT, [written(), '-crop', '1x1+5+5', '-format', '%[hex:u]', 'info:']);
    expect(stdout).toMatch(/^FF00FF/);
  });

  const NAMES_OF_FILES = [
    ...['msl:photo.psd', '@photo.psd', '-write photo.psd', 'photo[5].psd', '%d.psd', '|touch photo.psd', 'a\nb.psd'],
  ];
  it.each(sample('names of files', NAMES_OF_FILES, 3))('the name %j says nothing to a program', async (name) => {
    const path = scratch.path(name);
    await execa(CONVERT, ['-size', '20x10', 'xc:#2080ff', `psd:${scratch.path('plain')}`]);
    await execa('mv', ['--', scratch.path('plain'), path]);
    const told = await convertPicture(path, 'png', scratch.folder);
    expect(told.code, told.log).toBeNull();
    const { stdout } = await execa(IDENTIFY, ['-format', '%wx%h', `png:${told.outputs[0]}`]);
    expect(stdout).toBe('20x10');
    await expectUntouched();
  });
});
