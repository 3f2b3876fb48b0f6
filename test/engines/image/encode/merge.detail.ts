import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../../../engines/image/engine.ts';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { convert, convertAll, magick, makeScratch, onlyPath, psnr, sizeOf } from '../decode/support.ts';
import { drawPng } from './support.ts';

let scratch: ScratchFolder;
/** Of different sizes and kinds: two pages, one of colours and one of 16 bits, and a GIF of two frames. */
let inputs: string[];
let pages: string[];
beforeAll(async () => {
  scratch = await makeScratch();
  const [colour, grey] = [await drawPng(scratch, 'colour', 121, 83), await drawPng(scratch, 'grey', 60, 90)];
  const deep = scratch.path('deep.png');
  await magick('-size', '70x300', 'gradient:#400080-#420180', '-depth', '16', deep);
  const [two, gif] = [scratch.path('two.tiff'), scratch.path('two.gif')];
  await magick(grey, '(', colour, '-negate', ')', two);
  await magick('-size', '40x30', 'xc:red', 'xc:blue', '-loop', '0', gif);
  inputs = [colour, two, deep, gif];
  pages = [colour, `${two}[0]`, `${two}[1]`, deep, `${gif}[0]`, `${gif}[1]`];
});
afterAll(() => scratch.remove());

describe('merge', () => {
  it('to tiff: every page of every input, as it is by itself', async () => {
    const path = onlyPath(await convertAll(scratch, inputs, { target: 'tiff', options: { merge: true } }));
    const sizes = (await magick(path, '-format', '%wx%h\n', 'info:')).split('\n');
    expect(sizes).toEqual(await Promise.all(pages.map((page) => sizeOf(page))));
    for (const [index, page] of pages.entries()) {
      expect(await psnr(`${path}[${index}]`, page), page).toBe(Infinity);
    }
    const depths = await execa('exiftool', ['-s3', '-a', '-G4', '-BitsPerSample', path]);
    expect(depths.stdout).toContain('16 16 16');
  });

  it('to pdf: a page each, as large as its picture', async () => {
    const path = onlyPath(await convertAll(scratch, inputs, { target: 'pdf', options: { merge: true, dpi: 72 } }));
    const { stdout } = await execa('pdfinfo', ['-f', '1', '-l', '9', path]);
    const sizes = [...stdout.matchAll(/^Page +\d+ size: +(\S+) x (\S+) pts/gm)].map(
      ([, across, down]) => `${across}x${down}`,
    );
    expect(sizes).toEqual(await Promise.all(pages.map((page) => sizeOf(page))));
    await execa('pdfimages', ['-png', path, `${path}-page`]);
    for (const [index, page] of pages.entries()) {
      const own = `${path}-page-00${index}.png`;
      expect(await psnr(own, page), page).toBeGreaterThan(48);
    }
  });

  it('puts the pages of one input together, which are files of their own without it', async () => {
    const [, two = ''] = inputs;
    expect((await convert(scratch, two, { target: 'tiff' })).outputs).toHaveLength(2);
    const merged = await convert(scratch, two, { target: 'tiff', options: { merge: true } });
    expect((await magick(onlyPath(merged), '-format', '%n\n', 'info:')).split('\n')[0]).toBe('2');
    expect(merged.codes).toEqual([]);
  });

  it.each(['tiff', 'pdf'])('of one picture to %s says that it has no effect', async (target) => {
    const [colour = ''] = inputs;
    const merged = await convert(scratch, colour, { target, options: { merge: true } });
    expect(merged.codes).toEqual(['option_no_effect']);
    expect(merged.outputs).toHaveLength(1);
  });

  it.each(['tiff', 'pdf'])('gives the same bytes twice: %s', async (target) => {
    const made = async (): Promise<Buffer> =>
      readFile(onlyPath(await convertAll(scratch, inputs.slice(0, 2), { target, options: { merge: true } })));
    expect((await made()).equals(await made())).toBe(true);
  });

  it('is what makes one conversion of several inputs', () => {
    expect(engine.combinesInputs({ target: 'tiff', options: { merge: true } })).toBe(true);
    expect(engine.combinesInputs({ target: 'tiff', options: {} })).toBe(false);
  });

  it('takes no several inputs without it', async () => {
    await expect(convertAll(scratch, inputs, { target: 'tiff' })).rejects.toMatchObject({ code: 'input_count' });
  });
});
