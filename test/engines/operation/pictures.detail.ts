import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPARE, CONVERT } from '../../support/imagemagick.ts';
import { fixture, pixels, Workshop } from './support.ts';

let workshop: Workshop;
let one: string;
let other: string;
beforeAll(async () => {
  workshop = await Workshop.open('pictures');
  [one, other] = [workshop.path('one.png'), workshop.path('other.png')];
  await execa(CONVERT, ['-size', '100x80', 'gradient:#404040-#c0c0c0', '-depth', '8', one]);
  // 400 pixels a little lighter, 100 black.
  const light = ['-fill', 'rgba(255,255,255,0.1)', '-draw', 'rectangle 10,10 29,29'];
  await execa(CONVERT, [one, ...light, '-fill', 'black', '-draw', 'rectangle 50,50 59,59', '-depth', '8', other]);
});
afterAll(() => workshop.remove());

describe('compare-image', () => {
  const compare = async (options: Record<string, unknown>, first = one, second = other) => {
    const done = await workshop.run('compare-image', options, first, second);
    return { ...done, metadata: done.outputs[0]?.metadata ?? {}, path: done.outputs[0]?.path ?? '' };
  };

  /** Returns what ImageMagick's own program measures on the files. */
  async function measured(metric: string, first = one, second = other): Promise<number> {
    const { stderr } = await execa(COMPARE, ['-metric', metric, first, second, 'null:'], { reject: false });
    return Number(/\(([\d.e+-]+)\)/.exec(stderr)?.[1] ?? stderr);
  }

  it.each(['mae', 'mse', 'ncc', 'pae', 'psnr', 'rmse', 'phash'])('%s is the figure of ImageMagick', async (method) => {
    const { metadata } = await compare({ method });
    expect(metadata.method).toBe(method);
    const figure = Number(metadata.value);
    const expected = await measured(method.toUpperCase());
    expect(Math.abs(figure / expected - 1)).toBeLessThan(0.001);
  });

  it('ssim is the figure of ffmpeg, between different pictures and 1', async () => {
    const graph = '[0]format=gbrp[a];[1]format=gbrp[b];[a][b]ssim';
    const { stderr } = await execa('ffmpeg', ['-i', one, '-i', other, '-lavfi', graph, '-f', 'null', '-']);
    const { metadata } = await compare({});
    expect(metadata).toMatchObject({ method: 'ssim', value: Number(/All:([\d.]+)/.exec(stderr)?.[1]) });
    expect(metadata.value).toBeLessThan(0.99);
    expect((await compare({}, one, one)).metadata).toMatchObject({ value: 1, different_pixels: 0 });
  });

  it('threshold and diff_color: which pixels are marked, and how', async () => {
    const marked = async (path: string, color: string) =>
      Number(
        (
          await execa(CONVERT, [
            path,
            '-fill',
            'white',
            '+opaque',
            color,
            '-fill',
            'black',
            '-opaque',
            color,
            '-format',
            '%[fx:w*h*(1-mean)]',
            'info:',
          ])
        ).stdout,
      );
    const all = await compare({ threshold: 0, diff_color: '#00ff00' });
    expect(all.metadata).toMatchObject({ different_pixels: 500, different_percent: 6.25, threshold: 0 });
    expect(Math.round(await marked(all.path, '#00ff00'))).toBe(500);
    const black = await compare({ threshold: 15, diff_color: 'blue', method: 'ae' });
    expect(black.metadata).toMatchObject({ different_pixels: 100, value: 100 });
    expect(Math.round(await marked(black.path, '#0000ff'))).toBe(100);
    expect(await pixels(all.path)).toBe('PNG 100x80');
  });

  it('takes metrics in capitals and violet, and delivers the figures as a file to whoever takes several', async () => {
    const options = { method: 'MAE', diff_color: 'violet', threshold: 0, allow_multiple_outputs: true };
    const { outputs, metadata, path } = await compare(options);
    expect(outputs.map(({ filename }) => filename)).toEqual(['one-difference.png', 'one-difference.json']);
    const { stdout } = await execa('jq', ['-c', '[.method, .value, .different_pixels]', outputs[1]?.path ?? '']);
    expect(JSON.parse(stdout)).toEqual(['mae', metadata.value, 500]);
    const seen = await execa(CONVERT, [path, '-format', '%[pixel:p{55,55}]', 'info:']);
    expect(seen.stdout).toMatch(/238,130,238|violet/);
  });

  it('pictures of other formats and sizes: the second is scaled, and it is said', async () => {
    const large = workshop.path('large.jpg');
    await execa(CONVERT, [one, '-resize', '300%', '-quality', '95', large]);
    const { warnings, metadata, outputs } = await compare({ method: 'rmse' }, one, large);
    expect(warnings).toEqual(['output_limited']);
    expect(metadata).toMatchObject({ width: 100, height: 80 });
    expect(Number(metadata.value)).toBeLessThan(0.02);
    expect(outputs[0]?.filename).toBe('one-difference.png');
  });

  it('transparency counts as it shows on white', async () => {
    const [clear, white] = [workshop.path('clear.png'), workshop.path('white.png')];
    await execa(CONVERT, ['-size', '40x40', 'xc:rgba(0,0,0,0)', clear]);
    await execa(CONVERT, ['-size', '40x40', 'xc:white', white]);
    expect((await compare({ method: 'ae' }, clear, white)).metadata).toMatchObject({ value: 0 });
    const half = workshop.path('half.png');
    await execa(CONVERT, ['-size', '40x40', 'xc:rgba(0,0,0,0.5)', half]);
    expect((await compare({ method: 'ae' }, half, white)).metadata).toMatchObject({ value: 1600 });
  });

  it('psnr of pictures that are alike has no number', async () => {
    expect((await compare({ method: 'psnr' }, one, one)).metadata.value).toBe('infinite');
  });

  it('takes two pictures, and says which one it cannot read', async () => {
    expect((await workshop.run('compare-image', {}, one)).result).toBe('input_count');
    expect((await workshop.run('compare-image', {}, one, one, one)).result).toBe('input_count');
    const { result, error } = await compare({}, one, fixture('inputs/abc.txt'));
    expect([result, error]).toEqual(['input_wrong_type', expect.stringContaining('abc.txt')]);
    expect((await compare({ diff_color: 'mauve' })).result).toBe('option_invalid');
  });
});

