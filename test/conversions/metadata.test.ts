import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { MetadataDocument } from '../../engines/metadata/schema/document.ts';
import { FFPROBE } from '../support/ffprobe.ts';
import { IDENTIFY } from '../support/imagemagick.ts';
import { type Case, testConversions } from './table.ts';

const [SOUND, TEXT, PICTURE] = ['inputs/chime.mp3', 'inputs/squares.txt', 'image/landscape.jpg'] as const;

async function said(program: string, args: readonly string[], name: string): Promise<string[]> {
  const path = fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
  const { stdout } = await execa(program, [...args, path], { env: { LC_ALL: 'C.UTF-8' } });
  return stdout.trim().split(/[\s,]+/);
}

const [[md5], [sha256], sound, [lines, words, characters], [width, height, dpi]] = await Promise.all([
  said('md5sum', [], SOUND),
  said('sha256sum', [], SOUND),
  said(FFPROBE, ['-v', 'error', '-show_entries', 'stream=codec_name,sample_rate,channels', '-of', 'csv=p=0'], SOUND),
  said('wc', ['-l', '-w', '-m'], TEXT),
  said(IDENTIFY, ['-format', '%w %h %x'], PICTURE),
]);

const first =
  (look: (document: MetadataDocument) => unknown) =>
  async ([path = '']: readonly string[]): Promise<unknown> =>
    look(JSON.parse(await readFile(path, 'utf8')));

const cases: readonly Case[] = [
  {
    target: 'json',
    input: SOUND,
    observe: first(({ file, media }) => {
      const { codec, sample_rate_hertz, channels } = media?.streams.items[0] ?? {};
      return { md5: file.md5, sha256: file.sha256, sound: `${codec} ${sample_rate_hertz} ${channels}` };
    }),
    is: { md5, sha256, sound: sound.slice(0, 3).join(' ') },
  },
  {
    target: 'json',
    input: TEXT,
    options: { checksums: false },
    observe: first(({ file, text }) => [file.md5, text?.lines, text?.words, text?.characters]),
    is: [undefined, Number(lines), Number(words), Number(characters)],
  },
  {
    target: 'json',
    input: PICTURE,
    observe: first(({ image }) => [image?.width_pixels, image?.height_pixels, image?.horizontal_dpi]),
    is: [Number(width), Number(height), Number(dpi)],
  },
  {
    target: 'json',
    input: 'ebook/voyage.epub',
    options: { text_statistics: true },
    observe: first(({ properties, text }) => [properties?.title, text?.words]),
    // The words between the tags of its two pages.
    is: ['The Short Voyage', 70],
  },
  {
    target: 'json',
    input: SOUND,
    options: { keys_format: 'snake_uppercase' },
    observe: async ([path = '']) => JSON.parse(await readFile(path, 'utf8')).MIME_TYPE,
    is: 'audio/mpeg',
  },
  // Without metadata to write, the file stays as it is; the rest is tested with a service.
  {
    target: 'metadata',
    input: TEXT,
    warnings: ['option_no_effect'],
    is: await readFile(new URL(`../../fixtures/${TEXT}`, import.meta.url), 'utf8'),
  },
];

const observe = (path: string): Promise<string> => readFile(path, 'utf8');

testConversions({ category: 'metadata', observe, cases });
