import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONVERT } from '../../support/imagemagick.ts';
import { fixture, pixels, unzipped, Workshop, zipNames } from './support.ts';

let workshop: Workshop;
beforeAll(async () => {
  workshop = await Workshop.open('thumbnails');
});
afterAll(() => workshop.remove());

/** Returns red, green and blue of a pixel, 0 to 255. */
async function colorAt(path: string, x: number, y: number): Promise<number[]> {
  const { stdout } = await execa(CONVERT, [path, '-crop', `1x1+${x}+${y}`, '-depth', '8', 'rgb:-'], {
    encoding: 'buffer',
  });
  return [...stdout];
}

const brightness = async (path: string): Promise<number> =>
  Number((await execa(CONVERT, [path, '-colorspace', 'Gray', '-format', '%[fx:mean]', 'info:'])).stdout);

describe('what is shown', () => {
  it.each([
    ['a document', 'document/report.docx', 'PNG 300x388'],
    ['a PDF', 'document/report.pdf', 'PNG 300x388'],
    ['a drawing', 'cad/plan-2018.dwg', 'PNG 300x218'],
    ['a picture', 'image/landscape.jpg', 'PNG 300x188'],
    ['a text', 'document/letter.txt', 'PNG 300x388'],
    ['a table', 'document/stock.csv', 'PNG 300x388'],
  ])('%s: its first page, as wide as asked for', async (_, name, expected) => {
    const { result, outputs } = await workshop.run('thumbnail', { width: 300 }, fixture(name));
    expect([result, outputs.length, outputs[0]?.content_type]).toEqual(['completed', 1, 'image/png']);
    const [shape, asked] = [await pixels(outputs[0]?.path ?? ''), expected];
    // Other programs decide the paper and scale of a drawing; only the width is tested.
    expect(shape.replace(/x\d+$/, '')).toBe(asked.replace(/x\d+$/, ''));
  });

  it('a document of several pages: all of them, and the first by pages', async () => {
    const pages = workshop.path('pages.pdf');
    await execa('qpdf', ['--empty', '--pages', fixture('document/report.pdf'), '1,1,1', '--', pages]);
    const { outputs } = await workshop.run('thumbnail', { width: 60, allow_multiple_outputs: true }, pages);
    expect(await Promise.all(outputs.map(({ path }) => pixels(path)))).toEqual(Array(3).fill('PNG 60x85'));
    expect((await workshop.run('thumbnail', { width: 60, pages: 'first' }, pages)).outputs).toHaveLength(1);
  });

  it.each([
    ['png', { width: 60 }, 'PNG'],
    ['jpg', { width: 60, height: 60 }, 'JPEG'],
    ['png', { width: 60, height: 60 }, 'PNG'],
  ])('interlaced, with interlace: %s of %j', async (target, size, interlacing) => {
    const options = { ...size, thumbnail_target: target, interlace: 'plane' };
    const { outputs } = await workshop.run('thumbnail', options, fixture('image/landscape.jpg'));
    const { stdout } = await execa(CONVERT, [outputs[0]?.path ?? '', '-format', '%[interlace]', 'info:']);
    expect(stdout).toBe(interlacing);
    const plain = await workshop.run(
      'thumbnail',
      { ...size, thumbnail_target: target },
      fixture('image/landscape.jpg'),
    );
    expect((await execa(CONVERT, [plain.outputs[0]?.path ?? '', '-format', '%[interlace]', 'info:'])).stdout).toBe(
      'None',
    );
  });

  it('a book: its cover', async () => {
    const { outputs } = await workshop.run('thumbnail', { height: 200 }, fixture('ebook/voyage.epub'));
    const cover = workshop.path('cover.jpg');
    await execa('unzip', ['-o', '-q', '-j', fixture('ebook/voyage.epub'), 'cover.jpg', '-d', workshop.folder]);
    const [one, other] = [outputs[0]?.path ?? '', cover];
    expect(await pixels(one)).toBe('PNG 150x200');
    const small = workshop.path('small.png');
    await execa(CONVERT, [other, '-resize', '150x200!', small]);
    const difference = await execa(CONVERT.replace('convert', 'compare'), ['-metric', 'RMSE', one, small, 'null:'], {
      reject: false,
    });
    expect(Number(/\(([\d.e-]+)\)/.exec(difference.stderr)?.[1])).toBeLessThan(0.05);
  });

  it('a book without a cover: its first page', async () => {
    const { result, outputs } = await workshop.run('thumbnail', { width: 120 }, fixture('ebook/voyage.fb2'));
    expect(result).toBe('completed');
    expect(await pixels(outputs[0]?.path ?? '')).toMatch(/^PNG 120x/);
  });

  it('sound: its cover, and without one an error that says so', async () => {
    const red = ['-f', 'lavfi', '-i', 'color=red:s=200x100:d=1'];
    const sound = ['-f', 'lavfi', '-i', 'sine=440:d=1'];
    const cover = ['-map', '0', '-map', '1', '-frames:v', '1', '-c:v', 'png', '-disposition:v', 'attached_pic'];
    const tagged = await workshop.film('tagged.mp3', ...sound, ...red, ...cover);
    const { outputs } = await workshop.run('thumbnail', { width: 100 }, tagged);
    expect(await pixels(outputs[0]?.path ?? '')).toBe('PNG 100x50');
    const [r = 0, g = 0, b = 0] = await colorAt(outputs[0]?.path ?? '', 50, 25);
    expect([r > 240, g < 15, b < 15]).toEqual([true, true, true]);
    const bare = await workshop.run('thumbnail', {}, await workshop.film('bare.wav', ...sound));
    expect(bare.result).toBe('input_wrong_type');
    expect(bare.error).toContain('without a cover');
  });

  it('a video: a frame that is not black, whose pixels are square', async () => {
    const inputs = ['-f', 'lavfi', '-i', 'color=black:s=320x240:d=3', '-f', 'lavfi', '-i', 'testsrc=s=320x240:d=3'];
    const joined = ['-filter_complex', '[0][1]concat=n=2,setsar=2'];
    const film = await workshop.film('late.mp4', ...inputs, ...joined, '-pix_fmt', 'yuv420p');
    const { outputs } = await workshop.run('thumbnail', { width: 320, thumbnail_target: 'jpg' }, film);
    expect(await pixels(outputs[0]?.path ?? '')).toBe('JPEG 320x120');
    expect(await brightness(outputs[0]?.path ?? '')).toBeGreaterThan(0.2);
  });

  it('a video that is black throughout: a black frame', async () => {
    const film = await workshop.film('black.webm', '-f', 'lavfi', '-i', 'color=black:s=64x64:d=1');
    const { result, outputs } = await workshop.run('thumbnail', {}, film);
    expect(result).toBe('completed');
    expect(await brightness(outputs[0]?.path ?? '')).toBeLessThan(0.1);
  });
});

