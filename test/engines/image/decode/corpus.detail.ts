import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { convert, makeScratch, psnr } from './support.ts';

const corpora = process.env.CORPORA_DIR;

let scratch: ScratchFolder;

beforeAll(async () => {
  scratch = await makeScratch();
});

afterAll(() => scratch.remove());

const filesOf = async (folder: string): Promise<string[]> => {
  const path = join(corpora ?? '', 'image', folder);
  return (await readdir(path)).map((name) => join(path, name));
};

/** dB to what the reference decoder makes of each file. */
async function likeness(
  files: readonly string[],
  reference: (file: string) => Promise<string>,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const file of files) {
    const { outputs } = await convert(scratch, file, { target: 'png' });
    found.set(file, await psnr(await reference(file), outputs[0]?.path ?? ''));
  }
  return found;
}

/** As good as the same for 8 bits: rounding of 16 bits and of colour conversion. */
const SAME = 45;

describe.runIf(corpora)('the corpus, against other decoders', () => {
  test('PngSuite: every valid file, as ImageMagick shows it', async () => {
    const files = (await filesOf('pngsuite')).filter((file) => !/\/x[^/]*$/.test(file));
    const found = await likeness(files, async (file) => file);
    expect(found.size).toBeGreaterThan(100);
    expect([...found].filter(([, value]) => !(value > SAME))).toEqual([]);
  });

  test('BMP Suite: every good file, as ffmpeg shows it', async () => {
    let count = 0;
    // ffmpeg does not know the bit fields of this one.
    const files = (await filesOf('bmp/g')).filter((file) => !file.endsWith('/rgb32bf.bmp'));
    const found = await likeness(files, async (file) => {
      const path = scratch.path(`ffmpeg-${++count}.png`);
      await execa('ffmpeg', ['-v', 'error', '-y', '-f', 'bmp_pipe', '-i', file, '-frames:v', '1', path]);
      return path;
    });
    expect(found.size).toBe(26);
    expect([...found].filter(([, value]) => !(value > SAME))).toEqual([]);
  });

  test('AVIF: as libheif shows it', async () => {
    let count = 0;
    const found = await likeness(await filesOf('avif'), async (file) => {
      const path = scratch.path(`heif-${++count}.png`);
      await execa('heif-convert', [file, path]);
      return path;
    });
    expect(found.size).toBe(10);
    expect([...found].filter(([, value]) => !(value > 40))).toEqual([]);
  });

  test('HEIC: the pictures of every file that libheif or ImageMagick opens', async () => {
    const counts = new Map<string, number | string>();
    for (const file of await filesOf('heic')) {
      const outcome = await convert(scratch, file, { target: 'jpg', options: { width: 64 } }).then(
        ({ outputs }) => outputs.length,
        (error: { code: string }) => error.code,
      );
      counts.set(file, outcome);
    }
    const converted = [...counts.values()].filter((outcome) => typeof outcome === 'number');
    expect(converted.length).toBeGreaterThanOrEqual(8);
    const refused = [...counts.values()].filter((outcome) => typeof outcome === 'string');
    expect(
      refused.every((code) => ['input_damaged', 'input_wrong_type', 'engine_crashed'].includes(String(code))),
    ).toBe(true);
  });

  test('HEIC: the other pictures of a file with one on which libheif crashes, with a warning', async () => {
    const file = join(corpora ?? '', 'image', 'heic', 'C019.heic');
    const { outputs, warnings } = await convert(scratch, file, { target: 'jpg' });
    expect(outputs).toHaveLength(2);
    expect(warnings).toMatchObject([{ code: 'input_damaged', details: { pictures: 2, of: 3 } }]);
  });

  test('photos of one scene in all eight orientations are alike', async () => {
    const other = join(corpora ?? '', 'image', 'other');
    const files = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => join(other, `Landscape_${number}.jpg`));
    const upright = (await convert(scratch, files[0] ?? '', { target: 'png' })).outputs[0]?.path ?? '';
    const found = await likeness(files, async () => upright);
    expect([...found].filter(([, value]) => !(value > 22))).toEqual([]);
  });
});
