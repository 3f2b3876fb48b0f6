import { writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OptionValues } from '../../../../src/task/types.ts';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { sample } from '../../../support/sample.ts';
import { convert, magick, makeScratch, onlyPath, pixelOf, psnr, sizeOf } from './support.ts';

let scratch: ScratchFolder;

beforeAll(async () => {
  scratch = await makeScratch();
});

afterAll(() => scratch.remove());

let files = 0;

async function draw(extension: string, content: string | Buffer, options: OptionValues = {}, name = 'drawing') {
  const path = scratch.path(`${name}-${++files}.${extension}`);
  await writeFile(path, content);
  return convert(scratch, path, { target: 'png', options });
}

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];

/** A red circle on blue: with smoothing there are colours between the two. */
const circle = (root: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${root}><rect width="100%" height="100%" fill="blue"/><circle cx="50" cy="25" r="20" fill="red"/></svg>`;

const colorsOf = async (file: string): Promise<number> => Number(await magick(file, '-format', '%k', 'info:'));

const SIZES: readonly (readonly [name: string, root: string, options: OptionValues, size: string])[] = [
  ['in pixels', 'width="100" height="50"', {}, '100x50'],
  ['in millimetres', 'width="25.4mm" height="12.7mm" viewBox="0 0 100 50"', {}, '96x48'],
  ['in points', 'width="72pt" height="36pt" viewBox="0 0 100 50"', {}, '96x48'],
  ['by its viewBox alone', 'viewBox="0 0 100 50"', {}, '100x50'],
  ['twice the dpi of the screen', 'width="100" height="50"', { dpi: 192 }, '200x100'],
  ['as wide as asked', 'width="100" height="50"', { width: 800 }, '800x400'],
  ['in percent', 'width="100" height="50"', { width: 50, height: 300, resize_by: 'perc' }, '50x150'],
  ['in inches at its own density', 'width="100" height="50"', { width: 2, resize_by: 'inches' }, '192x96'],
  ['with a size in its style', 'style="width:10px;height:5px" viewBox="0 0 100 50"', { width: 400 }, '400x200'],
  ['with a size in quotes of the other kind', "width='100' height='50'", { width: 300 }, '300x150'],
];

describe('SVG', () => {
  test.each(sample('sizes of SVG', SIZES, 4))('is as large as it says: %s', async (_, root, options, size) => {
    const png = onlyPath(await draw('svg', circle(root), options));
    expect(await sizeOf(png)).toBe(size);
    const [width = 0, height = 0] = size.split('x').map(Number);
    expect(await pixelOf(png, Math.floor(width / 2), Math.floor(height / 2))).toEqual(RED);
    expect(await pixelOf(png, Math.floor(width * 0.1), Math.floor(height / 2))).toEqual(BLUE);
  });

  test('is drawn at the size asked for, not stretched: the same as by rsvg-convert', async () => {
    const svg = circle('width="100" height="50"');
    const large = onlyPath(await draw('svg', svg, { width: 1000 }));
    const reference = scratch.path('reference.png');
    await execa('rsvg-convert', ['-w', '1000', '-h', '500', '-o', reference], { input: svg });
    expect(await psnr(large, reference)).toBeGreaterThan(40);
    // What stretched pixels would be like.
    const small = onlyPath(await draw('svg', svg));
    const stretched = scratch.path('stretched.png');
    await magick(small, '-resize', '1000x500!', stretched);
    expect(await psnr(stretched, reference)).toBeLessThan(32);
  });

  test('letters in points have the size that CSS gives them, at every scale', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="72pt" height="36pt" fill="red"/></svg>';
    for (const width of [200, 800]) {
      const png = onlyPath(await draw('svg', svg, { width }));
      // 72 points are 96 of 200 pixels.
      expect(await pixelOf(png, Math.round(width * 0.47), 5)).toEqual(RED);
      expect((await pixelOf(png, Math.round(width * 0.49), 5))[3]).toBe(0);
    }
  });

  test('antialias off: no colours between', async () => {
    const smooth = onlyPath(await draw('svg', circle('width="100" height="50"')));
    const hard = onlyPath(await draw('svg', circle('width="100" height="50"'), { antialias: false }));
    expect(await colorsOf(smooth)).toBeGreaterThan(2);
    expect(await colorsOf(hard)).toBe(2);
  });

  test('reads no other file, neither beside it nor by its full path', async () => {
    const secret = scratch.path('secret.png');
    await magick('-size', '100x50', 'xc:lime', `png24:${secret}`);
    const image = (href: string): string =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><image href="${href}" width="100" height="50"/></svg>`;
    for (const href of ['secret.png', secret, `file://${secret}`]) {
      const png = onlyPath(await draw('svg', image(href)));
      expect((await pixelOf(png, 50, 25))[3], href).toBe(0);
    }
    // The control: the same picture inside the file is drawn.
    const bytes = (await execa('base64', ['-w0', secret])).stdout;
    const drawn = onlyPath(await draw('svg', image(`data:image/png;base64,${bytes}`)));
    expect(await pixelOf(drawn, 50, 25)).toEqual([0, 255, 0, 255]);
  });
});

