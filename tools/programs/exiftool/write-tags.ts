import { findProgram } from '../../../src/process/programs.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { type MetadataEdit, plainName } from '../../../src/work/metadata.ts';
import { EXIFTOOL, type FileTag, readTags } from './exiftool.ts';

/** Tags of one field: those that it is written to, and others with the same meaning, which are removed. */
interface FieldTags {
  readonly tags: readonly string[];
  readonly others: readonly string[];
}

const TITLE: FieldTags = { tags: ['XMP-dc:Title', 'PNG:Title'], others: ['IPTC:ObjectName', 'EXIF:XPTitle'] };
const AUTHOR: FieldTags = {
  tags: ['EXIF:Artist', 'XMP-dc:Creator', 'PNG:Author'],
  others: ['IPTC:By-line', 'EXIF:XPAuthor', 'XMP-tiff:Artist', 'PNG:Artist'],
};
const DESCRIPTION: FieldTags = {
  tags: ['EXIF:ImageDescription', 'XMP-dc:Description', 'PNG:Description'],
  others: ['IPTC:Caption-Abstract', 'EXIF:XPSubject', 'XMP-tiff:ImageDescription'],
};
const KEYWORDS: FieldTags = { tags: ['XMP-dc:Subject'], others: ['IPTC:Keywords', 'EXIF:XPKeywords'] };
const SOFTWARE: FieldTags = {
  tags: ['EXIF:Software', 'XMP-xmp:CreatorTool', 'PNG:Software'],
  others: ['IPTC:OriginatingProgram'],
};
const DATE: FieldTags = {
  tags: ['EXIF:DateTimeOriginal', 'XMP-photoshop:DateCreated'],
  others: ['IPTC:DateCreated', 'IPTC:TimeCreated'],
};

/** By plain names of fields. */
const FIELDS: Readonly<Record<string, FieldTags>> = {
  title: TITLE,
  author: AUTHOR,
  artist: AUTHOR,
  creator: AUTHOR,
  description: DESCRIPTION,
  subject: DESCRIPTION,
  keywords: KEYWORDS,
  tags: KEYWORDS,
  software: SOFTWARE,
  creatortool: SOFTWARE,
  date: DATE,
  datecreated: DATE,
  copyright: {
    tags: ['EXIF:Copyright', 'XMP-dc:Rights', 'PNG:Copyright'],
    others: ['IPTC:CopyrightNotice', 'XMP-tiff:Copyright'],
  },
  comment: { tags: ['EXIF:UserComment', 'PNG:Comment', 'File:Comment', 'GIF:Comment'], others: ['EXIF:XPComment'] },
};

/** Groups of ExifTool that are metadata, and not part of the picture or of its file. */
const METADATA_GROUP = /^(?:EXIF|IPTC|XMP|Photoshop|MakerNotes|FlashPix|APP\d+)(?:$|:)/;

/** Tags about the picture itself: how it is turned, and its size on paper. */
const OF_PICTURE = ['Orientation', 'XResolution', 'YResolution', 'ResolutionUnit'];

/** Fields that make ExifTool read other files. */
const DOES_MORE = /^geo/;

const GiB = 1024 ** 3;
const LIMITS = { wallMs: 120_000, cpuSeconds: 120, memoryBytes: GiB, fileBytes: 4 * GiB };

/** What a picture could not take. */
export interface UnwrittenTags {
  /** Names of fields that it cannot hold. */
  readonly unplaced: readonly string[];
  /** Names of tags that `clear` should have removed. */
  readonly uncleared: readonly string[];
}

/**
 * Changes the tags of a picture in place; colour profiles stay. A field is written as Exif, XMP and text of PNG, as far as the format has
 * them; removed are also other tags of the same meaning. Throws ConversionError `program_missing`, and as running a program does.
 */
export async function writeTags(path: string, edit: MetadataEdit, context: WorkContext): Promise<UnwrittenTags> {
  const fields = [...edit.fields].map(([name, value]) => ({ name, value, ...tagsOf(name) }));
  await context.run({
    name: EXIFTOOL.name,
    path: await findProgram(EXIFTOOL),
    args: [
      ...['-config', '', '-m', '-charset', 'filename=utf8', '-charset', 'utf8', '-api', 'largefilesupport=1'],
      ...(edit.clear ? CLEAR : []),
      ...fields.flatMap(({ tags, others, value }) => [
        ...others.map((tag) => `-${tag}=`),
        ...tags.flatMap((tag) => (tag === 'XMP-dc:Subject' ? listOf(tag, value) : [`-${tag}=${value ?? ''}`])),
      ]),
      ...['-overwrite_original', path],
    ],
    env: { TZ: 'UTC' },
    limits: LIMITS,
    acceptExitCodes: 'any',
  });
  const written = await readTags(path, context);
  const has = (wanted: string) => written.some((tag) => isTag(tag, wanted));
  const set = fields.filter(({ value }) => value !== null);
  const own = new Set(set.flatMap(({ tags }) => tags));
  return {
    unplaced: set.filter(({ tags }) => !tags.some(has)).map(({ name }) => name),
    uncleared: edit.clear ? written.filter((tag) => isLeft(tag, [...own])).map(({ name }) => name) : [],
  };
}

