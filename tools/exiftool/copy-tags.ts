import { findProgram } from '../../src/process/programs.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { EXIFTOOL } from './exiftool.ts';

/** Kinds of tags, as ExifTool calls their groups. */
export type TagGroup = 'EXIF' | 'IPTC' | 'XMP';

export interface TagCopy {
  /** Path of the file that has the tags. */
  readonly from: string;
  /** Path of the file that gets them, which stays as it is. */
  readonly to: string;
  /** Path of the file to write: `to` with the tags. */
  readonly output: string;
  /** What `to` can hold. */
  readonly groups: readonly TagGroup[];
  /** Whether to copy all tags, or only author and copyright. */
  readonly kept: 'all' | 'copyright';
}

const GiB = 1024 ** 3;

const LIMITS = { wallMs: 120_000, cpuSeconds: 120, memoryBytes: GiB, fileBytes: 4 * GiB };

/** Who made a picture, and whose it is. */
const COPYRIGHT: Readonly<Record<TagGroup, readonly string[]>> = {
  EXIF: ['-EXIF:Artist', '-EXIF:Copyright'],
  IPTC: ['-IPTC:By-line', '-IPTC:CopyrightNotice', '-IPTC:CodedCharacterSet'],
  XMP: ['-XMP-dc:Creator', '-XMP-dc:Rights'],
};

/** Where only XMP is held, it says what Exif does. */
const FROM_EXIF = ['-XMP-dc:Creator<EXIF:Artist', '-XMP-dc:Rights<EXIF:Copyright'];

/** What is not true of another file: how it is to be turned, its dots an inch, and the small picture of it as it was. */
const UNTRUE = [
  ...['--IFD1:all', '--ThumbnailImage', '--Orientation', '--XMP-tiff:Orientation'],
  ...['--XResolution', '--YResolution', '--ResolutionUnit'],
];

/**
 * Writes a file with the tags of another, which is upright and has dots an inch of its own. Returns whether there were any; else
 * what is written, if anything, is a copy. Throws ConversionError `program_missing`, and as running a program does.
 */
export async function copyTags({ from, to, output, groups, kept }: TagCopy, context: WorkContext): Promise<boolean> {
  const wanted = groups.flatMap((group) => (kept === 'all' ? [`-${group}:all`] : COPYRIGHT[group]));
  const told = groups.includes('EXIF') ? [] : FROM_EXIF;
  const { stdout } = await context.run({
    name: EXIFTOOL.name,
    path: await findProgram(EXIFTOOL),
    args: [
      ...['-config', '', '-m', '-charset', 'filename=utf8', '-api', 'largefilesupport=1'],
      ...['-tagsFromFile', from, ...told, ...wanted, ...UNTRUE, '-o', output, to],
    ],
    env: { TZ: 'UTC' },
    readable: [from],
    limits: LIMITS,
    acceptExitCodes: 'any',
  });
  return TAGGED.test(stdout);
}

/** A copy without changes is `copied`. */
const TAGGED = /\b1 image files created/;
