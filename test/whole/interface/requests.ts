import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { execa } from 'execa';
import { ROOT } from '../../cli/support.ts';
import { colourAt } from '../../engines/document/operations/support-structure.ts';
import { media, pixels, zipNames, zipWith } from '../../engines/operation/support.ts';
import type { Json } from '../../service/support.ts';
import { CONVERT } from '../../support/imagemagick.ts';
import { preflight } from '../../support/preflight.ts';
import type { GivenInput, Upload } from '../client.ts';
import { fixture } from '../product.ts';

/** Where a request finds its inputs or makes them. */
export interface Studio {
  /** Returns a path in the test's own folder. */
  path(name: string): string;
  /** Address of a web page with the text `Of the web`. */
  readonly page: string;
}

/** A job that clients of the interface request, and what another program observes in its only output. */
export interface Request {
  readonly name: string;
  readonly inputs: (studio: Studio) => Promise<readonly GivenInput[]>;
  readonly conversion: { readonly category: string; readonly target: string; readonly options?: Json };
  /** @param inputs paths of the uploaded files */
  readonly observe: (output: string, job: Json, inputs: readonly string[]) => Promise<unknown>;
  readonly is: unknown;
}

const SOUND = ['-f', 'lavfi', '-i', 'sine=440:d=1'];
const FILM = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:d=2:r=25', '-pix_fmt', 'yuv420p'];

const made = async (studio: Studio, name: string, args: readonly string[]): Promise<string> => {
  const path = studio.path(name);
  await execa('ffmpeg', ['-v', 'error', '-y', ...args, path]);
  return path;
};

/** Makes a detailed picture, which is a large JPEG, 900 pixels wide unless its name says otherwise. */
async function photo(studio: Studio, name: string): Promise<string> {
  const path = studio.path(name);
  const loose = ['-quality', name.endsWith('.png') ? '10' : '98'];
  await execa(CONVERT, ['-seed', '7', '-size', '900x600', 'plasma:red-blue', '-depth', '8', ...loose, path]);
  return path;
}

async function film(studio: Studio, name: string): Promise<string> {
  return made(studio, name, [...FILM, '-crf', '8']);
}

async function soundWithCover(studio: Studio): Promise<string> {
  const cover = ['-i', await photo(studio, 'cover.jpg'), '-map', '0', '-map', '1', '-disposition:v', 'attached_pic'];
  return made(studio, 'tagged.mp3', [...SOUND, ...cover, '-c:v', 'copy', '-b:a', '320k']);
}

async function scan(studio: Studio): Promise<string> {
  const path = studio.path('scan.pdf');
  await execa('img2pdf', [await photo(studio, 'page.jpg'), '-o', path]);
  return path;
}

/** Copies a fixture that is a zip, and adds a photograph at the path `place`. */
async function illustrated(studio: Studio, name: string, place: string): Promise<string> {
  const files = { [place]: await photo(studio, `${basename(place)}.jpg`) };
  return zipWith(fixture(name), studio.path(basename(name)), files);
}

const docx = (studio: Studio) => illustrated(studio, 'document/report.docx', 'word/media/image9.jpg');
const pptx = (studio: Studio) => illustrated(studio, 'document/slides.pptx', 'ppt/media/image9.jpg');

async function zip(studio: Studio): Promise<string> {
  const path = studio.path('mixed.zip');
  await execa('zip', ['-q', '-j', path, await photo(studio, 'inside.jpg'), fixture('document/letter.txt')]);
  return path;
}

const one = (make: (studio: Studio) => Promise<string>) => async (studio: Studio) => [await make(studio)];
const given = (name: string) => async () => [fixture(name)];

const THUMBNAIL = { thumbnail_target: 'png', width: 300, pages: 'first', dpi: 150 };

const thumbnail = (of: string, inputs: Request['inputs']): Request => ({
  name: `thumbnail of ${of}`,
  inputs,
  conversion: { category: 'operation', target: 'thumbnail', options: THUMBNAIL },
  observe: async (output) => (await pixels(output)).replace(/x\d+$/, ''),
  is: 'PNG 300',
});

