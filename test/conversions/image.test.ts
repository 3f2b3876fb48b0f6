import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { FFPROBE } from '../support/ffprobe.ts';
import { CONVERT } from '../support/imagemagick.ts';
import { type Case, type Input, testConversions } from './table.ts';

const PYTHON = '/usr/bin/python3';
const LOGO = fileURLToPath(new URL('../../fixtures/image/logo.png', import.meta.url));

/** Returns format and size, by ImageMagick. */
const observe = (path: string): Promise<string> => says('%m %wx%h')([path]);

/** Describes the first output with ImageMagick, after `steps`. */
const says =
  (format: string, ...steps: string[]) =>
  async ([path = '']: readonly string[]): Promise<string> =>
    (await execa(CONVERT, [path, ...steps, '-format', format, 'info:'])).stdout;

/** Evaluates an expression in Pillow with the first output as `image`. */
const pillowSays =
  (expression: string) =>
  async ([path = '']: readonly string[]): Promise<string> => {
    const script = `import sys; from PIL import Image, ImageSequence; image = Image.open(sys.argv[1]); print(${expression})`;
    return (await execa(PYTHON, ['-c', script, path])).stdout;
  };

/** Returns the values of a picture's tags, by exiftool. */
const tags = async (path: string, ...names: string[]): Promise<string[]> =>
  (await execa('exiftool', ['-n', '-s3', ...names.map((name) => `-${name}`), path])).stdout.split('\n');

/** Draws an input with ImageMagick. */
const drawn =
  (name: string, ...steps: string[]): Input =>
  async (folder) => {
    const path = folder.path(name);
    await execa(CONVERT, [...steps, '-depth', '8', path]);
    return path;
  };

const rectangle = (color: string, area: string): string[] => ['-fill', color, '-draw', `rectangle ${area}`];

/** Red and green above blue and white, each 40 × 30. */
const QUARTERS = [
  ...['-size', '80x60', 'xc:#ff0000'],
  ...rectangle('#00ff00', '40,0 79,29'),
  ...rectangle('#0000ff', '0,30 39,59'),
  ...rectangle('#ffffff', '40,30 79,59'),
];

/** Adds author and location. */
const tagged =
  (input: Input): Input =>
  async (folder) => {
    const path = typeof input === 'string' ? input : await input(folder);
    const said = ['-Artist=Somebody', '-GPSLatitude=48.1', '-GPSLatitudeRef=N'];
    await execa('exiftool', ['-q', '-overwrite_original', ...said, path]);
    return path;
  };

/** Grey that is 100 at the left and 150 at the right. */
const EDGE = ['-size', '80x60', 'xc:#646464', ...rectangle('#969696', '40,0 79,59')];

/** Ten bars, turned by 4° clockwise over white. */
const TILTED = [
  ...['-size', '400x400', 'xc:white', '-fill', 'black'],
  ...Array.from({ length: 10 }, (_, bar) => [
    '-draw',
    `rectangle 60,${80 + bar * 25} ${340 - bar * 9},${88 + bar * 25}`,
  ]),
  ...['-background', 'white', '-rotate', '4', '+repage'],
].flat();

const NOISE = ['-seed', '7', '-size', '300x200', 'plasma:tomato-steelblue', '-attenuate', '0.3', '+noise', 'gaussian'];

/** Rounds numbers, so that lossy encoders and two versions of a program agree. */
const near = (text: string, step: number): number[] =>
  // Zero has a sign.
  text.split(' ').map((number) => Math.round(Number(number) / step) * step + 0);

