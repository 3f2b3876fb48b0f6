// Every target, read by a program that did not write it.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeImageHosts } from '../../../../engines/image/hosts.ts';
import { TARGETS, type Target } from '../../../../engines/image/targets.ts';
import { identify } from '../../../../src/files/identify.ts';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { convert, makeScratch, onlyPath } from '../decode/support.ts';
import { difference, draw, drawPng, type Kind, MAGICK, readBack, rgbaOf, toRgba } from './support.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(async () => {
  await closeImageHosts();
  await scratch.remove();
});

/** Mean difference of colours that is allowed, and of alpha; the others keep every pixel. */
const LOSS: Readonly<Partial<Record<Target, { color: number; alpha: number }>>> = {
  avif: { color: 3, alpha: 1 },
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

const kindsOf = (target: Target): Kind[] =>
  HARD.has(target) ? ['colour', 'cut', 'grey'] : ['colour', 'veiled', 'grey', 'veiled grey'];

const CASES = Object.values(TARGETS).flatMap((target) => kindsOf(target.name).map((kind) => ({ target, kind })));

describe('every target', () => {
  it.each(CASES)('$target.name of a picture that is $kind', async ({ target, kind }) => {
    const source = draw(kind);
    const input = await drawPng(scratch, kind);
    const path = onlyPath(await convert(scratch, input, { target: target.name }));
    expect((await identify(path))?.name).toBe(target.name);

    const read = await rgbaOf(await readBack(target.name, path));
    expect([read.width, read.height]).toEqual([source.width, source.height]);
    const loss = LOSS[target.name] ?? { color: 0, alpha: 0 };
    const { color, alpha } = difference(toRgba(source, !target.alpha), read.data);
    expect(color).toBeLessThanOrEqual(loss.color);
    expect(alpha).toBeLessThanOrEqual(loss.alpha);
  });
});

describe('a grey picture stays a grey file', () => {
  const WITH_ALPHA: readonly Target[] = ['jp2', 'jxl', 'png', 'psd', 'tiff'];
  const ALL = [...WITH_ALPHA, 'bmp', 'jpg', 'pcx', 'pdf', 'tga'] as const satisfies readonly Target[];

  it.each(ALL)('%s', async (target) => {
    const input = await drawPng(scratch, 'grey');
    expect(await channelsOf(target, onlyPath(await convert(scratch, input, { target })))).toBe('grey');
  });

  it.each(WITH_ALPHA)('%s with transparency', async (target) => {
    const input = await drawPng(scratch, 'veiled grey');
    expect(await channelsOf(target, onlyPath(await convert(scratch, input, { target })))).toBe('grey and alpha');
  });

  it.each(ALL)('%s of a picture that was made grey', async (target) => {
    const input = await drawPng(scratch, 'colour');
    const made = await convert(scratch, input, { target, options: { color: 'gray' } });
    expect(await channelsOf(target, onlyPath(made))).toBe('grey');
  });

  it.each(ALL)('%s: one of colours does not', async (target) => {
    const input = await drawPng(scratch, 'colour');
    expect(await channelsOf(target, onlyPath(await convert(scratch, input, { target })))).toBe('colours');
  });
});

/** By the file's own header, not by what its pixels look like. */
async function channelsOf(target: Target, path: string): Promise<string> {
  const head = await readFile(path);
  if (target === 'bmp') return head.readUInt16LE(28) === 8 ? 'grey' : 'colours';
  if (target === 'tga') return head[16] === 8 ? 'grey' : 'colours';
  if (target === 'pcx') return head[65] === 1 ? 'grey' : 'colours';
  if (target === 'pdf') {
    const { stdout } = await execa('pdfimages', ['-list', path]);
    return /\bgray\b/.test(stdout) ? 'grey' : 'colours';
  }
  if (target === 'psd') {
    const mode = head.readUInt16BE(24);
    return mode === 1 ? (head.readUInt16BE(12) === 2 ? 'grey and alpha' : 'grey') : 'colours';
  }
  const file = target === 'jxl' ? await readBack('jxl', path) : path;
  const { stdout } = await execa(MAGICK, [file, '-format', '%[channels]\n', 'info:']);
  const names: Record<string, string> = { gray: 'grey', graya: 'grey and alpha', srgb: 'colours', srgba: 'colours' };
  return names[stdout.trim().split('\n')[0] ?? ''] ?? stdout;
}

describe('two runs give the same bytes', () => {
  it.each(Object.keys(TARGETS) as Target[])('%s', async (target) => {
    const input = await drawPng(scratch, 'colour');
    const digest = async (): Promise<string> => {
      const path = onlyPath(await convert(scratch, input, { target, options: { dpi: 150 } }));
      return createHash('md5')
        .update(await readFile(path))
        .digest('hex');
    };
    const first = await digest();
    // Dates in files count seconds.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await digest()).toBe(first);
  });
});