const typeOf = async (path: string): Promise<string> =>
  (await execa('file', ['--brief', '--mime-type', path])).stdout.trim();

const compress = (make: (studio: Studio) => Promise<string>, of: string): Request => ({
  name: `compress ${of}`,
  inputs: one(make),
  conversion: { category: 'operation', target: 'compress', options: { compression_level: 'high' } },
  async observe(output, _job, [input = '']) {
    const [before, after] = await Promise.all([stat(input), stat(output)]);
    return { isSmaller: after.size < before.size, isOfItsType: (await typeOf(output)) === (await typeOf(input)) };
  },
  is: { isSmaller: true, isOfItsType: true },
});

const extract = (of: string, inputs: Request['inputs'], found: string): Request => ({
  name: `pictures, fonts and files in ${of}`,
  inputs,
  conversion: { category: 'operation', target: 'extract-assets' },
  observe: async (output) => ((await typeOf(output)) === 'application/zip' ? await zipNames(output) : basename(output)),
  is: found.includes(',') ? found.split(', ') : found,
});

const website = (engine: string, category: string, target: string): Pick<Request, 'inputs' | 'conversion'> => ({
  inputs: async ({ page }) => [
    {
      type: 'remote',
      source: page,
      engine,
      options: { screen_width: 1280, screen_height: 1024, device_scale_factor: 1 },
    },
  ],
  conversion: { category, target },
});

const opened = (engine: string, path: string, options: object): Upload => ({ path, engine, options });

/** Returns the document of `metadata/json` after validating it against the published schema. */
async function described(output: string): Promise<Json> {
  const schema = JSON.parse(await readFile(join(ROOT, 'engines/metadata/schema.json'), 'utf8'));
  const document = JSON.parse(await readFile(output, 'utf8'));
  const isValid = new Ajv2020({ strict: false }).compile(schema);
  if (!isValid(document)) throw new Error(JSON.stringify(isValid.errors));
  return document;
}

const analyse = (
  of: string,
  inputs: Request['inputs'],
  observe: (document: Json) => unknown,
  is: unknown,
): Request => ({
  name: `${of} analysed`,
  inputs,
  conversion: { category: 'metadata', target: 'json' },
  observe: async (output) => observe(await described(output)),
  is,
});

