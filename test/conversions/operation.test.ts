import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
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
];

testConversions({ category: 'operation', observe, cases });