describe('the size', () => {
  it('fits into width and height, whichever is the tighter, and keeps the shape', async () => {
    const sizeIn = async (width: number, height: number, more = {}) => {
      const { outputs } = await workshop.run('thumbnail', { width, height, ...more }, fixture('image/landscape.jpg'));
      return pixels(outputs[0]?.path ?? '');
    };
    // 320 x 200 pixels.
    expect(await sizeIn(160, 400)).toBe('PNG 160x100');
    expect(await sizeIn(400, 50)).toBe('PNG 80x50');
    expect(await sizeIn(400, 50, { thumbnail_target: 'webp' })).toBe('WEBP 80x50');
  });

  it('without any is 300 pixels at most; with dpi alone that of the page', async () => {
    const size = async (options: Record<string, unknown>) =>
      pixels((await workshop.run('thumbnail', options, fixture('document/report.pdf'))).outputs[0]?.path ?? '');
    const { stdout } = await execa('pdfinfo', [fixture('document/report.pdf')]);
    const [, width = 0, height = 0] = (/Page size: +([\d.]+) x ([\d.]+)/.exec(stdout) ?? []).map(Number);
    expect(await size({})).toBe(`PNG ${Math.round((300 * width) / height)}x300`);
    expect(await size({ dpi: 36 })).toBe(`PNG ${Math.round(width / 2)}x${Math.round(height / 2)}`);
  });
});

describe('the pages', () => {
  it('all of them, or those that are chosen', async () => {
    const make = (pages: string) => workshop.run('thumbnail', { pages, width: 50 }, fixture('image/lights.gif'));
    const all = await make('all');
    expect(await zipNames(all.outputs[0]?.path ?? '')).toEqual(['lights-1.png', 'lights-2.png', 'lights-3.png']);
    const some = await make('3,1');
    expect(await zipNames(some.outputs[0]?.path ?? '')).toEqual(['lights-1.png', 'lights-3.png']);
    for (const name of ['lights-1.png', 'lights-3.png']) {
      const [one, other] = await Promise.all([all, some].map(({ outputs }) => unzipped(outputs[0]?.path ?? '', name)));
      expect(one?.equals(other ?? Buffer.alloc(0)), name).toBe(true);
    }
    expect((await make('2')).outputs.map(({ filename }) => filename)).toEqual(['lights.png']);
  });

  it('that are not there: a warning beside others, alone an error', async () => {
    const make = (pages: string) => workshop.run('thumbnail', { pages }, fixture('document/report.pdf'));
    expect(await make('1-4')).toMatchObject({ result: 'completed', warnings: ['option_adjusted'] });
    expect(await make('4')).toMatchObject({ result: 'option_invalid', error: expect.stringContaining('1 page') });
    expect(await make('none')).toMatchObject({ result: 'option_invalid' });
  });
});

it('refuses what nothing can be shown of', async () => {
  const { result, error } = await workshop.run('thumbnail', {}, fixture('inputs/papers.tar.gz'));
  expect([result, error.includes('unpack it first')]).toEqual(['input_wrong_type', true]);
});
