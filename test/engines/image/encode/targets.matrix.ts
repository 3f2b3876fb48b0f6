// Every target, read by a program that did not write it.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TARGETS, type Target } from '../../../../engines/image/targets.ts';
import { identify } from '../../../../src/files/identify.ts';
import type { OptionValues } from '../../../../src/task/types.ts';
import { nextPeriod } from '../../../support/clock.ts';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { CONVERT } from '../../../support/imagemagick.ts';
import { sample } from '../../../support/sample.ts';
import { convert, makeScratch, onlyPath } from '../decode/support.ts';
import { difference, draw, drawPng, type Kind, readBack, rgbaOf, toRgba } from './support.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const made = new Map<string, Promise<string>>();

/** The path of what the engine makes of a picture of a kind; once. */
function convertOnce(kind: Kind, target: Target, options: OptionValues = {}): Promise<string> {
  const key = JSON.stringify([kind, target, options]);
  const path =
    made.get(key) ??
    drawPng(scratch, kind).then(async (input) => onlyPath(await convert(scratch, input, { target, options })));
  made.set(key, path);
  return path;
}

/** Mean difference of colours that is allowed, and of alpha; the others keep every pixel. */
const LOSS: Readonly<Partial<Record<Target, { color: number; alpha: number }>>> = {
  avif: { color: 3, alpha: 1 },
  exr: { color: 1, alpha: 0.5 },
  gif: { color: 4, alpha: 0 },
  heic: { color: 4, alpha: 1.5 },
  jp2: { color: 3, alpha: 2 },
  jpg: { color: 3, alpha: 0 },
  jxl: { color: 2, alpha: 0.5 },
  svg: { color: 5, alpha: 2 },
  webp: { color: 3, alpha: 0 },
};

/** Transparent or not, nothing between. */
const HARD: ReadonlySet<Target> = new Set(['gif', 'svg']);

/** What is no longer the same picture is looked at in netpbm-and-icns.detail.ts. */
const OTHERWISE: Readonly<Partial<Record<Target, readonly Kind[]>>> = {
  icns: [],
  pbm: [],
  pgm: ['grey', 'veiled grey'],
  wbmp: [],
};

const kindsOf = (target: Target): readonly Kind[] =>
  OTHERWISE[target] ?? (HARD.has(target) ? ['colour', 'cut', 'grey'] : ['colour', 'veiled', 'grey', 'veiled grey']);

const CASES = Object.values(TARGETS).flatMap((target) =>
  sample(`kinds of ${target.name}`, kindsOf(target.name), 1).map((kind) => ({ target, kind })),
);

describe('every target', () => {
  it.each(CASES)('$target.name of a picture that is $kind', async ({ target, kind }) => {
    const source = draw(kind);
    const path = await convertOnce(kind, target.name);
    expect((await identify(path))?.name).toBe(target.identifiedAs);

    const read = await rgbaOf(await readBack(target.name, path));
    expect([read.width, read.height]).toEqual([source.width, source.height]);
    const loss = LOSS[target.name] ?? { color: 0, alpha: 0 };
    const { color, alpha } = difference(toRgba(source, !target.alpha), read.data);
    expect(color).toBeLessThanOrEqual(loss.color);
    expect(alpha).toBeLessThanOrEqual(loss.alpha);
  });
});

const SHOWN_WHOLE = (Object.keys(TARGETS) as Target[]).filter((target) => target !== 'icns');
const GREYS: ReadonlySet<Target> = new Set(['pbm', 'pgm', 'wbmp']);

