import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { FFPROBE } from '../support/ffprobe.ts';
import { CONVERT, IDENTIFY } from '../support/imagemagick.ts';
import { type Case, type Input, testConversions } from './table.ts';

const BOOK = 'ebook/voyage.epub';
const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));

/** Describes a picture with ImageMagick. */
const told = async (path: string, format: string): Promise<string> =>
  (await execa(IDENTIFY, ['-format', format, path])).stdout;

const observe = (path: string): Promise<string> => told(path, '%m %wx%h');

/** Red, green and blue in the middle of a row, 0 to 5. */
const colourAt = (y: number): string => ['r', 'g', 'b'].map((part) => `%[fx:round(p{w/2,${y}}.${part}*5)]`).join(' ');

const picture =
  (name: string, ...args: readonly string[]): Input =>
  async (folder) => {
    await execa(CONVERT, ['-size', '100x80', 'xc:#808080', ...args, folder.path(name)]);
    return folder.path(name);
  };

/** 400 dots a tenth lighter, 100 black. */
const SPOTS = [
  ...['-fill', '#999999', '-draw', 'rectangle 10,10 29,29'],
  ...['-fill', 'black', '-draw', 'rectangle 50,50 59,59'],
];

/** Counts the pixels of a picture that have a colour. */
async function dots(path: string, colour: string): Promise<number> {
  const others = ['-fill', 'black', '+opaque', colour, '-fill', 'white', '-opaque', colour];
  const { stdout } = await execa(CONVERT, [path, ...others, '-format', '%[fx:w*h*mean]', 'info:']);
  return Math.round(Number(stdout));
}

const textOf = async (path: string): Promise<string> => (await execa('unzip', ['-p', path, '*.xhtml', '*.css'])).stdout;

/** A film of two seconds. */
const FILM: Input = async (folder) => {
  const path = await mkdtemp(folder.path('film-'));
  const inputs = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=64x48:rate=10:duration=2',
    '-f',
    'lavfi',
    '-i',
    'sine=duration=2',
  ];
  await execa('ffmpeg', ['-v', 'error', ...inputs, '-pix_fmt', 'yuv420p', '-g', '10', join(path, 'film.mp4')]);
  return join(path, 'film.mp4');
};

/** A PDF of one picture. */
const SCAN: Input = async (folder) => {
  const path = await mkdtemp(folder.path('scan-'));
  await execa('img2pdf', [fixture('image/landscape.jpg'), '-o', join(path, 'scan.pdf')]);
  return join(path, 'scan.pdf');
};

const pageCount = async (path: string): Promise<string | undefined> =>
  /^Pages: +(\d+)$/m.exec((await execa('pdfinfo', [path])).stdout)?.[1];

/** Returns the codecs of each file, by ffprobe. */
const streams = async (paths: readonly string[]): Promise<string[]> => {
  const show = ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0'];
  const told = await Promise.all(paths.map((path) => execa(FFPROBE, [...show, path])));
  return told.map(({ stdout }) => stdout.split('\n').join(' '));
};

