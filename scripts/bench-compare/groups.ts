import { readdir } from 'node:fs/promises';
import { extname, join, parse } from 'node:path';
import { CONVERT } from '../../test/support/imagemagick.ts';
import { type Check, checkBook, checkPages, checkPhoto, checkSearchable, checkSound } from './checks.ts';

/** A common way to do it: a shell command for each file (`$1` file, `$2` folder, `$3` name without extension), or one for all. */
export interface Way {
  readonly name: string;
  /** Command for `sh -c`, two at a time. */
  readonly each?: string;
  /** One command, to which the files are added. */
  readonly all?: (folder: string) => readonly [string, ...string[]];
}

/** Files of one kind, their target, and the ways to convert them. */
export interface Group {
  readonly name: string;
  /** Folders of the corpora and extensions, with the number of files of each. */
  readonly take: readonly {
    readonly folder: string;
    readonly ending: string;
    readonly count: number;
    /** Only these names, without extensions. */
    readonly names?: readonly string[];
  }[];
  /** Value of `convertd convert --to`. */
  readonly to: string;
  readonly options?: readonly string[];
  /** Extension of the output. */
  readonly ending: string;
  readonly ways: readonly Way[];
  /** Throws if the output is wrong. */
  readonly check: Check;
}

const office = (ending: string, count: number) => ({ folder: 'office', ending, count });

/** @param sharp the program of sharp-cli */
export const groups = (sharp: string): readonly Group[] => [
  {
    name: 'office files to PDF',
    take: [
      office('doc', 6),
      office('docx', 6),
      office('xls', 6),
      office('xlsx', 6),
      office('ppt', 6),
      office('pptx', 6),
    ],
    to: 'pdf',
    ending: 'pdf',
    ways: [
      {
        name: 'soffice --convert-to, a start each',
        // Two processes cannot share a profile.
        each: 'soffice -env:UserInstallation="file://$2/.profile-$PPID-$$" --headless --convert-to pdf --outdir "$2" "$1"; rm -r "$2/.profile-$PPID-$$"',
      },
      {
        name: 'soffice --convert-to, all in one start',
        all: (folder) => [
          'soffice',
          `-env:UserInstallation=file://${folder}/.profile`,
          ...['--headless', '--convert-to', 'pdf', '--outdir', folder],
        ],
      },
    ],
    check: checkPages,
  },
  {
    name: 'pictures to JPEG',
    take: [
      { folder: 'image/other', ending: 'jpg', count: 8 },
      { folder: 'image/pngsuite', ending: 'png', count: 6 },
      { folder: 'image/bmp/g', ending: 'bmp', count: 4 },
      { folder: 'image/heic', ending: 'heic', count: 6 },
      { folder: 'image/avif', ending: 'avif', count: 4 },
      { folder: 'image/other', ending: 'psd', count: 2 },
    ],
    to: 'image/jpg',
    ending: 'jpg',
    ways: [
      { name: 'ImageMagick', each: `${CONVERT} "$1" "$2/$3.jpg"` },
      { name: 'sharp-cli', each: `${sharp} -i "$1" -o "$2/$3.jpg" -f jpeg` },
      { name: 'ffmpeg', each: 'ffmpeg -v error -y -i "$1" -frames:v 1 -q:v 3 "$2/$3.jpg"' },
    ],
    check: checkPhoto,
  },
  {
    name: 'sound to MP3',
    take: [
      { folder: 'audio', ending: 'flac', count: 14 },
      { folder: 'audio', ending: 'wav', count: 1 },
      { folder: 'reported/audio', ending: 'm4a', count: 1 },
    ],
    to: 'mp3',
    options: ['audio_bitrate=192'],
    ending: 'mp3',
    ways: [{ name: 'ffmpeg', each: 'ffmpeg -v error -y -i "$1" -b:a 192k "$2/$3.mp3"' }],
    check: checkSound,
  },
  {
    name: 'books to EPUB',
    take: [
      { folder: 'ebook', ending: 'epub', count: 3 },
      { folder: 'ebook', ending: 'mobi', count: 4 },
      { folder: 'ebook', ending: 'fb2', count: 1 },
    ],
    to: 'ebook/epub',
    ending: 'epub',
    ways: [{ name: 'ebook-convert', each: 'ebook-convert "$1" "$2/$3.epub"' }],
    check: checkBook,
  },
  {
    name: 'scans to searchable PDF',
    take: [
      { folder: 'ocr', ending: 'png', count: 2, names: ['linn', 'typewriter'] },
      {
        folder: 'ocr',
        ending: 'pdf',
        count: 8,
        names: ['2400dpi', '3small', 'c02-22', 'ccitt', 'jbig2', 'poster', 'rotated_skew', 'skew'],
      },
    ],
    to: 'document/pdf',
    options: ['ocr=true'],
    ending: 'pdf',
    ways: [
      {
        name: 'ocrmypdf',
        each: 'ocrmypdf --quiet --jobs 1 --image-dpi 300 --skip-text --output-type pdf "$1" "$2/$3.pdf"',
      },
    ],
    check: checkSearchable,
  },
];

/** Returns the files of a group, spread evenly over the available ones: the same files each time. */
export async function filesOf({ take }: Group, corpora: string): Promise<string[]> {
  const found: string[] = [];
  for (const { folder, ending, count, names: only } of take) {
    const names = (await readdir(join(corpora, folder)))
      .filter((name) => extname(name).toLowerCase() === `.${ending}`)
      .filter((name) => only === undefined || only.includes(parse(name).name))
      .sort();
    const wanted = Math.min(count, names.length);
    for (let index = 0; index < wanted; index += 1) {
      const name = names[Math.floor((index * names.length) / wanted)];
      if (name !== undefined) found.push(join(corpora, folder, name));
    }
  }
  return found;
}