describe('options that all targets have beside those of the interface', () => {
  it.each(sample('background', SHOWN_WHOLE, 3))('%s: background is behind what is transparent', async (target) => {
    const path = await convertOnce('cut', target, { background: '#20c040' });
    const { data, width } = await rgbaOf(await readBack(target, path));
    // In the middle of the left third, which is transparent. Dots of black and white have the brightness on average.
    const at = 4 * (40 * width + 20);
    const mean = (channel: number): number => {
      let sum = 0;
      for (let y = 10; y < 70; y += 1) for (let x = 5; x < 35; x += 1) sum += data[4 * (y * width + x) + channel] ?? 0;
      return sum / (60 * 30);
    };
    const expected = GREYS.has(target) ? [149, 149, 149] : [0x20, 0xc0, 0x40];
    for (const [channel, value] of expected.entries()) expect(Math.abs(mean(channel) - value)).toBeLessThan(12);
    expect(data[at + 3]).toBe(255);
  });

  // Dots of black and white fall elsewhere.
  const comparable = SHOWN_WHOLE.filter((target) => target !== 'pbm' && target !== 'wbmp');

  it.each(sample('flip', comparable, 3))('%s: flip', async (target) => {
    const [plain, mirrored] = [
      await rgbaOf(await readBack(target, await convertOnce('colour', target))),
      await rgbaOf(await readBack(target, await convertOnce('colour', target, { flip: 'horizontal' }))),
    ];
    const { width, height } = plain;
    const back = Buffer.alloc(plain.data.length);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        mirrored.data.copy(back, 4 * (y * width + x), 4 * (y * width + width - 1 - x), 4 * (y * width + width - x));
      }
    }
    expect(difference(plain.data, back).color).toBeLessThan(6);
    expect(difference(plain.data, mirrored.data).color).toBeGreaterThan(16);
  });
});

describe('a grey picture stays a grey file', () => {
  const WITH_ALPHA: readonly Target[] = ['jp2', 'jxl', 'png', 'psd', 'tiff'];
  const ALL = [...WITH_ALPHA, 'bmp', 'eps', 'jpg', 'pcx', 'pdf', 'tga'] as const satisfies readonly Target[];

  it.each(sample('grey', ALL, 3))('%s', async (target) => {
    expect(await channelsOf(target, await convertOnce('grey', target))).toBe('grey');
  });

  it.each(sample('grey with alpha', WITH_ALPHA, 2))('%s with transparency', async (target) => {
    expect(await channelsOf(target, await convertOnce('veiled grey', target))).toBe('grey and alpha');
  });

  it.each(sample('made grey', ALL, 3))('%s of a picture that was made grey', async (target) => {
    expect(await channelsOf(target, await convertOnce('colour', target, { color: 'gray' }))).toBe('grey');
  });

  it.each(sample('colours', ALL, 3))('%s: one of colours does not', async (target) => {
    expect(await channelsOf(target, await convertOnce('colour', target))).toBe('colours');
  });
});

/** By the file's own header, not by what its pixels look like. */
async function channelsOf(target: Target, path: string): Promise<string> {
  const head = await readFile(path);
  if (target === 'bmp') return head.readUInt16LE(28) === 8 ? 'grey' : 'colours';
  if (target === 'tga') return head[16] === 8 ? 'grey' : 'colours';
  if (target === 'pcx') return head[65] === 1 ? 'grey' : 'colours';
  if (target === 'eps') return head.includes('/DeviceGray') ? 'grey' : 'colours';
  if (target === 'pdf') {
    const { stdout } = await execa('pdfimages', ['-list', path]);
    return /\bgray\b/.test(stdout) ? 'grey' : 'colours';
  }
  if (target === 'psd') {
    const mode = head.readUInt16BE(24);
    return mode === 1 ? (head.readUInt16BE(12) === 2 ? 'grey and alpha' : 'grey') : 'colours';
  }
  const file = target === 'jxl' ? await readBack('jxl', path) : path;
  const { stdout } = await execa(CONVERT, [file, '-format', '%[channels]\n', 'info:']);
  const names: Record<string, string> = { gray: 'grey', graya: 'grey and alpha', srgb: 'colours', srgba: 'colours' };
  return names[stdout.trim().split('\n')[0] ?? ''] ?? stdout;
}

it('two runs give the same bytes', async () => {
  const targets = sample('same bytes', Object.keys(TARGETS) as Target[], 4);
  const input = await drawPng(scratch, 'colour');
  const digests = async (): Promise<(readonly [Target, string])[]> => {
    const found: (readonly [Target, string])[] = [];
    for (const target of targets) {
      const path = onlyPath(await convert(scratch, input, { target, options: { dpi: 150 } }));
      const bytes = await readFile(path);
      found.push([target, createHash('md5').update(bytes).digest('hex')]);
    }
    return found;
  };
  const first = await digests();
  // Dates in files count seconds: none of the second run may be in the second of the last of the first.
  await nextPeriod(1000);
  expect(await digests()).toEqual(first);
});