/** Requests that public clients of the interface send. */
export const REQUESTS: readonly Request[] = [
  thumbnail('a PDF', given('document/report.pdf')),
  thumbnail('a picture', given('image/landscape.jpg')),
  thumbnail('an office file', given('document/slides.pptx')),
  thumbnail('a drawing', given('cad/plan-2018.dwg')),
  thumbnail('a book', given('ebook/voyage.epub')),
  thumbnail('a sound with a cover', one(soundWithCover)),
  thumbnail(
    'a video',
    one((studio) => film(studio, 'film.mp4')),
  ),
  compress((studio) => photo(studio, 'photo.jpg'), 'a JPEG'),
  compress((studio) => photo(studio, 'photo.png'), 'a PNG'),
  compress(scan, 'a PDF'),
  compress(docx, 'a Word file'),
  compress((studio) => film(studio, 'film.mp4'), 'an MP4'),
  compress((studio) => made(studio, 'loud.mp3', [...SOUND, '-b:a', '320k']), 'an MP3'),
  extract('a Word file', one(docx), 'gradient.png, image9.jpg'),
  extract('a presentation', one(pptx), 'image9.jpg'),
  extract('a PDF', one(scan), 'image-1.jpg'),
  extract('a book', given('ebook/voyage.epub'), 'cover.jpg, map.png'),
  extract('a zip', one(zip), 'inside.jpg'),
  {
    name: 'two pictures compared',
    async inputs(studio) {
      const [first, second] = [await photo(studio, 'first.png'), studio.path('second.png')];
      await execa(CONVERT, [first, '-fill', 'white', '-draw', 'rectangle 10,10 109,59', second]);
      return [first, second];
    },
    conversion: {
      category: 'operation',
      target: 'compare-image',
      options: { method: 'ssim', threshold: 5, diff_color: 'red' },
    },
    observe: async (output, job) => {
      const { method, value } = job.output[0].metadata;
      return { picture: await pixels(output), method, isLessThanAlike: value > 0.5 && value < 0.999 };
    },
    is: { picture: 'PNG 900x600', method: 'ssim', isLessThanAlike: true },
  },
  {
    name: 'a picture resized',
    inputs: given('image/landscape.jpg'),
    conversion: {
      category: 'operation',
      target: 'resize-image',
      options: { width: 100, height: 100, resize_by: 'px', resize_handling: 'keep_aspect_ratio_crop' },
    },
    observe: (output) => pixels(output),
    is: 'JPEG 100x100',
  },
  {
    name: 'a page of the web as a picture',
    ...website('screenshot', 'image', 'png'),
    observe: (output) => pixels(output),
    is: 'PNG 1280x1024',
  },
  {
    name: 'a page of the web as a PDF',
    ...website('screenshot_pdf', 'document', 'pdf'),
    observe: async (output) => (await execa('pdftotext', [output, '-'])).stdout.trim(),
    is: 'Of the web',
  },
  {
    name: 'a page of the web as an archive',
    ...website('website', 'archive', 'zip'),
    observe: zipNames,
    is: ['index.html'],
  },
  analyse('a PDF', given('document/report.pdf'), ({ type, pdf }) => [type.name, pdf.pages], ['pdf', 1]),
  {
    name: 'the sound of a film',
    inputs: async (studio) => [
      opened('video', await made(studio, 'talk.mkv', [...SOUND, ...FILM.slice(0, 4), '-shortest']), { take: 'sound' }),
    ],
    conversion: { category: 'audio', target: 'mp3' },
    observe: async (output) => (await media(output)).streams,
    is: ['audio mp3'],
  },
  {
    name: 'frames of a film',
    inputs: async (studio) => [opened('video', await film(studio, 'film.mp4'), { seconds_per_frame: 1 })],
    conversion: { category: 'image', target: 'jpg' },
    observe: async (output) => (await zipNames(output)).length,
    is: 2,
  },
  {
    name: 'the files of a zip',
    inputs: async (studio) => [opened('zip', await zip(studio), { include: '*.jpg' })],
    conversion: { category: 'image', target: 'png' },
    observe: (output) => pixels(output),
    is: 'PNG 900x600',
  },
  {
    name: 'a Word file as PDF/A',
    inputs: given('document/report.docx'),
    conversion: { category: 'document', target: 'pdf', options: { pdf_a: '1b' } },
    observe: preflight,
    is: [],
  },
  {
    name: 'a stamp at its place',
    async inputs(studio) {
      const stamp = studio.path('stamp.png');
      await execa(CONVERT, ['-size', '60x60', 'xc:#ff0000', '-density', '72', '-units', 'PixelsPerInch', stamp]);
      return [await scan(studio), stamp];
    },
    conversion: { category: 'document', target: 'pdf', options: { stamp: true, alignment: 'top_left' } },
    async observe(output) {
      const [corner = [], middle = []] = await colourAt(output, 1, [
        [0.02, 0.03],
        [0.5, 0.5],
      ]);
      return [corner, `${middle}` === `${corner}`];
    },
    is: [[255, 0, 0], false],
  },
  ...[
    ['jpeg', 'image', 'jpg', 'image/jpeg'],
    ['tif', 'image', 'tiff', 'image/tiff'],
  ].map(
    ([alias = '', category = '', canonical = '', type = '']): Request => ({
      name: `the name ${category}/${alias}`,
      inputs: given('image/logo.png'),
      conversion: { category, target: alias },
      observe: async (output, job) => [job.conversion[0].target, await typeOf(output)],
      is: [canonical, type],
    }),
  ),
  {
    name: 'the name audio/oga',
    inputs: given('inputs/chime.wav'),
    conversion: { category: 'audio', target: 'oga' },
    observe: async (output, job) => [job.conversion[0].target, (await media(output)).streams],
    is: ['ogg', ['audio vorbis']],
  },
];