const cases: readonly Case[] = [
  {
    target: 'compare-image',
    input: [picture('plain.png'), picture('spots.png', ...SPOTS)],
    options: { threshold: 15, diff_color: 'blue', method: 'rmse' },
    observe: async ([path = '']) => `${await observe(path)}, ${await dots(path, '#0000ff')} dots`,
    is: 'PNG 100x80, 100 dots',
  },
  {
    target: 'resize-image',
    input: 'image/landscape.jpg',
    options: { width: 1, height: 1, resize_by: 'inches', dpi: 72, resize_handling: 'keep_aspect_ratio_fill_white' },
    // White above the sky.
    observe: ([path = '']) => told(path, `%m %wx%h, %x dpi, ${colourAt(2)} above ${colourAt(36)}`),
    is: 'JPEG 72x72, 72 dpi, 5 5 5 above 3 4 5',
  },
  {
    target: 'compress',
    input: BOOK,
    options: { compression_level: 'high' },
    observe: async ([path = '']) => {
      const [made, source] = await Promise.all([path, fixture(BOOK)].map((each) => stat(each)));
      return {
        smaller: (made?.size ?? 0) < 0.99 * (source?.size ?? 0),
        sameText: (await textOf(path)) === (await textOf(fixture(BOOK))),
      };
    },
    is: { smaller: true, sameText: true },
  },
  { target: 'extract-assets', input: 'inputs/chime.mp3', is: 'PNG 64x64' },
  {
    target: 'thumbnail',
    input: 'document/report.pdf',
    options: { thumbnail_target: 'webp', height: 100, pages: '1' },
    is: 'WEBP 71x100',
  },
  {
    target: 'analyze-image',
    input: 'image/landscape.jpg',
    observe: async ([path = '']) => {
      const { image, colors } = JSON.parse(await readFile(path, 'utf8'));
      return [image.width_pixels, colors.is_gray];
    },
    is: [320, false],
  },
  { target: 'audio-volume', input: 'inputs/chime.mp3', options: { volume: 50 }, observe: streams, is: ['mp3 png'] },
  { target: 'compare-pdf', input: [SCAN, SCAN], observe: ([path = '']) => pageCount(path), is: '1' },
  { target: 'compare-video', input: [FILM, FILM], observe: streams, is: ['h264'] },
  { target: 'convert-pdfa', input: SCAN, observe: ([path = '']) => pageCount(path), is: '1' },
  {
    target: 'cut-video',
    input: FILM,
    options: { number_of_parts: 2, allow_multiple_outputs: true },
    observe: streams,
    is: ['h264 aac', 'h264 aac'],
  },
  {
    target: 'extract-archive',
    input: async (folder) => {
      await execa('7zz', ['a', folder.path('one.7z'), fixture('inputs/abc.txt')]);
      return folder.path('one.7z');
    },
    observe: ([path = '']) => readFile(path, 'utf8'),
    is: readFileSync(fixture('inputs/abc.txt'), 'utf8'),
  },
  {
    target: 'extract-streams',
    input: FILM,
    options: { stream: 'video' },
    observe: streams,
    is: ['h264'],
  },
  {
    target: 'merge-streams',
    input: [FILM, 'inputs/chime.mp3'],
    options: { video_format: 'mkv', keep_original_audio: true },
    observe: streams,
    is: ['h264 aac mp3'],
  },
  {
    target: 'text-to-speech',
    input: 'inputs/abc.txt',
    options: { language_tts: 'en-GB', tts_voice: 'standard' },
    observe: streams,
    is: ['mp3'],
  },
  {
    target: 'form-fields',
    input: 'document/form.pdf',
    observe: async ([path = '']) => JSON.parse(await readFile(path, 'utf8')).fields[0].tooltip,
    is: 'Full name',
  },
  {
    target: 'validate-pdfa',
    input: SCAN,
    observe: async ([path = '']) => JSON.parse(await readFile(path, 'utf8')).conforms,
    is: false,
  },
  {
    target: 'validate-invoice',
    input: 'document/invoice-cii.xml',
    observe: async ([path = '']) => JSON.parse(await readFile(path, 'utf8')).invoice.total_with_vat,
    is: '328.84',
  },
  {
    target: 'validate-signatures',
    input: 'document/form.pdf',
    observe: async ([path = '']) => JSON.parse(await readFile(path, 'utf8')).empty_fields,
    is: ['signature'],
  },
  {
    target: 'video-to-image',
    input: FILM,
    options: { target_format: 'png', allow_multiple_outputs: true },
    observe: async ([path = '', ...others]) => `${await observe(path)} and ${others.length} more`,
    is: 'PNG 64x48 and 1 more',
  },
];

testConversions({ category: 'operation', observe, cases });