/** Two inches by one; a red circle on blue. */
const POSTSCRIPT = `0 0 1 setrgbcolor 0 0 144 72 rectfill 1 0 0 setrgbcolor 72 36 30 0 360 arc fill showpage\n`;
const EPS = `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 144 72\n%%EndComments\n${POSTSCRIPT}%%EOF\n`;
const PS = `%!PS-Adobe-3.0\n<</PageSize [144 72]>> setpagedevice\n${POSTSCRIPT}${POSTSCRIPT}`;

const EPS_SIZES: readonly (readonly [options: OptionValues, size: string])[] = [
  [{}, '300x150'],
  [{ dpi: 72 }, '144x72'],
  [{ width: 900 }, '900x450'],
  [{ width: 40 }, '40x20'],
  [{ width: 10, resize_by: 'cm', dpi: 254 }, '1000x500'],
];

describe('EPS and PostScript', () => {
  test.each(sample('sizes of EPS', EPS_SIZES, 2))('EPS with %o is %s pixels large', async (options, size) => {
    const png = onlyPath(await draw('eps', EPS, options));
    expect(await sizeOf(png)).toBe(size);
    const [width = 0, height = 0] = size.split('x').map(Number);
    expect(await pixelOf(png, Math.floor(width / 2), Math.floor(height / 2))).toEqual(RED);
  });

  test('EPS is transparent where nothing is drawn, and smoothed unless asked otherwise', async () => {
    const part = EPS.replace('0 0 144 72 rectfill', '0 0 72 72 rectfill');
    expect((await pixelOf(onlyPath(await draw('eps', part)), 290, 75))[3]).toBe(0);
    expect(await colorsOf(onlyPath(await draw('eps', EPS)))).toBeGreaterThan(2);
    expect(await colorsOf(onlyPath(await draw('eps', EPS, { antialias: false })))).toBe(2);
  });

  test('EPS with a preview before it (the header of DOS)', async () => {
    const header = Buffer.alloc(30);
    header.set([0xc5, 0xd0, 0xd3, 0xc6]);
    header.writeUInt32LE(30, 4);
    header.writeUInt32LE(EPS.length, 8);
    header.writeUInt16LE(0xffff, 28);
    const png = onlyPath(await draw('eps', Buffer.concat([header, Buffer.from(EPS)])));
    expect(await sizeOf(png)).toBe('300x150');
  });

  test('PostScript: a picture a page, on white', async () => {
    const { outputs } = await draw('ps', PS.replaceAll('0 0 144 72 rectfill', '0 0 72 72 rectfill'), { width: 288 });
    expect(outputs.map(({ suffix }) => suffix)).toEqual(['-1', '-2']);
    for (const { path } of outputs) {
      expect(await sizeOf(path)).toBe('288x144');
      expect(await pixelOf(path, 280, 70)).toEqual([255, 255, 255, 255]);
    }
  });

  test('an error in the program: what was drawn before it, with a warning', async () => {
    const { codes, outputs } = await draw('ps', `${PS}\nthis is no operator\n`);
    expect(outputs.length).toBe(2);
    expect(codes).toEqual(['input_damaged']);
    await expect(draw('eps', EPS.replace('showpage', '(x) add'))).rejects.toMatchObject({ code: 'input_damaged' });
  });

  test('a program that never ends is stopped', async () => {
    const endless = `${PS}\n<</PageSize [99999999 99999999]>> setpagedevice showpage\n`;
    const outcome = await draw('ps', endless).then(
      ({ codes }) => codes.join(),
      (error: { code: string }) => error.code,
    );
    expect(['input_bomb', 'input_damaged', 'limit_memory']).toContain(outcome);
  });
});

