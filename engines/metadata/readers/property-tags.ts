import type { FileTag, TagValue } from '../../../tools/programs/exiftool/exiftool.ts';
import { LIST_LIMITS } from '../limits.ts';
import type { Facts } from '../schema/document.ts';
import { date, foundAny, positive, text, texts } from '../values.ts';

type Properties = NonNullable<Facts['properties']>;

/**
 * Sources of each property, best first: the format's own tags, then XMP, IPTC, Exif. Written as `group:name`, with a general or a specific
 * group.
 */
const SOURCES = {
  title: ['PDF', 'FlashPix', 'RTF', 'HTML', 'PNG', 'SVG', 'PostScript', 'XMP-dc']
    .map((group) => `${group}:Title`)
    .concat('IPTC:ObjectName'),
  subject: ['PDF:Subject', 'FlashPix:Subject', 'RTF:Subject'],
  description: [
    ...['FlashPix:Comments', 'RTF:Comment', 'HTML:Description', 'PNG:Description', 'SVG:Desc'],
    ...['XMP-dc:Description', 'IPTC:Caption-Abstract', 'EXIF:ImageDescription'],
  ],
  authors: [
    ...['PDF:Author', 'FlashPix:Author', 'RTF:Author', 'HTML:Author', 'PNG:Author'],
    ...['XMP-dc:Creator', 'IPTC:By-line', 'EXIF:Artist'],
  ],
  keywords: ['PDF:Keywords', 'FlashPix:Keywords', 'RTF:Keywords', 'HTML:Keywords', 'XMP-dc:Subject', 'IPTC:Keywords'],
  copyright: ['PNG:Copyright', 'HTML:Copyright', 'XMP-dc:Rights', 'IPTC:CopyrightNotice', 'EXIF:Copyright'],
  language: ['PDF:Language', 'XMP-dc:Language'],
  category: ['FlashPix:Category', 'RTF:Category'],
  company: ['FlashPix:Company', 'RTF:Company'],
  manager: ['FlashPix:Manager', 'RTF:Manager'],
  creator_tool: [
    ...['PDF:Creator', 'FlashPix:Software', 'HTML:Generator', 'PNG:Software', 'PostScript:Creator'],
    ...['XMP-xmp:CreatorTool', 'EXIF:Software'],
  ],
  producer: ['PDF:Producer', 'XMP-pdf:Producer'],
  created: [
    ...['PDF:CreateDate', 'FlashPix:CreateDate', 'RTF:CreateDate', 'PostScript:CreateDate'],
    ...['XMP-xmp:CreateDate', 'EXIF:DateTimeOriginal', 'EXIF:CreateDate'],
  ],
  modified: ['PDF', 'FlashPix', 'RTF', 'XMP-xmp', 'EXIF'].map((group) => `${group}:ModifyDate`),
  printed: ['FlashPix:LastPrinted', 'RTF:LastPrinted'],
  last_modified_by: ['FlashPix:LastModifiedBy', 'RTF:LastModifiedBy'],
  revision: ['FlashPix:RevisionNumber', 'RTF:RevisionNumber'],
  editing_seconds: ['FlashPix:TotalEditTime'],
} as const satisfies Partial<Record<keyof Properties, readonly string[]>>;

/** Returns the values of a tag `group:name`, in the file's order. */
export function valuesOf(tags: readonly FileTag[], key: string): TagValue[] {
  const at = key.indexOf(':');
  const [group, name] = [key.slice(0, at), key.slice(at + 1)];
  return tags.filter((tag) => tag.name === name && tag.group.split(':').includes(group)).map(({ value }) => value);
}

/** Returns the first value that `read` accepts, trying the sources in order. */
function first<Result>(
  tags: readonly FileTag[],
  keys: readonly string[],
  read: (value: TagValue) => Result | undefined,
): Result | undefined {
  for (const key of keys) {
    for (const value of valuesOf(tags, key)) {
      const result = read(value);
      if (result !== undefined) return result;
    }
  }
  return undefined;
}

/** Returns properties of the document from its tags; undefined if there are none. */
export function propertiesOf(tags: readonly FileTag[]): Properties | undefined {
  const textAt = (name: keyof typeof SOURCES) => first(tags, SOURCES[name], plainText);
  const dateAt = (name: keyof typeof SOURCES) => first(tags, SOURCES[name], date);
  const revision = textAt('revision');
  return foundAny<Properties>({
    title: textAt('title'),
    subject: textAt('subject'),
    description: textAt('description'),
    authors: first(tags, SOURCES.authors, (value) => texts(items(value, /;/), LIST_LIMITS.names)),
    keywords: first(tags, SOURCES.keywords, (value) => texts(items(value, /[,;]/), LIST_LIMITS.names)),
    copyright: textAt('copyright'),
    language: textAt('language'),
    category: textAt('category'),
    company: textAt('company'),
    manager: textAt('manager'),
    creator_tool: textAt('creator_tool'),
    producer: textAt('producer'),
    created: dateAt('created'),
    modified: dateAt('modified'),
    printed: dateAt('printed'),
    last_modified_by: textAt('last_modified_by'),
    revision: revision === '0' ? undefined : revision,
    editing_seconds: first(tags, SOURCES.editing_seconds, positive),
  });
}

/** Returns the text; XMP's texts in several languages are an object, of which the default one counts. */
function plainText(value: TagValue): string | undefined {
  if (Array.isArray(value)) return plainText(value[0] ?? '');
  return text(value);
}

/** Returns the items of a list, or the parts of a text between separators. */
function items(value: TagValue, separator: RegExp): unknown[] {
  if (Array.isArray(value)) return [...value];
  return typeof value === 'string' ? value.split(separator) : [value];
}
