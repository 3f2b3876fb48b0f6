import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { readByEzdxf } from '../engines/cad/support.ts';
import { observeAudio } from '../golden/observe-audio.ts';
import { observeDocument } from '../golden/observe-document.ts';
import { DEBIAN_7ZIP } from '../support/seven-zip.ts';
import { fixture } from './product.ts';

/** A conversion that a client requests, and how a program that did not write the output examines it. */
export interface Conversion {
  readonly category: string;
  readonly target: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** @param folder for inputs that have to be generated @returns path of the input */
  readonly input: (folder: string) => Promise<string>;
  /** @returns facts that `is` must equal */
  readonly observe: (output: string, input: string) => Promise<unknown>;
  readonly is: unknown;
  /** Only for `npm run test:all`: another conversion represents its category. */
  readonly detail?: true;
}

const fixed = (name: string) => async () => fixture(name);

/** Format, width and height in pixels, by ImageMagick. */
const pixels = async (path: string) =>
  (await execa('/usr/bin/identify', ['-format', '%m %wx%h', `${path}[0]`])).stdout.trim();

async function makeHeic(folder: string): Promise<string> {
  const path = join(folder, 'landscape.heic');
  await execa('heif-enc', [fixture('image/landscape.jpg'), '-o', path]);
  return path;
}

async function makeFilm(folder: string): Promise<string> {
  const path = join(folder, 'film.mkv');
  const inputs = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=96x64:rate=10:duration=2',
    '-f',
    'lavfi',
    '-i',
    'sine=duration=2',
  ];
  await execa('ffmpeg', ['-v', 'error', '-y', ...inputs, '-c:v', 'ffv1', '-c:a', 'flac', path]);
  return path;
}

/** Codecs and size of the picture, by ffprobe. */
async function observeFilm(path: string): Promise<string> {
  const show = ['-show_entries', 'stream=codec_name,width,height', '-of', 'csv=p=0'];
  return (await execa('ffprobe', ['-v', 'error', ...show, path])).stdout.trim().split('\n').join(' ');
}

/** At least one for each category, and for each npm package with a native part; the first one also goes through the broker. */
export const CONVERSIONS: readonly Conversion[] = [
  {
    category: 'audio',
    target: 'mp3',
    input: fixed('inputs/chime.wav'),
    observe: async (output) => {
      const { codec, channels, duration } = await observeAudio(output);
      return { codec, channels, seconds: Math.round(duration) };
    },
    is: { codec: 'mp3', channels: 2, seconds: 3 },
  },
  {
    category: 'archive',
    target: 'zip',
    input: fixed('inputs/papers.tar.gz'),
    observe: async (output) => (await execa(DEBIAN_7ZIP, ['t', output])).stdout.includes('Everything is Ok'),
    is: true,
  },
  {
    category: 'hash',
    target: 'sha256',
    input: fixed('inputs/squares.txt'),
    observe: async (output, input) =>
      (await readFile(output, 'utf8')).includes(
        createHash('sha256')
          .update(await readFile(input))
          .digest('hex'),
      ),
    is: true,
  },
  {
    category: 'image',
    target: 'png',
    options: { width: 120, height: 80 },
    input: fixed('image/landscape.jpg'),
    observe: pixels,
    is: 'PNG 120x80',
  },
  {
    category: 'image',
    target: 'jpg',
    options: { width: 60, height: 40 },
    input: makeHeic,
    observe: pixels,
    is: 'JPEG 60x40',
  },
  {
    category: 'image',
    target: 'svg',
    input: fixed('image/landscape.jpg'),
    observe: async (output) => {
      const { stdout } = await execa('/usr/bin/python3', [
        '-c',
        'import sys, xml.etree.ElementTree as tree; root = tree.parse(sys.argv[1]).getroot(); print(root.tag, any(each.tag.endswith("path") for each in root.iter()))',
        output,
      ]);
      return stdout;
    },
    is: '{http://www.w3.org/2000/svg}svg True',
  },
  {
    category: 'document',
    target: 'pdf',
    input: fixed('document/letter.txt'),
    observe: async (output, input) => {
      const words = (await readFile(input, 'utf8')).split(/\s+/).filter(Boolean);
      const { pages, words: found } = await observeDocument(output);
      return { pages, words: words.filter((word) => found.includes(word)).length === words.length };
    },
    is: { pages: 1, words: true },
  },
  {
    category: 'document',
    target: 'docx',
    detail: true,
    input: fixed('document/report.pdf'),
    observe: async (output) => (await observeDocument(output)).words.length > 100,
    is: true,
  },
  {
    category: 'cad',
    target: 'dxf',
    input: fixed('cad/plan-2018.dwg'),
    observe: async (output) => {
      const [report] = await readByEzdxf([output]);
      return { refused: report?.refused, errors: report?.errors, some: Object.keys(report?.entities ?? {}).length > 3 };
    },
    is: { refused: undefined, errors: [], some: true },
  },
  {
    category: 'image',
    target: 'webp',
    detail: true,
    options: { width: 200, height: 100 },
    input: fixed('cad/plan-2018.dwg'),
    observe: pixels,
    is: 'WEBP 200x100',
  },
  {
    category: 'ebook',
    target: 'fb2',
    input: fixed('ebook/voyage.epub'),
    observe: async (output) => {
      const { stdout } = await execa('/usr/bin/python3', [
        '-c',
        'import sys, xml.etree.ElementTree as tree; root = tree.parse(sys.argv[1]).getroot(); print(root.tag.split("}")[1], len("".join(root.itertext()).split()) > 100)',
        output,
      ]);
      return stdout;
    },
    is: 'FictionBook True',
  },
  {
    category: 'audio',
    target: 'ogg',
    detail: true,
    options: { language_tts: 'en-GB' },
    input: fixed('document/letter.txt'),
    observe: async (output) => {
      const { codec, duration } = await observeAudio(output);
      return { codec, long: duration > 2 };
    },
    is: { codec: 'vorbis', long: true },
  },
  {
    category: 'metadata',
    target: 'json',
    input: fixed('image/landscape.jpg'),
    observe: async (output, input) => {
      const { image } = JSON.parse(await readFile(output, 'utf8'));
      return (await pixels(input)) === `JPEG ${image.width_pixels}x${image.height_pixels}`;
    },
    is: true,
  },
  {
    category: 'video',
    target: 'mp4',
    options: { width: 64, quality: 50 },
    input: makeFilm,
    observe: observeFilm,
    is: 'h264,64,42 aac',
  },
  {
    category: 'operation',
    target: 'thumbnail',
    options: { width: 120 },
    input: fixed('document/report.pdf'),
    observe: async (output) => (await pixels(output)).replace(/x.*/, ''),
    is: 'PNG 120',
  },
  {
    category: 'operation',
    target: 'compress',
    input: async (folder) => {
      const path = join(folder, 'wide.svg');
      const paths = '<path  d="M 1.000000 2.000000 L 10.123456789 20.5 z"  />\n'.repeat(40);
      await writeFile(path, `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30">\n${paths}</svg>`);
      return path;
    },
    observe: async (output, input) => {
      const [before, after] = await Promise.all([readFile(input), readFile(output)]);
      return { isSmaller: after.length < before.length, isSvg: after.includes('<svg') };
    },
    is: { isSmaller: true, isSvg: true },
  },
];