const cases: readonly Case[] = [
  {
    target: 'apng',
    input: 'image/lights.gif',
    options: { effort: 1 },
    observe: async (outputs) => {
      const frame =
        '"%dx%d #%02x%02x%02x %d ms" % (*each.size, *each.convert("RGB").getpixel((9, 9)), each.info["duration"])';
      const [path = ''] = outputs;
      const bytes = await readFile(path);
      return {
        frames: await pillowSays(`", ".join(${frame} for each in ImageSequence.Iterator(image))`)(outputs),
        // FLEVEL of RFC 1950: 0 is the fastest algorithm.
        level: (bytes[bytes.indexOf('IDAT') + 5] ?? 0) >> 6,
      };
    },
    is: { frames: '48x32 #d02020 100 ms, 48x32 #20a040 200 ms, 48x32 #2040d0 300 ms', level: 0 },
  },
  {
    target: 'avif',
    input: 'image/lights.gif',
    options: { animation: true },
    // ffmpeg does not write the duration of the last frame.
    warnings: ['output_limited'],
    observe: async ([path = '']) => {
      const shown = ['-show_entries', 'stream=codec_name,width,height,nb_frames', '-of', 'csv=p=0'];
      return (await execa(FFPROBE, ['-v', 'error', '-select_streams', 'v:0', ...shown, path])).stdout;
    },
    is: 'av1,48,32,3',
  },
  {
    target: 'eps',
    input: 'image/logo.png',
    options: { background: '#00ff00' },
    observe: async ([path = '']) => {
      const device = ['-sDEVICE=png16m', '-r72', '-dEPSCrop', `-sOutputFile=${path}.png`];
      await execa('gs', ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', ...device, path]);
      return says('%wx%h %[hex:p{1,1}] %[hex:p{125,60}]')([`${path}.png`]);
    },
    is: '160x120 00FF00 E63C28',
  },
  {
    target: 'icns',
    input: 'image/logo.png',
    observe: pillowSays('*sorted(size for size, _, scale in image.info["sizes"] if scale == 1)'),
    is: '16 32 64 128 256',
  },
  {
    target: 'pbm',
    // Its own levels are 51 to 204, and most are bright; equalized, all from 0 to 255 are as frequent.
    input: drawn('bright.pgm', '-size', '20x400', 'gradient:', '-evaluate', 'Pow', '0.5', '+level', '20%,80%'),
    options: { equalize: true, black_white_threshold: 191 },
    observe: async (outputs) => near(await says('%[fx:100*mean]')(outputs), 5),
    is: [25],
  },
  {
    target: 'pgm',
    input: drawn('edge.png', ...EDGE),
    options: { sharpen: true },
    observe: async (outputs) => {
      const [darkest = 0, left = 0, right = 0, lightest = 0] = (
        await says('%[fx:255*minima] %[fx:255*p{9,9}] %[fx:255*p{70,9}] %[fx:255*maxima]')(outputs)
      )
        .split(' ')
        .map(Number);
      return { left, right, edgeIsSteeper: darkest < left && right < lightest };
    },
    is: { left: 100, right: 150, edgeIsSteeper: true },
  },
  {
    target: 'ppm',
    input: 'image/logo.png',
    options: { color: 'negate', background: '#00ff00' },
    observe: says('%m %wx%h %[hex:p{1,1}] %[hex:p{125,60}]'),
    is: 'PPM 160x120 00FF00 19C3D7',
  },
  {
    target: 'bmp',
    // Specks in the colour that the other half gets.
    input: drawn('specks.png', ...EDGE, ...rectangle('white', '9,9 9,9'), ...rectangle('black', '60,9 60,9')),
    options: { despeckle: true, normalize: true },
    observe: says('%wx%h %k colors, %[hex:p{9,9}] %[hex:p{60,9}]'),
    is: '80x60 2 colors, 000000 FFFFFF',
  },
  {
    target: 'exr',
    input: drawn('grey.png', '-size', '4x4', 'xc:#bcbcbc'),
    // Half of the light.
    observe: async ([path = '']) => {
      const raw = ['-v', 'error', '-i', path, '-pix_fmt', 'gbrpf32le', '-f', 'rawvideo', '-'];
      const { stdout } = await execa('ffmpeg', raw, { encoding: 'buffer' });
      return [Math.round(100 * Buffer.from(stdout).readFloatLE(0)), stdout.length];
    },
    is: [50, 4 * 4 * 3 * 4],
  },
  {
    target: 'ps',
    input: 'image/drawing.svg',
    // Its page and number of pictures.
    observe: async ([path = '']) => {
      await execa('gs', ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', '-o', `${path}.pdf`, path]);
      const images = (await execa('pdfimages', ['-list', `${path}.pdf`])).stdout.split('\n').slice(2);
      return [images.length, /Page size: +(.*) pts/.exec((await execa('pdfinfo', [`${path}.pdf`])).stdout)?.[1]];
    },
    is: [0, '90 x 60'],
  },
  {
    target: 'wbmp',
    input: drawn('half.png', '-size', '200x10', 'xc:white', '-fill', 'black', '-draw', 'rectangle 0,0 49,9'),
    observe: says('%m %wx%h %[fx:mean]'),
    is: 'WBMP 200x10 0.75',
  },
  {
    target: 'tga',
    input: drawn('noisy.png', ...EDGE, '-seed', '4', '-attenuate', '0.3', '+noise', 'Gaussian'),
    options: { enhance: true },
    observe: async (outputs) => {
      const half = (x: number) => ['-crop', `36x60+${x}+0`, '+repage', '-colorspace', 'Gray'];
      const noise = '%[fx:255*mean] %[fx:255*standard_deviation]';
      return [near(await says(noise, ...half(0))(outputs), 5), near(await says(noise, ...half(44))(outputs), 5)];
    },
    // The standard deviation was 4.4.
    is: [
      [100, 0],
      [150, 0],
    ],
  },
  {
    target: 'png',
    input: tagged(drawn('quarters.png', ...QUARTERS)),
    options: {
      ...{ crop_right: 20, crop_bottom: 10, rotate: 90, flip: 'vertical', width: 200, resize_by: 'perc', dpi: 150 },
      ...{ progressive: true, icc: 'srgb', keep_metadata: 'copyright' },
    },
    observe: async ([path = '']) => ({
      // White and green above blue and red.
      picture: await says('%wx%h %[hex:p{9,9}] %[hex:p{90,9}] %[hex:p{9,110}] %[hex:p{90,110}]')([path]),
      tags: await tags(path, 'Interlace', 'XResolution', 'ProfileDescription', 'Artist', 'GPSLatitude'),
    }),
    is: {
      picture: '100x120 FFFFFF 00FF00 0000FF FF0000',
      // Adam7; no location.
      tags: ['1', '150', 'sRGB', 'Somebody'],
    },
  },
  {
    target: 'jpg',
    input: tagged(drawn('quarters.jpg', ...QUARTERS, '-quality', '95')),
    options: {
      ...{ crop_origin_x: 40, crop_origin_y: 30, crop_width: 30, crop_height: 30 },
      ...{ quality: 30, progressive: true, keep_metadata: 'all' },
    },
    observe: async ([path = '']) => ({
      picture: await says('%m %wx%h %Q %[interlace]')([path]),
      color: near(await says('%[fx:255*mean.r] %[fx:255*mean.g] %[fx:255*mean.b]')([path]), 15),
      tags: await tags(path, 'Artist', 'GPSLatitude'),
    }),
    is: { picture: 'JPEG 30x30 30 JPEG', color: [255, 255, 255], tags: ['Somebody', '48.1'] },
  },
  {
    target: 'webp',
    input: 'image/logo.png',
    options: { lossless: true },
    observe: says('%[distortion]', LOGO, '-metric', 'AE', '-compare'),
    is: '0',
  },
  {
    target: 'jpg',
    input: drawn('photo.png', ...NOISE),
    options: { max_file_size: '2KB', max_file_size_resize: true },
    // Warnings about the quality and the size.
    warnings: ['option_adjusted', 'option_adjusted'],
    observe: async ([path = '']) => ({
      fits: (await stat(path)).size <= 2000,
      isSmaller: Number(await says('%w')([path])) < 300,
      shape: near(await says('%[fx:w/h]')([path]), 0.1),
    }),
    is: { fits: true, isSmaller: true, shape: [1.5] },
  },
  {
    target: 'tiff',
    input: drawn('tilted.png', ...TILTED),
    options: { deskew: true },
    observe: async (outputs) =>
      near(await says('%[deskew:angle]', '-background', 'white', '-deskew', '40%')(outputs), 0.5),
    is: [0],
  },
  {
    target: 'tiff',
    input: ['image/landscape.jpg', 'image/logo.png'],
    options: { merge: true },
    observe: says('%wx%h '),
    is: '320x200 160x120 ',
  },
  {
    target: 'png',
    input: drawn('three.tiff', '-size', '8x8', 'xc:red', 'xc:lime', 'xc:blue'),
    options: { pages: '2' },
    observe: says('%[hex:p{0,0}]'),
    is: '00FF00',
  },
  {
    target: 'jpg',
    input: drawn('night.png', '-size', '100x100', 'xc:#102030'),
    options: { watermark: 'X' },
    observe: async (outputs) => Number(await says('%[fx:maxima]')(outputs)) > 0.4,
    is: true,
  },
  {
    target: 'pdf',
    input: ['image/landscape.jpg', 'image/logo.png'],
    options: { merge: true, dpi: 144, quality: 80 },
    observe: async ([path = '']) => ({
      pages: (await execa('pdfinfo', ['-l', '9', path])).stdout.match(/(?<=size: +)\d+ x \d+ pts/g),
      images: (await execa('pdfimages', ['-list', path])).stdout.match(/jpeg/g),
    }),
    is: { pages: ['160 x 100 pts', '80 x 60 pts'], images: ['jpeg', 'jpeg'] },
  },
  {
    target: 'png',
    input: 'cad/plan-2018.dxf',
    options: { cad_layers: 'Walls', cad_background: '#000080', cad_page_size: 'a6', dpi: 127, antialias: false },
    observe: async ([path = '']) => ({
      picture: await says('%m %wx%h, %k colors')([path]),
      colors: (await says('%[hex:p{0,0}] %[hex:p{1,0}]', '-alpha', 'off', '-unique-colors')([path])).split(' ').sort(),
    }),
    // 148 × 105 mm, five dots each.
    is: { picture: 'PNG 740x525, 2 colors', colors: ['000080', '00FF00'] },
  },
];

testConversions({ category: 'image', observe, cases });