const PDF_SIZES: typeof EPS_SIZES = [
  [{}, '300x150'],
  [{ dpi: 72 }, '144x72'],
  [{ width: 1200 }, '1200x600'],
  [{ width: 50, resize_by: 'perc' }, '150x75'],
];

describe('PDF', () => {
  const makePdf = async (name: string, size = [144, 72]): Promise<string> => {
    const path = scratch.path(name);
    const args = ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', `-sOutputFile=${path}`, '-'];
    await execa('gs', args, { input: PS.replace('[144 72]', `[${size.join(' ')}]`) });
    return path;
  };

  test.each(sample('sizes of PDF', PDF_SIZES, 2))(
    'with %o is %s pixels large, a picture a page',
    async (options, size) => {
      const path = await makePdf(`pages-${++files}.pdf`);
      const { outputs } = await convert(scratch, path, { target: 'png', options });
      expect(outputs.map((output) => output.suffix)).toEqual(['-1', '-2']);
      const [width = 0, height = 0] = size.split('x').map(Number);
      for (const output of outputs) {
        expect(await sizeOf(output.path)).toBe(size);
        expect(await pixelOf(output.path, Math.floor(width / 2), Math.floor(height / 2))).toEqual(RED);
      }
    },
  );

  test('is on white; by the name of an Illustrator file transparent', async () => {
    const path = await makePdf('wide.pdf', [288, 72]);
    const white = await convert(scratch, path, { target: 'png' });
    expect(await pixelOf(white.outputs[0]?.path ?? '', 590, 70)).toEqual([255, 255, 255, 255]);
    const clear = await convert(scratch, path, { target: 'png', filename: 'logo.ai' });
    expect((await pixelOf(clear.outputs[0]?.path ?? '', 590, 70))[3]).toBe(0);
  });

  test('antialias off: no colours between', async () => {
    const path = await makePdf('edges.pdf');
    for (const filename of sample('antialias', ['edges.pdf', 'edges.ai'], 1)) {
      const smooth = await convert(scratch, path, { target: 'png', filename });
      const hard = await convert(scratch, path, { target: 'png', filename, options: { antialias: false } });
      expect(await colorsOf(smooth.outputs[0]?.path ?? '')).toBeGreaterThan(2);
      expect(await colorsOf(hard.outputs[0]?.path ?? '')).toBe(2);
    }
  });

  test('with a password', async () => {
    const path = await makePdf('open.pdf');
    const locked = scratch.path('locked.pdf');
    await execa('qpdf', ['--encrypt', 'geheim', 'owner', '256', '--', path, locked]);
    const convertWith = (password?: string) =>
      convert(scratch, locked, { target: 'png', ...(password !== undefined && { password }) });
    await expect(convertWith()).rejects.toMatchObject({ code: 'input_password_needed' });
    await expect(convertWith('falsch')).rejects.toMatchObject({ code: 'input_password_wrong' });
    expect((await convertWith('geheim')).outputs.length).toBe(2);
  });

  test('a page of more pixels than are made is refused before it is drawn', async () => {
    const path = await makePdf('huge.pdf', [14000, 14000]);
    await expect(convert(scratch, path, { target: 'png', options: { dpi: 600 } })).rejects.toMatchObject({
      code: 'input_bomb',
    });
  });
});