/**
 * Returns the plain names of all tags of Exif, IPTC and XMP that ExifTool writes; none if it does not write the format. Throws ConversionError
 * `program_missing`, and as running a program does.
 */
export async function writableTags(format: string, context: WorkContext): Promise<ReadonlySet<string>> {
  const groups = ['EXIF', 'IPTC', 'XMP'].flatMap((group) => ['-listw', `-${group}:all`]);
  const { stdout } = await context.run({
    name: EXIFTOOL.name,
    path: await findProgram(EXIFTOOL),
    args: ['-config', '', ...groups, '-listwf'],
    limits: LIMITS,
  });
  const [tags = '', extensions = ''] = stdout.split('Writable file extensions:');
  const isWritten = extensions.split(/\s+/).includes(format.toUpperCase());
  return new Set(isWritten ? tags.split(/\s+/).map(plainName) : []);
}

/** Whether a tag of a picture can be set by its name: not what describes the file, the picture itself, or a preview. */
export function isWritableTag(
  { group, name }: Pick<FileTag, 'group' | 'name'>,
  writable: ReadonlySet<string>,
): boolean {
  if (group === 'File' && name === 'Comment') return writable.size > 0;
  if (!/^(?:EXIF|IPTC|XMP)(?:$|:)/.test(group) || /:IFD1$/.test(group)) return false;
  return writable.has(plainName(name)) && !STRUCTURE.test(name) && !OF_TIFF.test(name);
}

/** ExifTool keeps no tag of the picture by itself; those of IFD0 it keeps in TIFF, except the common ones. */
const CLEAR = [
  ...['-all=', '--ICC_Profile:all', '-CommonIFD0='],
  ...['-tagsFromFile', '@', ...OF_PICTURE.map((name) => `-EXIF:${name}`)],
];

/** Returns the tags of a field; one without known tags is a tag by its own name, of any kind. */
function tagsOf(field: string): FieldTags {
  const name = plainName(field);
  const known = FIELDS[name];
  if (known !== undefined) return known;
  if (DOES_MORE.test(name)) return { tags: [], others: [] };
  // Some names of IPTC have a hyphen: Province-State.
  const names = [...new Set([name, field.trim().replaceAll(/[\s_]/g, '-')])].filter((each) =>
    /^[a-z][a-z0-9-]*$/i.test(each),
  );
  return { tags: names.flatMap((each) => ['EXIF', 'XMP', 'IPTC'].map((group) => `${group}:${each}`)), others: [] };
}

/** Sets the items of a list, which are separated by commas. */
const listOf = (tag: string, value: string | null): string[] => [
  `-${tag}=`,
  ...(value ?? '').split(',').flatMap((item) => (item.trim() === '' ? [] : [`-${tag}=${item.trim()}`])),
];

function isTag({ group, name }: FileTag, wanted: string): boolean {
  const [wantedGroup = '', wantedName = ''] = wanted.split(':');
  return group.split(':').includes(wantedGroup) && name.toLowerCase() === wantedName.toLowerCase();
}

const TEXTS_OF_PNG =
  /^(?:Title|Author|Artist|Description|Copyright|Comment|Software|Source|Disclaimer|Warning|CreationTime)$/;

/** Tags that ExifTool adds, or that describe the structure of a file. */
const STRUCTURE =
  /^(?:ExifByteOrder|ExifVersion|ComponentsConfiguration|FlashpixVersion|ColorSpace|YCbCrPositioning|XMPToolkit|CodedCharacterSet|ApplicationRecordVersion|EnvelopeRecordVersion|IPTCDigest|CurrentIPTCDigest)$/;

function isLeft(tag: FileTag, own: readonly string[]): boolean {
  const { group, name } = tag;
  if (own.some((wanted) => isTag(tag, wanted)) || OF_PICTURE.includes(name) || STRUCTURE.test(name)) return false;
  if (group.startsWith('PNG')) return TEXTS_OF_PNG.test(name);
  if (group.startsWith('SVG')) return /^(?:Title|Desc|Metadata)/.test(name);
  return METADATA_GROUP.test(group) && !OF_TIFF.test(name);
}

/** Tags of Exif by which TIFF describes its picture. */
const OF_TIFF =
  /^(?:SubfileType|OldSubfileType|Image(?:Width|Height|Length)|Exif(?:Image)?(?:Width|Height)|BitsPerSample|Compression|PhotometricInterpretation|FillOrder|Strip\w+|Tile\w+|SamplesPerPixel|RowsPerStrip|PlanarConfiguration|PageNumber|Predictor|ColorMap|ExtraSamples|SampleFormat|JPEG\w+|YCbCr\w+|ReferenceBlackWhite|T[46]Options|ICC_Profile|InkSet|NumberofInks|DotRange|TransferFunction|WhitePoint|PrimaryChromaticities|MinSampleValue|MaxSampleValue|HalftoneHints|GrayResponse\w+|SubIFD)$/;
