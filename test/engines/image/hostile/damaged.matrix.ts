import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { execa } from 'execa';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';
import { COMPARE, CONVERT } from '../../../support/imagemagick.ts';
import { sample } from '../../../support/sample.ts';
import { expectRefused, type GoodPicture, goodPicture } from './good-picture.ts';
import { convertPicture, type Told } from './task.ts';

const FORMATS = ['png', 'jpg', 'gif', 'webp', 'tiff', 'bmp', 'psd', 'tga', 'pcx', 'jp2', 'ico', 'ppm'];
/** How a damaged input may end; anything else is a defect. */
const REFUSALS = ['input_damaged', 'input_truncated', 'input_wrong_type', 'input_bomb', 'limit_memory'];
/** Bytes that are changed at once. */
const HITS = 12;

let scratch: ScratchFolder;
let good: GoodPicture;
beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('damaged'));
  good = await goodPicture(scratch.folder);
  const picture = ['-size', '120x90', '-seed', '4', 'plasma:red-blue', '-depth', '8'];
  for (const format of FORMATS) await execa(CONVERT, [...picture, scratch.path(`source.${format}`)]);
  await sharp(scratch.path('source.png')).avif().toFile(scratch.path('source.avif'));
});
afterAll(() => scratch.remove());

async function convert(name: string, content: Uint8Array): Promise<Told> {
  const path = scratch.path(name);
  await writeFile(path, content);
  return convertPicture(path, 'png', scratch.folder, { options: { allow_multiple_outputs: true } });
}

/** It is refused, or became a picture that an outsider reads. */
async function expectHonest(told: Told): Promise<void> {
  if (told.code !== null) return expectRefused(told, REFUSALS);
  for (const output of told.outputs) await execa(CONVERT, ['-regard-warnings', output, 'null:']);
}

/** Always the same numbers below `limit` for a seed (xorshift32). */
function* numbers(seed: number, limit: number): Generator<number> {
  for (let state = seed; ; ) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield (state >>> 0) % limit;
  }
}

function hit(content: Buffer, seed: number): Buffer {
  const copy = Buffer.from(content);
  const random = numbers(seed, 2 ** 31);
  const next = (): number => random.next().value ?? 0;
  for (let count = 0; count < HITS; count += 1) copy[next() % copy.length] = next() & 255;
  return copy;
}

describe('files that end early', () => {
  it.each(sample('cut', [...FORMATS, 'avif'], 3))('%s: a documented error, or as much as there is', async (format) => {
    const source = await readFile(scratch.path(`source.${format}`));
    for (const share of [0.02, 0.3, 0.7, 0.97])
      await expectHonest(await convert(`short.${format}`, source.subarray(0, Math.ceil(source.length * share))));
    await good.expectUnharmed();
  });

  it.each(['jpg', 'png', 'gif'])('half of a %s: its upper part is converted, with a warning', async (format) => {
    const source = await readFile(scratch.path(`source.${format}`));
    const told = await convert(`half.${format}`, source.subarray(0, Math.ceil(source.length * 0.6)));
    expect(told.code, told.log).toBeNull();
    expect(told.warnings.some((code) => ['input_truncated', 'input_damaged'].includes(code))).toBe(true);
    const upper = ['-crop', '120x30+0+0', '+repage', '-alpha', 'off', '-depth', '8'];
    for (const [from, to] of [
      [told.outputs[0] ?? '', 'upper.png'],
      [scratch.path(`source.${format}`), 'expected.png'],
    ] as const)
      await execa(CONVERT, [from, ...upper, scratch.path(to)]);
    const { stderr } = await execa(
      COMPARE,
      ['-metric', 'PSNR', scratch.path('upper.png'), scratch.path('expected.png'), 'null:'],
      { reject: false },
    );
    expect(stderr === 'inf' || Number(stderr) > 30, stderr).toBe(true);
  });
});

describe('files with bytes changed', () => {
  it.each(sample('changed', [...FORMATS, 'avif'], 3))('%s: a documented error, or a picture', async (format) => {
    const source = await readFile(scratch.path(`source.${format}`));
    for (let seed = 1; seed <= 5; seed += 1) await expectHonest(await convert(`hit.${format}`, hit(source, seed)));
    await good.expectUnharmed();
  });
});

describe('PNGs as PngSuite breaks them', () => {
  const HEADER = 8 + 8;

  /** Writes over bytes of the header's data, and repairs its checksum. */
  const withHeader = (content: Buffer, at: number, value: number): Buffer => {
    const copy = Buffer.from(content);
    copy[HEADER + at] = value;
    copy.writeUInt32BE(crc32(copy.subarray(HEADER - 4, HEADER + 13)), HEADER + 13);
    return copy;
  };
  const chunkAt = (content: Buffer, kind: string): number => content.indexOf(kind, 0, 'latin1') - 4;
  const breaks: Record<string, (content: Buffer) => Buffer> = {
    'line ends changed': (content) => Buffer.from(content.toString('latin1').replace('\r\n', '\n'), 'latin1'),
    'signature without its first bit': (content) => Buffer.concat([Buffer.from([0x09]), content.subarray(1)]),
    'colour type 1': (content) => withHeader(content, 9, 1),
    'colour type 9': (content) => withHeader(content, 9, 9),
    'bit depth 0': (content) => withHeader(content, 8, 0),
    'bit depth 99': (content) => withHeader(content, 8, 99),
    'no width': (content) => withHeader(content, 3, 0),
    'no data': (content) => {
      const end = chunkAt(content, 'IEND');
      return Buffer.concat([content.subarray(0, chunkAt(content, 'IDAT')), content.subarray(end)]);
    },
  };

  it.each(Object.entries(breaks))('%s: a documented error', async (_, change) => {
    const source = await sharp(scratch.path('source.png')).png().toBuffer();
    expectRefused(await convert('broken.png', change(source)), ['input_damaged', 'input_wrong_type']);
    await good.expectUnharmed();
  });

  it.each(['IHDR', 'IDAT'])('a checksum of %s that is wrong: converted, with a warning', async (kind) => {
    const source = await sharp(scratch.path('source.png')).png().toBuffer();
    const at = chunkAt(source, kind);
    const end = at + 8 + source.readUInt32BE(at);
    source[end] = (source[end] ?? 0) ^ 255;
    const told = await convert('checksum.png', source);
    expect(told.code, told.log).toBeNull();
    expect(told.warnings).toContain('input_damaged');
  });
});

it('an animation whose second frame is damaged is refused as damaged, not as a failure of the engine', async () => {
  const whole = await readFile(fileURLToPath(new URL('../../../../fixtures/image/lights.gif', import.meta.url)));
  const path = scratch.path('lights.gif');
  const convertLights = async (content: Buffer) => {
    await writeFile(path, content);
    return convertPicture(path, 'gif', scratch.folder);
  };
  expect((await convertLights(whole)).code).toBeNull();
  const told = await convertLights(Buffer.concat([whole.subarray(0, 161), whole.subarray(181)]));
  expectRefused(told, ['input_damaged']);
});
