import { findProgram } from '../../../src/process/programs.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { EXIFTOOL } from './exiftool.ts';

/** Kinds of tags, by ExifTool's group names. */
export type TagGroup = 'EXIF' | 'IPTC' | 'XMP';

export interface TagCopy {
  /** Path of the file with the tags. */
  readonly from: string;
  /** Path of the file that should get the tags; it is not changed. */
  readonly to: string;
  /** Path of the file to write: `to` with the tags. */
  readonly output: string;
  /** Groups that `to` can contain. */
  readonly groups: readonly TagGroup[];
  /** Whether to copy all tags, or only author and copyright. */
  readonly kept: 'all' | 'copyright';
}

const GiB = 1024 ** 3;

const LIMITS = { wallMs: 120_000, cpuSeconds: 120, memoryBytes: GiB, fileBytes: 4 * GiB };

/** Tags for the author and the copyright. */
const COPYRIGHT: Readonly<Record<TagGroup, readonly string[]>> = {
  EXIF: ['-EXIF:Artist', '-EXIF:Copyright'],
  IPTC: ['-IPTC:By-line', '-IPTC:CopyrightNotice', '-IPTC:CodedCharacterSet'],
  XMP: ['-XMP-dc:Creator', '-XMP-dc:Rights'],
};

/** XMP tags made from Exif, for files that contain only XMP. */
const FROM_EXIF = ['-XMP-dc:Creator<EXIF:Artist', '-XMP-dc:Rights<EXIF:Copyright'];

/** Tags that are wrong for another file: its rotation, its dots per inch, and its thumbnail. */
const UNTRUE = [
  ...['--IFD1:all', '--ThumbnailImage', '--Orientation', '--XMP-tiff:Orientation'],
  ...['--XResolution', '--YResolution', '--ResolutionUnit'],
];

/**
 * Writes a file with the tags of another; the file is upright and has its own dots per inch. Returns whether there were any tags; otherwise
 * any written file is a copy. Throws ConversionError `program_missing`, and as running a program does.
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

/** ExifTool reports a copy without changes as `copied`. */
const TAGGED = /\b1 image files created/;