describe('resize-image', () => {
  it.each([
    ['jpg', 'JPEG'],
    ['png', 'PNG'],
    ['gif', 'GIF'],
    ['tiff', 'TIFF'],
    ['bmp', 'BMP3?'],
    ['webp', 'WEBP'],
  ])('%s stays %s', async (format, name) => {
    const input = workshop.path(`small.${format}`);
    await execa(CONVERT, [one, input]);
    const { outputs } = await workshop.run('resize-image', { width: 50 }, input);
    expect(outputs[0]?.filename).toBe(`small.${format}`);
    expect(await pixels(outputs[0]?.path ?? '')).toMatch(new RegExp(`^${name} 50x40$`));
  });

  it.each([
    ['bmp', 'BMP3?'],
    ['gif', 'GIF'],
    ['ico', 'ICO'],
    ['jpg', 'JPEG'],
    ['tga', 'TGA'],
    ['tiff', 'TIFF'],
    ['webp', 'WEBP'],
  ])('becomes %s by resize_target', async (format, name) => {
    const { outputs } = await workshop.run('resize-image', { width: 50, resize_target: format }, one);
    expect(outputs[0]?.filename).toBe(`one.${format}`);
    expect(await pixels(outputs[0]?.path ?? '')).toMatch(new RegExp(`^${name} 50x40$`));
  });

  it('heeds the unit, the shape and how it is handled', async () => {
    const size = async (options: Record<string, unknown>) =>
      pixels((await workshop.run('resize-image', options, one)).outputs[0]?.path ?? '');
    expect(await size({ width: 50, height: 25, resize_by: 'perc' })).toBe('PNG 50x20');
    expect(await size({ width: 2, resize_by: 'inches', dpi: 100 })).toBe('PNG 200x160');
    expect(await size({ width: 60, height: 60, resize_handling: 'keep_aspect_ratio_crop' })).toBe('PNG 60x60');
    expect(await size({ aspect_ratio: '1:1', resize_handling: 'keep_aspect_ratio_crop' })).toBe('PNG 80x80');
  });

  it('keeps all frames of an animation', async () => {
    const { outputs } = await workshop.run('resize-image', { width: 20 }, fixture('image/lights.gif'));
    const { stdout } = await execa('ffprobe', [
      '-v',
      'error',
      '-count_frames',
      '-show_entries',
      'stream=nb_read_frames,width',
      '-of',
      'csv=p=0',
      outputs[0]?.path ?? '',
    ]);
    expect(stdout).toBe('20,3');
  });

  it('needs a size, and a picture that it can write', async () => {
    expect((await workshop.run('resize-image', { dpi: 100 }, one)).result).toBe('option_invalid');
    const { result, error } = await workshop.run('resize-image', { width: 9 }, fixture('image/drawing.svg'));
    expect([result, error.includes('is an SVG file')]).toEqual(['input_wrong_type', true]);
  });
});
